import { CountersignError, sliceWhole } from '../../common/index.ts';
import { allPages, type ClientCore } from './core.ts';
import type {
  CommitFile,
  CreatedCommit,
  GitHubWork,
  PullRequestFile,
  OpenedPullRequest,
} from '../ports/github.ts';
import type { GitHubCi } from '../ports/ci.ts';
import type { GitHubIssues } from '../ports/issues.ts';
import type { GitHubImages } from '../ports/images.ts';
import type { GitHubThreads } from '../ports/threads.ts';
import {
  commitMade,
  comparison,
  gitCommit,
  gitObject,
  gitRef,
  labels,
  openPulls,
  pullFiles,
  pullMade,
  reading,
} from './schemas.ts';

const MAX_FILE_PAGES = 31;
const MAX_TITLE_CHARS = 250;
const MAX_LABEL_PAGES = 20;
const NEEDS = 'contents=write';

/** Branches and pull requests, made through git's own objects. */
export function workClient(
  core: ClientCore,
): Omit<
  GitHubWork,
  'review' | 'workflowRun' | keyof (GitHubIssues & GitHubCi & GitHubThreads & GitHubImages)
> {
  return {
    pullRequestFiles: (number): Promise<readonly PullRequestFile[]> =>
      allPages(core, {
        route: `GET ${core.base}/pulls/${number}/files`,
        doing: `list the files of pull request #${number}`,
        needs: 'pull_requests=read',
        read: reading(pullFiles),
        maxPages: MAX_FILE_PAGES,
      }),
    mergeBase: async (base, head) => {
      const found = await core.request({
        route: `GET ${core.base}/compare/${encodeURIComponent(base)}...${encodeURIComponent(head)}`,
        query: { per_page: 1 },
        doing: `compare ${base} with ${head}`,
        needs: 'contents=read',
        read: reading(comparison),
      });
      return found.merge_base_commit.sha;
    },
    branchHead: (branch) => branchHead(core, branch),
    tree: (commit) => treeOf(core, commit),
    createCommit: (commit) => makeCommit(core, commit),
    moveBranch: (branch, move) => moveBranch(core, branch, move),
    openPullRequest: (pull) => openPull(core, pull),
    ...labelClient(core),
  };
}

function labelClient(core: ClientCore): Pick<GitHubWork, 'labels' | 'addLabels' | 'removeLabel'> {
  const needs = 'issues=write;pull_requests=write';
  return {
    labels: async () => {
      const all = await allPages(core, {
        route: `GET ${core.base}/labels`,
        doing: 'list the labels',
        needs: 'issues=read',
        read: reading(labels),
        maxPages: MAX_LABEL_PAGES,
      });
      return all.map(({ name }) => name);
    },
    addLabels: async (number, names) => {
      await core.request({
        route: `POST ${core.base}/issues/${number}/labels`,
        body: { labels: names },
        doing: `label #${number}`,
        needs,
        read: () => true,
      });
    },
    removeLabel: async (number, name) => {
      await core.request({
        route: `DELETE ${core.base}/issues/${number}/labels/${encodeURIComponent(name)}`,
        doing: `take the label ${name} off #${number}`,
        needs,
        answers: [404],
        read: () => true,
      });
    },
  };
}

/** A name cannot be redacted and still name the same thing: one that holds a secret is not sent at all. */
async function refuseSecrets(core: ClientCore, what: string, name: string): Promise<void> {
  const clean = await core.redact(name);
  if (clean === name) return;
  throw new CountersignError(
    'input-invalid',
    `The ${what} ${clean} holds a secret, so it is not sent.`,
    {
      fix: 'Take another name.',
    },
  );
}

function refPath(branch: string): string {
  return `heads/${branch.split('/').map(encodeURIComponent).join('/')}`;
}

function branchHead(core: ClientCore, branch: string): Promise<string | null> {
  return core.request({
    route: `GET ${core.base}/git/ref/${refPath(branch)}`,
    doing: `show the branch ${branch}`,
    needs: 'contents=read',
    answers: [404],
    read: (reply) => (reply.status === 404 ? null : reading(gitRef)(reply)?.object.sha),
  });
}

async function treeOf(core: ClientCore, commit: string): Promise<string> {
  const found = await core.request({
    route: `GET ${core.base}/git/commits/${encodeURIComponent(commit)}`,
    doing: `show the commit ${commit}`,
    needs: 'contents=read',
    read: reading(gitCommit),
  });
  return found.tree.sha;
}

/** Blobs, then the tree over the parent's, then the commit. Without an author GitHub fills in and signs for the token's. */
async function makeCommit(
  core: ClientCore,
  commit: {
    readonly parent: string;
    readonly message: string;
    readonly files: readonly CommitFile[];
  },
): Promise<CreatedCommit> {
  for (const { path } of commit.files) await refuseSecrets(core, 'path', path);
  const base = await treeOf(core, commit.parent);
  const tree: object[] = [];
  for (const file of commit.files) {
    const sha = file.bytes === null ? null : await makeBlob(core, file.bytes, file.path);
    tree.push({ path: file.path, mode: file.mode, type: 'blob', sha });
  }
  const made = await core.request({
    route: `POST ${core.base}/git/trees`,
    body: { base_tree: base, tree },
    doing: 'make the tree of a commit',
    needs: NEEDS,
    read: reading(gitObject),
  });
  const message = await core.redact(commit.message);
  const { sha, verification } = await core.request({
    route: `POST ${core.base}/git/commits`,
    body: { message, tree: made.sha, parents: [commit.parent] },
    doing: 'make a commit',
    needs: NEEDS,
    read: reading(commitMade),
  });
  return { sha, verified: verification?.verified ?? null };
}

async function makeBlob(core: ClientCore, bytes: Uint8Array, path: string): Promise<string> {
  const { sha } = await core.request({
    route: `POST ${core.base}/git/blobs`,
    body: { content: Buffer.from(bytes).toString('base64'), encoding: 'base64' },
    doing: `store ${path}`,
    needs: NEEDS,
    read: reading(gitObject),
  });
  return sha;
}

/** After a lost answer, and after a refusal, what the branch stands on says what happened. */
async function moveBranch(
  core: ClientCore,
  branch: string,
  { from, to }: { readonly from: string | null; readonly to: string },
): Promise<{ moved: boolean }> {
  await refuseSecrets(core, 'branch', branch);
  const before = await branchHead(core, branch);
  if (before === to) return { moved: true };
  if (before !== from) return { moved: false };
  const reply = await core.request({
    route:
      from === null
        ? `POST ${core.base}/git/refs`
        : `PATCH ${core.base}/git/refs/${refPath(branch)}`,
    body: from === null ? { ref: `refs/heads/${branch}`, sha: to } : { sha: to, force: false },
    doing: `move the branch ${branch}`,
    needs: NEEDS,
    answers: [409, 422],
    read: (answer) => answer,
  });
  if (reply.status < 300) return { moved: true };
  const now = await branchHead(core, branch);
  if (now === to) return { moved: true };
  if (now !== from) return { moved: false };
  throw new CountersignError(
    'github-refused',
    `GitHub would not move the branch ${branch} (${reply.status}): its name or a rule of the repository forbids it.`,
    {
      fix: 'Take another branch name, or look at the rules for branches in the settings of the repository.',
    },
  );
}

async function openPull(
  core: ClientCore,
  pull: Parameters<GitHubWork['openPullRequest']>[0],
): Promise<OpenedPullRequest> {
  const there = () => findOpenPull(core, pull);
  const before = await there();
  if (before !== null) return before;
  const line = (await core.redact(pull.title)).replaceAll(/\s+/g, ' ');
  const title = sliceWhole(line, MAX_TITLE_CHARS);
  return core.withBody(pull.body, (body) =>
    core.request<OpenedPullRequest>({
      route: `POST ${core.base}/pulls`,
      body: { title, body, head: pull.head, base: pull.base, draft: pull.draft },
      doing: `open a pull request from ${pull.head}`,
      needs: 'pull_requests=write',
      read: (reply) => {
        const made = reading(pullMade)(reply);
        return made === undefined
          ? undefined
          : { number: made.number, url: made.html_url, created: true };
      },
      recover: async () => {
        const found = await there();
        return found === null ? null : { ...found, created: true };
      },
    }),
  );
}

async function findOpenPull(
  core: ClientCore,
  pull: { readonly head: string; readonly base: string },
): Promise<OpenedPullRequest | null> {
  const [first] = await core.request({
    route: `GET ${core.base}/pulls`,
    query: { state: 'open', head: `${core.owner}:${pull.head}`, base: pull.base, per_page: 1 },
    doing: `list the pull requests from ${pull.head}`,
    needs: 'pull_requests=read',
    read: reading(openPulls),
  });
  return first === undefined ? null : { number: first.number, url: first.html_url, created: false };
}
