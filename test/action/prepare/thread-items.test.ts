import { expect, test } from 'vitest';
import type { GitHub, IssueComment, Permission, Trigger } from '../../../src/github/index.ts';
import { threadItems } from '../../../src/action/prepare/thread-items.ts';
import { trustBy } from '../../../src/action/prepare/trust-by.ts';

const ASKED_AT = '2026-03-01T12:00:00Z';

function comment(id: number, over: Partial<IssueComment>): IssueComment {
  const createdAt = over.createdAt ?? '2026-03-01T11:00:00Z';
  return {
    id,
    nodeId: `n${id}`,
    author: { login: 'octo-stranger', id: 5, type: 'User' },
    viaApp: null,
    byOutsider: false,
    body: `body ${id}`,
    updatedAt: createdAt,
    url: '',
    ...over,
    createdAt,
  };
}

function gitHub(
  comments: readonly IssueComment[],
  permissions: Readonly<Record<string, Permission>>,
): GitHub {
  const known: Partial<GitHub> = {
    issue: () =>
      Promise.resolve({
        number: 7,
        title: 'Title',
        body: 'Body',
        author: { login: 'octo-dev', id: 1, type: 'User' },
        open: true,
        stateReason: null,
        assignees: [],
        milestone: null,
        isPullRequest: false,
        url: '',
      }),
    comments: () => Promise.resolve({ comments, cursor: '', changed: true }),
    permissionOf: ({ login }) => {
      const permission = permissions[login];
      return permission === undefined
        ? Promise.reject(new Error('GitHub is away'))
        : Promise.resolve(permission);
    },
  };
  return known as GitHub;
}

const TRIGGER = {
  number: 7,
  title: null,
  body: null,
  requestText: { commentId: 30, asOf: ASKED_AT },
} as unknown as Trigger;

const noPictures = () => Promise.resolve({ images: [], omitted: [] });

async function read(
  comments: readonly IssueComment[],
  permissions: Readonly<Record<string, Permission>>,
  trigger: Trigger = TRIGGER,
  isPrompted = false,
) {
  const github = gitHub(comments, permissions);
  const trusts = trustBy(github);
  return await threadItems({ github, trigger, trusts, pictures: noPictures, isPrompted });
}

test("comments that were edited, came after the event, are its own or are Countersign's are left out", async () => {
  const items = await read(
    [
      comment(10, {}),
      comment(11, { updatedAt: '2026-03-01T11:30:00Z' }),
      comment(30, { createdAt: ASKED_AT }),
      comment(31, { createdAt: '2026-03-01T12:00:01Z' }),
      comment(12, { body: '<!-- countersign:approval-request ap-00000000 -->\nold card' }),
    ],
    { 'octo-dev': 'write', 'octo-stranger': 'read' },
  );
  expect(items.map(({ source }) => source)).toEqual(['issue #7', 'comment 10']);
});

test('an author with current write access is trusted; a deleted author, or one whose look-up failed, is not', async () => {
  const items = await read(
    [
      comment(10, {}),
      comment(11, { author: { login: 'octo-maintainer', id: 2, type: 'User' } }),
      comment(12, { author: null }),
    ],
    {
      'octo-dev': 'triage',
      'octo-maintainer': 'maintain',
    },
  );
  expect(items.map(({ source, trusted }) => [source, trusted])).toEqual([
    ['issue #7', false],
    ['comment 10', false],
    ['comment 11', true],
    ['comment 12', false],
  ]);
});

test('title and body are those that the event showed, not what was written into them since', async () => {
  const [shown] = await read(
    [],
    { 'octo-dev': 'write' },
    { ...TRIGGER, title: 'Then', body: 'As it was' },
  );
  const [bare] = await read([], { 'octo-dev': 'write' }, { ...TRIGGER, title: 'Then', body: null });
  const [asked] = await read([], { 'octo-dev': 'write' });
  expect([shown?.text, bare?.text, asked?.text]).toEqual([
    'Then\n\nAs it was',
    'Then\n\n',
    'Title\n\nBody',
  ]);
});

test('the comment or review of the event comes first where the input `prompt` is the request', async () => {
  const author = { login: 'octo-stranger', id: 5, type: 'User' };
  const asked = { author, text: 'It hangs.', asOf: ASKED_AT };
  const about = (action: string, requestText: object) =>
    ({ ...TRIGGER, action, requestText: { ...asked, ...requestText } }) as unknown as Trigger;
  const firstOf = async (trigger: Trigger, isPrompted: boolean) =>
    (await read([comment(30, { createdAt: ASKED_AT })], {}, trigger, isPrompted))[0];
  const commented = about('created', { source: 'comment', commentId: 30 });
  const reviewed = about('submitted', { source: 'review', commentId: null });
  const shown = { author: 'octo-stranger', trusted: false, text: 'It hangs.' };
  expect(await firstOf(commented, true)).toMatchObject({ source: 'comment 30', ...shown });
  expect(await firstOf(reviewed, true)).toMatchObject({ source: 'review', ...shown });
  for (const [trigger, isPrompted] of [
    [commented, false],
    [reviewed, false],
    [about('deleted', { source: 'comment', commentId: 30 }), true],
    [about('opened', { source: 'issue', commentId: null }), true],
  ] as const)
    expect(await firstOf(trigger, isPrompted)).toMatchObject({ source: 'issue #7' });
});
