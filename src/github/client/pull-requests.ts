import * as z from 'zod';
import { createCommit, readTree, refuseSecretName } from './commits.ts';
import { githubRefused, isMissingLabel, messageOf } from './transport/classify-reply.ts';
import { allPages, cleanTitle, type ClientCore, PER_PAGE, readAs } from './transport/core.ts';
import {
  type BaseChange,
  type GitHubWork,
  type OpenedPullRequest,
  pullFile,
} from '../ports/github.ts';
import { nonEmpty, positive, renamed, repositoryName } from '../ports/fields.ts';
import { pullReview } from '../ports/threads.ts';
import { sameBody } from '../publish/body-limit.ts';
import { isOwnRepository } from '../pull-request-trust.ts';

const pullFields = { number: ['number', positive], url: ['html_url', z.string()] } as const;
const pullMade = renamed(pullFields);

const labels = z.array(z.looseObject({ name: z.string() }));

const openPulls = z.array(
  renamed({ ...pullFields, head: ['head', z.looseObject({ repo: repositoryName })] }),
);

const comparison = z.looseObject({
  merge_base_commit: z.looseObject({ sha: nonEmpty }),
  files: z.array(pullFile).default([]),
});

const baseChanges = z.tuple([
  renamed({ at: ['createdAt', z.string()], from: ['previousRefName', z.string()] }),
]);
const LAST_BASE_CHANGE = `query($owner: String!, $repo: String!, $number: Int!) {
  repository(owner: $owner, name: $repo) { pullRequest(number: $number) {
    timelineItems(last: 1, itemTypes: [BASE_REF_CHANGED_EVENT]) {
      nodes { ... on BaseRefChangedEvent { createdAt previousRefName } }
    } } } }`;

const MAX_FILE_PAGES = 31;
const MAX_LABEL_PAGES = 20;
const NEEDS = 'contents=write';

/** Branches, commits, pull requests, labels and reviews. */
export function pullRequestsClient(core: ClientCore) {
  return {
    pullRequestFiles: (number) =>
      allPages(core, {
        route: `GET ${core.base}/pulls/${number}/files`,
        doing: `list the files of pull request #${number}`,
        needs: 'pull_requests=read',
        read: readAs(z.array(pullFile)),
        maxPages: MAX_FILE_PAGES,
      }),
    lastBaseChange: (pull) => lastBaseChange(core, pull),
    mergeBase: async (base, head) => (await compare(core, base, head)).merge_base_commit.sha,
    comparedFiles: async (base, head) => (await compare(core, base, head)).files,
    branchHead: (branch) => branchHead(core, branch),
    tree: (commit) => readTree(core, commit),
    createCommit: (commit) => createCommit(core, commit),
    moveBranch: (branch, move) => moveBranch(core, branch, move),
    openPullRequest: (pull) => openPullRequest(core, pull),
    review: (wanted) => review(core, wanted),
    ...labelClient(core),
  } satisfies Partial<GitHubWork>;
}

async function lastBaseChange(core: ClientCore, number: number): Promise<BaseChange | null> {
  const { owner, repo } = core;
  const nodes = z.union([baseChanges, z.tuple([])]);
  const [change = null] = await core.request({
    route: 'POST /graphql',
    body: { query: LAST_BASE_CHANGE, variables: { owner, repo, number } },
    doing: `show whether the base branch of pull request #${number} was changed`,
    needs: 'pull_requests=read',
    read: readAs(nodes, 'data', 'repository', 'pullRequest', 'timelineItems', 'nodes'),
  });
  return change;
}

/** One page has one commit, and every file that GitHub lists. */
function compare(core: ClientCore, base: string, head: string) {
  return core.request({
    route: `GET ${core.base}/compare/${encodeURIComponent(base)}...${encodeURIComponent(head)}`,
    query: { per_page: 1 },
    doing: `compare ${base} with ${head}`,
    needs: 'contents=read',
    read: readAs(comparison),
  });
}

function labelClient(core: ClientCore) {
  const needs = 'issues=write;pull_requests=write';
  return {
    labels: async () => {
      const all = await allPages(core, {
        route: `GET ${core.base}/labels`,
        doing: 'list the labels',
        needs: 'issues=read',
        read: readAs(labels),
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
      let isLost = false;
      try {
        return await core.request({
          route: `DELETE ${core.base}/issues/${number}/labels/${encodeURIComponent(name)}`,
          doing: `remove the label ${name} from #${number}`,
          needs,
          read: () => true,
          // After a lost answer the label may be off already.
          recover: () => {
            isLost = true;
            return Promise.resolve(null);
          },
        });
      } catch (error) {
        if (isMissingLabel(error)) return isLost;
        throw error;
      }
    },
  } satisfies Partial<GitHubWork>;
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
    read: (reply) => (reply.status === 404 ? null : readAs(nonEmpty, 'object', 'sha')(reply)),
  });
}

/** After a lost answer, and after a refusal, the head of the branch shows what happened. */
async function moveBranch(
  core: ClientCore,
  branch: string,
  { from, to }: { readonly from: string | null; readonly to: string },
): Promise<{ moved: boolean }> {
  refuseSecretName(core, 'branch', branch);
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
  const words = messageOf(reply.data);
  throw githubRefused(
    `GitHub would not move the branch ${branch} (${reply.status}${words === '' ? '' : `: ${words}`}).`,
    'If its name is invalid, use another one; else check the branch rules in the settings of the repository.',
  );
}

async function openPullRequest(
  core: ClientCore,
  pull: Parameters<GitHubWork['openPullRequest']>[0],
): Promise<OpenedPullRequest> {
  const find = () => findOpenPull(core, pull);
  const existing = await find();
  if (existing !== null) return existing;
  const title = cleanTitle(core, pull.title);
  return core.withBody(pull.body, (body) =>
    core.request<OpenedPullRequest>({
      route: `POST ${core.base}/pulls`,
      body: { title, body, head: pull.head, base: pull.base, draft: pull.draft },
      doing: `open a pull request from ${pull.head}`,
      needs: 'pull_requests=write',
      read: readAs(pullMade.transform((opened) => ({ ...opened, created: true }))),
      recover: async () => {
        const found = await find();
        return found === null ? null : { ...found, created: true };
      },
    }),
  );
}

async function findOpenPull(
  core: ClientCore,
  pull: { readonly head: string; readonly base: string },
): Promise<OpenedPullRequest | null> {
  const head = `${core.owner}:${pull.head}`;
  const open = await core.request({
    route: `GET ${core.base}/pulls`,
    query: { state: 'open', head, base: pull.base, per_page: PER_PAGE },
    doing: `list the pull requests from ${pull.head}`,
    needs: 'pull_requests=read',
    read: readAs(openPulls),
  });
  // The owner may have a fork with a branch of this name, too.
  const own = open.find((one) => isOwnRepository(one.head.repo, core));
  return own === undefined ? null : { number: own.number, url: own.url, created: false };
}

const MAX_REVIEW_PAGES = 10;
const NEEDS_REVIEW = 'pull_requests=write';

/** After a lost answer the review is searched for before it is sent again. */
async function review(core: ClientCore, wanted: Parameters<GitHubWork['review']>[0]) {
  const route = `${core.base}/pulls/${wanted.number}/reviews`;
  const doing = `review pull request #${wanted.number}`;
  const comments: object[] = [];
  for (const { path, line, startLine, body } of wanted.remarks) {
    const from = startLine === undefined ? {} : { start_line: startLine, start_side: 'RIGHT' };
    comments.push({ path, line, side: 'RIGHT', ...from, body: core.redact(body) });
  }
  const listed = () =>
    allPages(core, {
      route: `GET ${route}`,
      doing,
      needs: NEEDS_REVIEW,
      read: readAs(z.array(pullReview)),
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
      needs: NEEDS_REVIEW,
      read: readAs(pullReview),
      recover: async () => {
        const fresh = (await listed()).filter(
          ({ id, commitSha }) => !before.has(id) && commitSha === wanted.commit,
        );
        return fresh.find((one) => sameBody(one.body, body)) ?? null;
      },
    }),
  );
  return { id: made.id, url: made.url };
}
