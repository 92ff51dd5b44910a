/** The routes of the local GitHub about commits, files and refs. */
import type { ServedReply } from './github-server-http.ts';
import { isJsonObject } from '../base/index.ts';
import type { GitEntry, TreeChange } from './github-server-git.ts';
import { invalid, notFound, type Route, type RouteCall } from './github-server-routes.ts';

/** GitHub leaves the content out of an answer about a larger file. */
const MAX_INLINE_BYTES = 1024 * 1024;

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll(/(.{60})/g, '$1\n');
}

function showCommit(call: RouteCall): ServedReply {
  const sha = call.state.git.resolve(call.parts['ref'] ?? '');
  if (sha === null) {
    return {
      status: 422,
      body: { message: `No commit found for SHA: ${call.parts['ref'] ?? ''}`, status: '422' },
    };
  }
  if ((call.request.headers.accept ?? '').includes('vnd.github.sha')) {
    return {
      status: 200,
      body: sha,
      headers: { 'content-type': 'application/vnd.github.sha; charset=utf-8' },
    };
  }
  return { status: 200, body: { sha, commit: { message: '' }, parents: [] } };
}

function showContents(call: RouteCall): ServedReply {
  const { git } = call.state;
  const commit = git.resolve(call.request.query.get('ref') ?? call.state.defaultBranch);
  if (commit === null) {
    const message = `No commit found for the ref ${call.request.query.get('ref') ?? ''}`;
    return { status: 404, body: { message, status: '404' } };
  }
  const path = (call.parts['path'] ?? '').replace(/\/$/, '');
  const entry = git.entry(commit, path);
  if (entry === null) return notFound;
  if (entry.type === 'dir') {
    return { status: 200, body: (git.list(commit, path) ?? []).map((one) => entryJson(call, one)) };
  }
  return { status: 200, body: { ...entryJson(call, entry), ...contentOf(call, entry) } };
}

function entryJson(call: RouteCall, entry: GitEntry): object {
  // In the list of a folder GitHub calls a submodule a file.
  return {
    type: entry.type,
    name: entry.name,
    path: entry.path,
    sha: entry.sha,
    size: entry.size,
    url: call.state.url,
  };
}

function contentOf(call: RouteCall, entry: GitEntry): object {
  if (entry.type === 'symlink')
    return { target: call.state.git.blob(entry.sha)?.toString('utf8') ?? '' };
  if (entry.type !== 'file') return {};
  const bytes = entry.size > MAX_INLINE_BYTES ? null : call.state.git.blob(entry.sha);
  return bytes === null
    ? { content: '', encoding: 'none' }
    : { content: base64(bytes), encoding: 'base64' };
}

function showBlob(call: RouteCall): ServedReply {
  const bytes = call.state.git.blob(call.parts['sha'] ?? '');
  if (bytes === null) return notFound;
  return {
    status: 200,
    body: {
      sha: call.parts['sha'],
      size: bytes.length,
      content: base64(bytes),
      encoding: 'base64',
    },
  };
}

function refJson(ref: string, sha: string): object {
  return { ref, object: { type: 'commit', sha } };
}

function createRef(call: RouteCall): ServedReply {
  const { ref, sha } = call.fields;
  if (typeof ref !== 'string' || typeof sha !== 'string')
    return invalid('Reference', 'ref', 'ref and sha are needed');
  const made = call.state.git.createRef(ref, sha);
  if (made === 'created') return { status: 201, body: refJson(ref, sha) };
  const message = made === 'exists' ? 'Reference already exists' : 'Object does not exist';
  return {
    status: 422,
    body: { message, documentation_url: 'https://docs.github.com/rest/git/refs', status: '422' },
  };
}

function showRef(call: RouteCall): ServedReply {
  const ref = `refs/${call.parts['path'] ?? ''}`;
  const sha = call.state.git.refs().get(ref);
  return sha === undefined ? notFound : { status: 200, body: refJson(ref, sha) };
}

function textOf(call: RouteCall, name: string): string {
  const value = call.fields[name];
  return typeof value === 'string' ? value : '';
}

function createBlob(call: RouteCall): ServedReply {
  const encoding = textOf(call, 'encoding') === 'base64' ? 'base64' : 'utf8';
  const sha = call.state.git.writeBlob(Buffer.from(textOf(call, 'content'), encoding));
  return { status: 201, body: { sha, url: call.state.url } };
}

function createTree(call: RouteCall): ServedReply {
  const listed = call.fields['tree'];
  const changes = Array.isArray(listed) ? listed.flatMap(changeOf) : [];
  const sha = call.state.git.writeTree(textOf(call, 'base_tree'), changes);
  return sha === null
    ? invalid('Tree', 'tree', 'GitRPC::BadObjectState')
    : { status: 201, body: { sha, truncated: false } };
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
  return sha === null
    ? invalid('Commit', 'tree', 'tree is not there')
    : { status: 201, body: { sha } };
}

function showGitCommit(call: RouteCall): ServedReply {
  const commit = call.state.git.commitOf(call.parts['sha'] ?? '');
  if (commit === null) return notFound;
  const parents = commit.parents.map((sha) => ({ sha }));
  return { status: 200, body: { sha: call.parts['sha'], tree: { sha: commit.tree }, parents } };
}

function moveRef(call: RouteCall): ServedReply {
  const ref = `refs/${call.parts['path'] ?? ''}`;
  const sha = textOf(call, 'sha');
  if (!call.state.git.refs().has(ref))
    return { status: 422, body: { message: 'Reference does not exist', status: '422' } };
  const moved = call.state.git.forwardRef(ref, sha);
  if (!moved)
    return { status: 422, body: { message: 'Update is not a fast forward', status: '422' } };
  return { status: 200, body: refJson(ref, sha) };
}

export const gitRoutes: readonly Route[] = [
  { method: 'POST', path: 'REPO/git/blobs', needs: 'contents=write', answer: createBlob },
  { method: 'POST', path: 'REPO/git/trees', needs: 'contents=write', answer: createTree },
  { method: 'POST', path: 'REPO/git/commits', needs: 'contents=write', answer: createCommit },
  { method: 'GET', path: 'REPO/git/commits/:sha', needs: 'contents=read', answer: showGitCommit },
  { method: 'PATCH', path: 'REPO/git/refs/*path', needs: 'contents=write', answer: moveRef },
  { method: 'GET', path: 'REPO/commits/:ref', needs: 'contents=read', answer: showCommit },
  { method: 'GET', path: 'REPO/contents/*path', needs: 'contents=read', answer: showContents },
  { method: 'GET', path: 'REPO/git/blobs/:sha', needs: 'contents=read', answer: showBlob },
  { method: 'POST', path: 'REPO/git/refs', needs: 'contents=write', answer: createRef },
  { method: 'GET', path: 'REPO/git/ref/*path', needs: 'contents=read', answer: showRef },
];
