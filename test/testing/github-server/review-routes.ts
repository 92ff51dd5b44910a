/** The routes of the local GitHub for reviews. */
import type { ServedReply } from '../../../src/testing/github-server/http.ts';
import { reviewJson } from './pull-json.ts';
import {
  notFound,
  paged,
  refused,
  type Routes,
  type RouteCall,
} from '../../../src/testing/github-server/routes.ts';
import { freshId, type ServedIssue, stamp } from '../../../src/testing/github-server/state.ts';

const STATES: Readonly<Record<string, string>> = {
  COMMENT: 'COMMENTED',
  REQUEST_CHANGES: 'CHANGES_REQUESTED',
  APPROVE: 'APPROVED',
};

function pullOf(call: RouteCall): ServedIssue | null {
  const issue = call.state.issues.get(Number(call.parts['number']));
  return issue === undefined || issue.pull === null ? null : issue;
}

function createReview(call: RouteCall): ServedReply {
  const issue = pullOf(call);
  if (issue === null) return notFound;
  const { event, body, commit_id, comments } = call.fields;
  const state = typeof event === 'string' ? STATES[event] : 'PENDING';
  if (state === undefined)
    return refused(422, 'Unprocessable Entity', ['Variable $event was provided invalid value']);
  const review = {
    id: freshId(call.state),
    author: call.state.self,
    body: typeof body === 'string' ? body : '',
    state,
    commitId: typeof commit_id === 'string' ? commit_id : (issue.pull?.headSha ?? null),
    submittedAt: stamp(call.state),
    comments: Array.isArray(comments) ? comments : [],
  };
  issue.reviews.push(review);
  return { status: 200, body: reviewJson(call.state, issue, review) };
}

export const reviewRoutes: Routes = {
  'GET REPO/pulls/:number/reviews': {
    needs: 'pull_requests=read',
    answer: (call) => {
      const issue = pullOf(call);
      if (issue === null) return notFound;
      return paged(
        call,
        issue.reviews.map((review) => reviewJson(call.state, issue, review)),
      );
    },
  },
  'POST REPO/pulls/:number/reviews': { needs: 'pull_requests=write', answer: createReview },
};
