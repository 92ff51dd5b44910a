/** The route of the local GitHub that compares two commits: their merge base, and the commits after it. */
import { commitJson } from './commit-json.ts';
import type { ServedReply } from '../../../src/testing/github-server/http.ts';
import {
  notFound,
  ok,
  type Routes,
  type RouteCall,
} from '../../../src/testing/github-server/routes.ts';
import { pullFileJson } from './pull-parts-json.ts';
import type { GitHubState, ServedPullFile } from '../../../src/testing/github-server/state.ts';

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

/** Every file of a commit's tree, with its blob. */
function filesOf(state: GitHubState, tree: string, folder = ''): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const { path, type, sha } of state.git.treeOf(tree) ?? []) {
    if (type === 'blob') files.set(`${folder}${path}`, sha);
    if (type === 'tree')
      for (const [name, blob] of filesOf(state, sha, `${folder}${path}/`)) files.set(name, blob);
  }
  return files;
}

/** What changed between two commits. A patch replaces the whole file, which is a valid diff and not the shortest. */
function changedFiles(state: GitHubState, from: string, to: string): readonly ServedPullFile[] {
  const [before, after] = [from, to].map((sha) =>
    filesOf(state, state.git.commitOf(sha)?.tree ?? ''),
  );
  if (before === undefined || after === undefined) return [];
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((filename) => {
    const [was, is] = [before.get(filename), after.get(filename)];
    if (was === is) return [];
    const status = was === undefined ? 'added' : is === undefined ? 'removed' : 'modified';
    const [removed, added] = [was, is].map((sha) => linesOf(state, sha));
    if (removed === undefined || added === undefined) return [];
    const file = { filename, status, additions: added.length, deletions: removed.length };
    const isBinary = [...removed, ...added].some((line) => line.includes('\0'));
    if (isBinary) return [file];
    const hunk = `@@ -${removed.length === 0 ? 0 : 1},${removed.length} +${added.length === 0 ? 0 : 1},${added.length} @@`;
    const lines = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
    return [{ ...file, patch: [hunk, ...lines].join('\n') }];
  });
}

function linesOf(state: GitHubState, blob: string | undefined): readonly string[] {
  if (blob === undefined) return [];
  const text = state.git.blob(blob)?.toString('utf8') ?? '';
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
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
  const inTo = new Set(ahead);
  const aheadBy = ahead.filter((sha) => !known.has(sha));
  const behindBy = behind.filter((sha) => !inTo.has(sha)).length;
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
    files: changedFiles(state, fork, to).map((file) => pullFileJson(state, to, file)),
  });
}

export const compareRoutes: Routes = {
  'GET REPO/compare/:basehead': { needs: 'contents=read', answer: compare },
};
