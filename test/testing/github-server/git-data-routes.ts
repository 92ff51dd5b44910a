/** The routes of the local GitHub for git's own objects and refs, and for writing them. */
import { isJsonObject } from '../../../src/common/index.ts';
import type { GitCommit } from '../../../src/testing/github-server/git.ts';
import { commitJson, parentLinks, treeLink, verificationJson } from './commit-json.ts';
import { type TreeChange, writable } from './writable-git.ts';
import {
  base64,
  repositoryPage,
  showCommitSha,
  treeJson,
} from '../../../src/testing/github-server/git-routes.ts';
import type { ServedReply } from '../../../src/testing/github-server/http.ts';
import { apiUrl } from '../../../src/testing/github-server/repository-json.ts';
import {
  invalid,
  notFound,
  ok,
  refused,
  type Routes,
  type RouteCall,
  text,
} from '../../../src/testing/github-server/routes.ts';
import type { GitHubState } from '../../../src/testing/github-server/state.ts';

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
  const made = writable(call.state.git).createRef(ref, sha);
  if (made === 'created') return ok(refJson(call.state, ref, sha), 201);
  return refused(422, made === 'exists' ? 'Reference already exists' : 'Object does not exist');
}

function showRef(call: RouteCall): ServedReply {
  const ref = `refs/${call.parts['path'] ?? ''}`;
  const sha = writable(call.state.git).refs().get(ref);
  return sha === undefined ? notFound : ok(refJson(call.state, ref, sha));
}

function textOf(call: RouteCall, name: string): string {
  return text(call, name) ?? '';
}

function createBlob(call: RouteCall): ServedReply {
  const encoding = textOf(call, 'encoding') === 'base64' ? 'base64' : 'utf8';
  const sha = writable(call.state.git).writeBlob(Buffer.from(textOf(call, 'content'), encoding));
  return { status: 201, body: { sha, url: blobUrl(call, sha) } };
}

function createTree(call: RouteCall): ServedReply {
  const listed = call.fields['tree'];
  const changes = Array.isArray(listed) ? listed.flatMap(changeOf) : [];
  const sha = writable(call.state.git).writeTree(textOf(call, 'base_tree'), changes);
  return sha === null ? refused(422, 'GitRPC::BadObjectState') : ok(treeJson(call, sha), 201);
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
  const sha = writable(call.state.git).writeCommit({
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
  if (!writable(call.state.git).refs().has(ref)) return refused(422, 'Reference does not exist');
  const moved = writable(call.state.git).forwardRef(ref, sha);
  if (!moved) return refused(422, 'Update is not a fast forward');
  movePulls(call.state, ref, sha);
  return ok(refJson(call.state, ref, sha));
}

/** A push to the branch of a pull request moves its head. */
function movePulls({ issues, owner, repo }: GitHubState, ref: string, headSha: string): void {
  for (const issue of issues.values())
    if (
      issue.pull?.headRepository === `${owner}/${repo}` &&
      ref === `refs/heads/${issue.pull.headRef}`
    )
      issue.pull = { ...issue.pull, headSha };
}

/** A commit as a git object. */
function gitCommitJson(state: GitHubState, sha: string, commit: GitCommit): object {
  return {
    sha,
    node_id: `C_${sha}`,
    url: `${apiUrl(state)}/git/commits/${sha}`,
    html_url: `${repositoryPage(state)}/commit/${sha}`,
    author: commit.author,
    committer: commit.committer,
    message: commit.message,
    tree: treeLink(state, commit.tree),
    parents: parentLinks(state, commit, 'git/commits'),
    verification: verificationJson(commit),
  };
}

function refJson(state: GitHubState, ref: string, sha: string): object {
  return {
    ref,
    node_id: `REF_${ref}`,
    url: `${apiUrl(state)}/git/${ref}`,
    object: { type: 'commit', sha, url: `${apiUrl(state)}/git/commits/${sha}` },
  };
}

/** A commit as its SHA or as JSON, as the request asks. */
function showCommit(call: RouteCall): ServedReply {
  const { git } = call.state;
  const sha = git.resolve(call.parts['ref'] ?? '');
  const commit = sha === null ? null : git.commitOf(sha);
  const isSha = (call.request.headers.accept ?? '').includes('vnd.github.sha');
  if (isSha || sha === null || commit === null) return showCommitSha(call);
  return ok(commitJson(call.state, sha, commit));
}

export const gitDataRoutes: Routes = {
  'GET REPO/commits/:ref': { needs: 'contents=read', answer: showCommit },
  'POST REPO/git/blobs': { needs: 'contents=write', answer: createBlob },
  'GET REPO/git/blobs/:sha': { needs: 'contents=read', answer: showBlob },
  'POST REPO/git/trees': { needs: 'contents=write', answer: createTree },
  'POST REPO/git/commits': { needs: 'contents=write', answer: createCommit },
  'GET REPO/git/commits/:sha': { needs: 'contents=read', answer: showGitCommit },
  'POST REPO/git/refs': { needs: 'contents=write', answer: createRef },
  'PATCH REPO/git/refs/*path': { needs: 'contents=write', answer: moveRef },
  'GET REPO/git/ref/*path': { needs: 'contents=read', answer: showRef },
};
