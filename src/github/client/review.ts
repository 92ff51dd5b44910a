import { sameBody } from '../publish/body-limit.ts';
import { allPages, type ClientCore } from './core.ts';
import type { GitHubWork } from '../ports/github.ts';
import { readAs, reviewMade, reviews } from './schemas/schemas.ts';

const MAX_REVIEW_PAGES = 10;
const NEEDS = 'pull_requests=write';

/** Reviews of pull requests. After a lost answer the review is searched for before it is sent again. */
export function reviewClient(core: ClientCore): Pick<GitHubWork, 'review'> {
  return { review: (wanted) => review(core, wanted) };
}

async function review(core: ClientCore, wanted: Parameters<GitHubWork['review']>[0]) {
  const route = `${core.base}/pulls/${wanted.number}/reviews`;
  const doing = `review pull request #${wanted.number}`;
  const comments: object[] = [];
  for (const { path, line, startLine, body } of wanted.remarks) {
    const from = startLine === undefined ? {} : { start_line: startLine, start_side: 'RIGHT' };
    comments.push({ path, line, side: 'RIGHT', ...from, body: await core.redact(body) });
  }
  const listed = () =>
    allPages(core, {
      route: `GET ${route}`,
      doing,
      needs: NEEDS,
      read: readAs(reviews),
      maxPages: MAX_REVIEW_PAGES,
    });
  const before = new Set((await listed()).map(({ id }) => id));
  const made = await core.withBody(wanted.body, (body) =>
    core.request({
      route: `POST ${route}`,
      body: {
        commit_id: wanted.commit,
        event: wanted.verdict === 'comment' ? 'COMMENT' : 'REQUEST_CHANGES',
        body,
        comments,
      },
      doing,
      needs: NEEDS,
      read: readAs(reviewMade),
      recover: async () => {
        const fresh = (await listed()).filter((one) => !before.has(one.id));
        return (
          fresh.find((one) => one.commit_id === wanted.commit && sameBody(one.body, body)) ?? null
        );
      },
    }),
  );
  return { id: made.id, url: made.html_url };
}
