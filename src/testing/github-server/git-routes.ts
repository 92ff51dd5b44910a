/** The routes of the local GitHub for commits, files and refs. */
import type { ServedReply } from './http.ts';
import { isJsonObject } from '../../common/index.ts';
import {
  type GitEntry,
  type GitTreeEntry,
  type TreeChange,
  type GitCommit,
  type GitPerson,
  COMMITTER,
} from './git.ts';
import { apiUrl, accountJson, WEB } from './repository-json.ts';
import { invalid, notFound, ok, refused, type Routes, type RouteCall, text } from './routes.ts';
import { accountOf, type GitHubState } from './state.ts';

/** GitHub omits the content of a larger file. */
const MAX_INLINE_BYTES = 1024 * 1024;

function base64(bytes: Buffer): string {
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

function blobUrl(call: RouteCall, sha: string): string {
  return `${apiUrl(call.state)}/git/blobs/${sha}`;
}

function showBlob(call: RouteCall): ServedReply {
  const { sha = '' } = call.parts;
  const bytes = call.state.git.blob(sha);
  if (bytes === null) return notFound;
  return ok({
    sha,
    node_id: `B_${sha}`,
    url: blobUrl(call, sha),
    size: bytes.length,
    content: base64(bytes),
    encoding: 'base64',
  });
}

function createRef(call: RouteCall): ServedReply {
  const { ref, sha } = call.fields;
  if (typeof ref !== 'string' || typeof sha !== 'string')
    return invalid('Reference', 'ref', 'ref and sha are needed');
  const made = call.state.git.createRef(ref, sha);
  if (made === 'created') return ok(refJson(call.state, ref, sha), 201);
  return refused(422, made === 'exists' ? 'Reference already exists' : 'Object does not exist');
}

function showRef(call: RouteCall): ServedReply {
  const ref = `refs/${call.parts['path'] ?? ''}`;
  const sha = call.state.git.refs().get(ref);
  return sha === undefined ? notFound : ok(refJson(call.state, ref, sha));
}

function textOf(call: RouteCall, name: string): string {
  return text(call, name) ?? '';
}

function createBlob(call: RouteCall): ServedReply {
  const encoding = textOf(call, 'encoding') === 'base64' ? 'base64' : 'utf8';
  const sha = call.state.git.writeBlob(Buffer.from(textOf(call, 'content'), encoding));
  return { status: 201, body: { sha, url: blobUrl(call, sha) } };
}

function createTree(call: RouteCall): ServedReply {
  const listed = call.fields['tree'];
  const changes = Array.isArray(listed) ? listed.flatMap(changeOf) : [];
  const sha = call.state.git.writeTree(textOf(call, 'base_tree'), changes);
  return sha === null ? refused(422, 'GitRPC::BadObjectState') : ok(treeJson(call, sha), 201);
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

function treeJson(call: RouteCall, sha: string): object {
  const tree = (call.state.git.treeOf(sha) ?? []).map((entry) => linked(call, entry));
  return { sha, url: `${apiUrl(call.state)}/git/trees/${sha}`, tree, truncated: false };
}

function changeOf(entry: unknown): readonly TreeChange[] {
  if (!isJsonObject(entry)) return [];
  const { path, mode, sha } = entry;
  if (typeof path !== 'string' || typeof mode !== 'string') return [];
  return typeof sha === 'string' || sha === null ? [{ path, mode, sha }] : [];
}

function createCommit(call: RouteCall): ServedReply {
  const { parents } = call.fields;
  const named = Array.isArray(parents) ? parents.filter((one) => typeof one === 'string') : [];
  const sha = call.state.git.writeCommit({
    tree: textOf(call, 'tree'),
    parents: named,
    message: textOf(call, 'message'),
  });
  const commit = sha === null ? null : call.state.git.commitOf(sha);
  return sha === null || commit === null
    ? refused(422, 'Tree SHA does not exist')
    : ok(gitCommitJson(call.state, sha, commit), 201);
}

function showGitCommit(call: RouteCall): ServedReply {
  const { sha = '' } = call.parts;
  const commit = call.state.git.commitOf(sha);
  return commit === null ? notFound : ok(gitCommitJson(call.state, sha, commit));
}

function moveRef(call: RouteCall): ServedReply {
  const ref = `refs/${call.parts['path'] ?? ''}`;
  const sha = textOf(call, 'sha');
  if (!call.state.git.refs().has(ref)) return refused(422, 'Reference does not exist');
  const moved = call.state.git.forwardRef(ref, sha);
  if (!moved) return refused(422, 'Update is not a fast forward');
  return ok(refJson(call.state, ref, sha));
}

export const gitRoutes: Routes = {
  'POST REPO/git/blobs': { needs: 'contents=write', answer: createBlob },
  'POST REPO/git/trees': { needs: 'contents=write', answer: createTree },
  'GET REPO/git/trees/:sha': { needs: 'contents=read', answer: showTree },
  'POST REPO/git/commits': { needs: 'contents=write', answer: createCommit },
  'GET REPO/git/commits/:sha': { needs: 'contents=read', answer: showGitCommit },
  'PATCH REPO/git/refs/*path': { needs: 'contents=write', answer: moveRef },
  'GET REPO/commits/:ref': { needs: 'contents=read', answer: showCommit },
  'GET REPO/contents/*path': { needs: 'contents=read', answer: showContents },
  'GET REPO/git/blobs/:sha': { needs: 'contents=read', answer: showBlob },
  'POST REPO/git/refs': { needs: 'contents=write', answer: createRef },
  'GET REPO/git/ref/*path': { needs: 'contents=read', answer: showRef },
};

function page(state: GitHubState): string {
  return `${WEB}/${state.owner}/${state.repo}`;
}

function treeLink(state: GitHubState, sha: string): object {
  return { sha, url: `${apiUrl(state)}/git/trees/${sha}` };
}

/** GitHub signs what is committed through its API, and nothing else is signed here. */
function verificationJson(commit: GitCommit): object {
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

/** A commit as a git object. */
function gitCommitJson(state: GitHubState, sha: string, commit: GitCommit): object {
  return {
    sha,
    node_id: `C_${sha}`,
    url: `${apiUrl(state)}/git/commits/${sha}`,
    html_url: `${page(state)}/commit/${sha}`,
    author: commit.author,
    committer: commit.committer,
    message: commit.message,
    tree: treeLink(state, commit.tree),
    parents: parentLinks(state, commit, 'git/commits'),
    verification: verificationJson(commit),
  };
}

/** A commit with the accounts of its authors, by their e-mail addresses. */
export function commitJson(state: GitHubState, sha: string, commit: GitCommit): object {
  const url = `${apiUrl(state)}/commits/${sha}`;
  return {
    sha,
    node_id: `C_${sha}`,
    url,
    html_url: `${page(state)}/commit/${sha}`,
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

function parentLinks(state: GitHubState, { parents }: GitCommit, path: string): object[] {
  return parents.map((sha) => ({
    sha,
    url: `${apiUrl(state)}/${path}/${sha}`,
    html_url: `${page(state)}/commit/${sha}`,
  }));
}

/** `ID+LOGIN@users.noreply.github.com` is an account; any other address has no account here. */
function accountBehind(state: GitHubState, person: GitPerson): object | null {
  const login = /^(?:\d+\+)?(.+)@users\.noreply\.github\.com$/.exec(person.email)?.[1];
  return login === undefined ? null : accountJson(accountOf(state, login));
}

function refJson(state: GitHubState, ref: string, sha: string): object {
  return {
    ref,
    node_id: `REF_${ref}`,
    url: `${apiUrl(state)}/git/${ref}`,
    object: { type: 'commit', sha, url: `${apiUrl(state)}/git/commits/${sha}` },
  };
}

/** A file, folder, link or submodule at a commit, without its content. */
function entryJson(state: GitHubState, commit: string, entry: GitEntry): object {
  const path = entry.path.split('/').map(encodeURIComponent).join('/');
  const self = `${apiUrl(state)}/contents/${path}?ref=${commit}`;
  const kind = entry.type === 'dir' ? 'tree' : 'blob';
  const git = `${apiUrl(state)}/git/${kind}s/${entry.sha}`;
  const html = `${page(state)}/${kind}/${commit}/${path}`;
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
