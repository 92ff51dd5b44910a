/** The routes of the local GitHub by which commits and files are read. */
import type { ServedReply } from './http.ts';
import type { GitEntry, GitTreeEntry } from './git.ts';
import { apiUrl, WEB } from './repository-json.ts';
import { notFound, ok, refused, type Routes, type RouteCall } from './routes.ts';
import type { GitHubState } from './state.ts';

/** GitHub omits the content of a larger file. */
const MAX_INLINE_BYTES = 1024 * 1024;

export function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll(/(.{60})/g, '$1\n');
}

/** The SHA of a commit, which is all that the demo asks for. */
export function showCommitSha(call: RouteCall): ServedReply {
  const sha = call.state.git.resolve(call.parts['ref'] ?? '');
  if (sha === null) return refused(422, `No commit found for SHA: ${call.parts['ref'] ?? ''}`);
  return {
    status: 200,
    body: sha,
    headers: { 'content-type': 'application/vnd.github.sha; charset=utf-8' },
  };
}

function showContents(call: RouteCall): ServedReply {
  const { git } = call.state;
  const commit = git.resolve(call.request.query.get('ref') ?? call.state.defaultBranch);
  if (commit === null)
    return refused(404, `No commit found for the ref ${call.request.query.get('ref') ?? ''}`);
  const path = (call.parts['path'] ?? '').replace(/\/$/, '');
  const entry = git.entry(commit, path);
  if (entry === null) return notFound;
  if (entry.type === 'dir') {
    const entries = git.list(commit, path) ?? [];
    return ok(entries.map((one) => entryJson(call.state, commit, one)));
  }
  return ok({ ...entryJson(call.state, commit, entry), ...contentOf(call, entry) });
}

function contentOf(call: RouteCall, entry: GitEntry): object {
  if (entry.type === 'symlink')
    return { target: call.state.git.blob(entry.sha)?.toString('utf8') ?? '' };
  if (entry.type !== 'file') return { submodule_git_url: 'https://github.com/octo-org/other.git' };
  const bytes = entry.size > MAX_INLINE_BYTES ? null : call.state.git.blob(entry.sha);
  return bytes === null
    ? { content: '', encoding: 'none' }
    : { content: base64(bytes), encoding: 'base64' };
}

/** A tree or the tree of a commit; `recursive`: with everything below it. */
function showTree(call: RouteCall): ServedReply {
  const { git } = call.state;
  const { sha: asked = '' } = call.parts;
  const sha = git.commitOf(git.resolve(asked) ?? '')?.tree ?? asked;
  if (git.treeOf(sha) === null) return notFound;
  const body = treeJson(call, sha);
  if (!call.request.query.has('recursive')) return { status: 200, body };
  const below = (tree: string, under: string): readonly GitTreeEntry[] =>
    (git.treeOf(tree) ?? []).flatMap((entry) => {
      const whole = { ...entry, path: `${under}${entry.path}` };
      return entry.type === 'tree' ? [whole, ...below(entry.sha, `${whole.path}/`)] : [whole];
    });
  const tree = below(sha, '').map((entry) => linked(call, entry));
  return { status: 200, body: { ...body, tree } };
}

function linked(call: RouteCall, entry: GitTreeEntry): object {
  return { ...entry, url: `${apiUrl(call.state)}/git/${entry.type}s/${entry.sha}` };
}

export function treeJson(call: RouteCall, sha: string): object {
  const tree = (call.state.git.treeOf(sha) ?? []).map((entry) => linked(call, entry));
  return { sha, url: `${apiUrl(call.state)}/git/trees/${sha}`, tree, truncated: false };
}

export const gitRoutes: Routes = {
  'GET REPO/git/trees/:sha': { needs: 'contents=read', answer: showTree },
  'GET REPO/commits/:ref': { needs: 'contents=read', answer: showCommitSha },
  'GET REPO/contents/*path': { needs: 'contents=read', answer: showContents },
};

export function repositoryPage(state: GitHubState): string {
  return `${WEB}/${state.owner}/${state.repo}`;
}

/** A file, folder, link or submodule at a commit, without its content. */
function entryJson(state: GitHubState, commit: string, entry: GitEntry): object {
  const path = entry.path.split('/').map(encodeURIComponent).join('/');
  const self = `${apiUrl(state)}/contents/${path}?ref=${commit}`;
  const kind = entry.type === 'dir' ? 'tree' : 'blob';
  const git = `${apiUrl(state)}/git/${kind}s/${entry.sha}`;
  const html = `${repositoryPage(state)}/${kind}/${commit}/${path}`;
  const raw = `https://raw.githubusercontent.com/${state.owner}/${state.repo}/${commit}/${path}`;
  return {
    type: entry.type,
    name: entry.name,
    path: entry.path,
    sha: entry.sha,
    size: entry.size,
    url: self,
    git_url: git,
    html_url: html,
    download_url: entry.type === 'file' || entry.type === 'symlink' ? raw : null,
    _links: { self, git, html },
  };
}
