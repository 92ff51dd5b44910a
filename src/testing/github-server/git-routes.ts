/** The routes of the local GitHub by which commits and files are read. */
import type { ServedReply } from './http.ts';
import {
  type GitEntry,
  type GitTreeEntry,
  type GitCommit,
  type GitPerson,
  COMMITTER,
} from './git.ts';
import { apiUrl, accountJson, WEB } from './repository-json.ts';
import { notFound, ok, refused, type Routes, type RouteCall } from './routes.ts';
import { accountOf, type GitHubState } from './state.ts';

/** GitHub omits the content of a larger file. */
const MAX_INLINE_BYTES = 1024 * 1024;

export function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll(/(.{60})/g, '$1\n');
}

function showCommit(call: RouteCall): ServedReply {
  const sha = call.state.git.resolve(call.parts['ref'] ?? '');
  const commit = sha === null ? null : call.state.git.commitOf(sha);
  if (sha === null || commit === null)
    return refused(422, `No commit found for SHA: ${call.parts['ref'] ?? ''}`);
  if ((call.request.headers.accept ?? '').includes('vnd.github.sha')) {
    return {
      status: 200,
      body: sha,
      headers: { 'content-type': 'application/vnd.github.sha; charset=utf-8' },
    };
  }
  return ok(commitJson(call.state, sha, commit));
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
  'GET REPO/commits/:ref': { needs: 'contents=read', answer: showCommit },
  'GET REPO/contents/*path': { needs: 'contents=read', answer: showContents },
};

export function repositoryPage(state: GitHubState): string {
  return `${WEB}/${state.owner}/${state.repo}`;
}

export function treeLink(state: GitHubState, sha: string): object {
  return { sha, url: `${apiUrl(state)}/git/trees/${sha}` };
}

/** GitHub signs what is committed through its API, and nothing else is signed here. */
export function verificationJson(commit: GitCommit): object {
  return commit.committer.email === COMMITTER.email
    ? {
        verified: true,
        reason: 'valid',
        signature: '-----BEGIN PGP SIGNATURE-----\n-----END PGP SIGNATURE-----\n',
        payload: `tree ${commit.tree}\n`,
        verified_at: commit.committer.date,
      }
    : { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };
}

/** A commit with the accounts of its authors, by their e-mail addresses. */
export function commitJson(state: GitHubState, sha: string, commit: GitCommit): object {
  const url = `${apiUrl(state)}/commits/${sha}`;
  return {
    sha,
    node_id: `C_${sha}`,
    url,
    html_url: `${repositoryPage(state)}/commit/${sha}`,
    comments_url: `${url}/comments`,
    commit: {
      url: `${apiUrl(state)}/git/commits/${sha}`,
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      comment_count: 0,
      tree: treeLink(state, commit.tree),
      verification: verificationJson(commit),
    },
    author: accountBehind(state, commit.author),
    committer: accountBehind(state, commit.committer),
    parents: parentLinks(state, commit, 'commits'),
  };
}

export function parentLinks(state: GitHubState, { parents }: GitCommit, path: string): object[] {
  return parents.map((sha) => ({
    sha,
    url: `${apiUrl(state)}/${path}/${sha}`,
    html_url: `${repositoryPage(state)}/commit/${sha}`,
  }));
}

/** `ID+LOGIN@users.noreply.github.com` is an account; any other address has no account here. */
function accountBehind(state: GitHubState, person: GitPerson): object | null {
  const login = /^(?:\d+\+)?(.+)@users\.noreply\.github\.com$/.exec(person.email)?.[1];
  return login === undefined ? null : accountJson(accountOf(state, login));
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
