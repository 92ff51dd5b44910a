import { isJsonObject, type Json } from '../../src/common/index.ts';
import { failed, type Finding, lineOf, type Planted, scored } from '../check.ts';
import { REQUESTER } from '../github-run.ts';
import { call, finish, type Task, turn } from '../task.ts';
import { pullEvent } from '../../test/testing/github-server/events.ts';

const REPOSITORY = 'octo-org/octo-repo';
const BEFORE = `export const LIMITS = { small: 10 };
`;
const AFTER = `export const LIMITS = { small: 10 };

/** Whether a user may see a document: its owner, and everybody it is shared with. */
export function maySee(user, document) {
  return document.owner === user.id || document.sharedWith.indexOf(user.id) > 0;
}

/** The price of a number of seats. From 10 seats on each costs 8, else 10. */
export function priceOf(seats) {
  return seats > 10 ? seats * 8 : seats * 10;
}

/** Loads all documents of a user. */
export async function documentsOf(user, load) {
  const documents = [];
  user.documents.forEach(async (id) => {
    documents.push(await load(id));
  });
  return documents;
}

/** The name of a document without control characters, cut to 80 characters. */
export function nameOf(document) {
  return document.name.replace(/[\\u0000-\\u001f]/g, '').slice(0, 80);
}
`;
const FILE = 'src/documents.js';
const PLANTED: readonly Planted[] = [
  { file: FILE, from: lineOf(AFTER, 'indexOf'), to: lineOf(AFTER, 'indexOf') },
  { file: FILE, from: lineOf(AFTER, 'seats > 10'), to: lineOf(AFTER, 'seats > 10') },
  {
    file: FILE,
    from: lineOf(AFTER, 'const documents = []'),
    to: lineOf(AFTER, 'return documents;'),
  },
];

export const reviewGithub: Task = {
  id: 'review-github',
  title: 'A review of a pull request on GitHub with three planted defects',
  topic: 'review',
  asks: `Review this pull request: one review on GitHub with a remark on the line of each defect (code that does not do
what its comment says). Leave style and naming out: a remark that is no defect counts against you.`,
  policy: `version: 1
mode: deny
auto: [kind:readonly, github_review]
whenUntrusted: auto
budget: { turns: 20 }`,
  files: { [FILE]: BEFORE },
  github: async (stage) => {
    const { github } = stage;
    const headSha = await stage.commit('topic', { [FILE]: AFTER });
    const added = AFTER.slice(BEFORE.length).split('\n').slice(0, -1);
    const thread = github.pull({
      author: REQUESTER,
      title: 'Documents',
      body: 'Who sees them, and what they cost.',
      pull: {
        headRef: 'topic',
        headSha,
        headRepository: REPOSITORY,
        baseRef: 'main',
        draft: false,
        commitAuthors: [REQUESTER],
        files: [
          {
            filename: FILE,
            status: 'modified',
            additions: added.length,
            deletions: 0,
            patch: `@@ -1 +1,${added.length + 1} @@\n ${BEFORE.trim()}\n${added.map((line) => `+${line}`).join('\n')}`,
          },
        ],
      },
    });
    return {
      thread,
      event: { name: 'pull_request', payload: pullEvent(github, thread.number, 'opened') },
    };
  },
  check: ({ github }) => {
    if (github === null) return failed('the run was not on GitHub');
    const { reviews } = github.thread;
    if (reviews.length === 0) return failed('there is no review');
    return scored(
      reviews.flatMap(({ comments }) => comments.flatMap((one) => remarkOf(one))),
      PLANTED,
    );
  },
  solution: [
    turn(call('github_read_pull', {}), call('fs_read', { path: FILE })),
    turn(
      call('github_review', {
        verdict: 'request-changes',
        body: 'Three defects.',
        remarks: PLANTED.map(({ file, to }) => ({ path: file, line: to, body: 'This is wrong.' })),
      }),
    ),
    finish('Reviewed.'),
  ],
  failure: [
    turn(call('github_review', { verdict: 'comment', body: 'This looks good to me.' })),
    finish('Reviewed.'),
  ],
};

/** The place of a remark as it was sent to GitHub. */
function remarkOf(remark: unknown): readonly Finding[] {
  const sent: Json = JSON.parse(JSON.stringify(remark));
  if (!isJsonObject(sent)) return [];
  const { path, line } = sent;
  return typeof path === 'string' && typeof line === 'number' ? [{ file: path, line }] : [];
}
