/** The route of the local GitHub that compares two commits: their merge base, and the commits after it. */
import { commitJson } from './git-json.ts';
import type { ServedReply } from './http.ts';
import { notFound, ok, type Route, type RouteCall } from './routes.ts';
import type { GitHubState } from './state.ts';

/** A commit and its ancestors, the nearest first. */
function lineageOf(state: GitHubState, sha: string): readonly string[] {
  const seen = new Set<string>();
  const next = [sha];
  for (let one = next.shift(); one !== undefined; one = next.shift()) {
    if (seen.has(one)) continue;
    seen.add(one);
    next.push(...(state.git.commitOf(one)?.parents ?? []));
  }
  return [...seen];
}

function commitAt(state: GitHubState, sha: string): object {
  const commit = state.git.commitOf(sha);
  return commit === null ? {} : commitJson(state, sha, commit);
}

function compare(call: RouteCall): ServedReply {
  const { state } = call;
  const [base, head, ...more] = (call.parts['basehead'] ?? '').split('...');
  const from = state.git.resolve(base ?? '');
  const to = state.git.resolve(head ?? '');
  if (from === null || to === null || more.length > 0) return notFound;
  const behind = lineageOf(state, from);
  const ahead = lineageOf(state, to);
  const known = new Set(behind);
  const fork = ahead.find((sha) => known.has(sha));
  if (fork === undefined) return notFound;
  const of = new Set(ahead);
  const aheadBy = ahead.filter((sha) => !known.has(sha));
  const behindBy = behind.filter((sha) => !of.has(sha)).length;
  const api = `${state.url}/repos/${state.owner}/${state.repo}/compare/${from}...${to}`;
  const page = `https://github.com/${state.owner}/${state.repo}/compare/${from}...${to}`;
  const both = aheadBy.length > 0 && behindBy > 0;
  return ok({
    url: api,
    html_url: page,
    permalink_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    base_commit: commitAt(state, from),
    merge_base_commit: commitAt(state, fork),
    status: both
      ? 'diverged'
      : aheadBy.length > 0
        ? 'ahead'
        : behindBy > 0
          ? 'behind'
          : 'identical',
    ahead_by: aheadBy.length,
    behind_by: behindBy,
    total_commits: aheadBy.length,
    commits: aheadBy.toReversed().map((sha) => commitAt(state, sha)),
    files: [],
  });
}

export const compareRoutes: readonly Route[] = [
  { method: 'GET', path: 'REPO/compare/:basehead', needs: 'contents=read', answer: compare },
];
