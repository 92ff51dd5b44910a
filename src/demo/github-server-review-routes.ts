/** The routes of the local GitHub about reviews. */
import type { ServedReply } from './github-server-http.ts';
import { accountJson, issueUrl } from './github-server-json.ts';
import { invalid, notFound, type Route, type RouteCall } from './github-server-routes.ts';
import { freshId, type ServedIssue } from './github-server-state.ts';

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
    return invalid('PullRequestReview', 'event', 'event is not one that is known');
  const id = freshId(call.state);
  const review = {
    id,
    user: accountJson(call.state.self),
    body: typeof body === 'string' ? body : '',
    state,
    commit_id: typeof commit_id === 'string' ? commit_id : null,
    comments: Array.isArray(comments) ? comments : [],
    html_url: `${issueUrl(call.state, issue)}#pullrequestreview-${id}`,
  };
  issue.reviews.push(review);
  return { status: 200, body: review };
}

export const reviewRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'REPO/pulls/:number/reviews',
    needs: 'pull_requests=read',
    answer: (call) => {
      const issue = pullOf(call);
      return issue === null ? notFound : { status: 200, body: issue.reviews };
    },
  },
  {
    method: 'POST',
    path: 'REPO/pulls/:number/reviews',
    needs: 'pull_requests=write',
    answer: createReview,
  },
];
