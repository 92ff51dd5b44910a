/** The REST routes of the local GitHub for review comments, without threads. */
import type { ServedReply } from '../../../src/testing/github-server/http.ts';
import { issueUrl } from '../../../src/testing/github-server/json.ts';
import { threadTime } from './graphql-routes.ts';
import { accountJson } from '../../../src/testing/github-server/repository-json.ts';
import {
  issueOf,
  notFound,
  paged,
  type Routes,
  type RouteCall,
} from '../../../src/testing/github-server/routes.ts';
import { accountOf } from '../../../src/testing/github-server/state.ts';

function listReviewComments(call: RouteCall): ServedReply {
  const { state } = call;
  const issue = issueOf(call);
  const pull = issue?.pull;
  if (issue === undefined || pull === undefined || pull === null) return notFound;
  const api = `${state.url}/repos/${state.owner}/${state.repo}`;
  const rows = (pull.threads ?? []).flatMap((thread) =>
    thread.comments.map((comment, index) => {
      const url = `${api}/pulls/comments/${comment.id}`;
      const page = `${issueUrl(state, issue)}#discussion_r${comment.id}`;
      return {
        url,
        id: comment.id,
        node_id: `PRRC_${comment.id}`,
        pull_request_review_id: 1,
        diff_hunk: '@@ -1 +1 @@',
        path: thread.path,
        commit_id: pull.headSha,
        original_commit_id: pull.headSha,
        user: accountJson(accountOf(state, comment.author)),
        body: comment.body,
        created_at: threadTime(comment),
        updated_at: comment.edited === true ? '2026-12-31T00:00:00Z' : threadTime(comment),
        html_url: page,
        pull_request_url: `${api}/pulls/${issue.number}`,
        author_association: 'OWNER',
        _links: {
          self: { href: url },
          html: { href: page },
          pull_request: { href: `${api}/pulls/${issue.number}` },
        },
        side: 'RIGHT',
        subject_type: 'line',
        line: thread.line,
        ...(index === 0 ? {} : { in_reply_to_id: thread.comments[0]?.id }),
      };
    }),
  );
  return paged(call, rows);
}

export const threadRoutes: Routes = {
  'GET REPO/pulls/:number/comments': { needs: 'pull_requests=read', answer: listReviewComments },
};
