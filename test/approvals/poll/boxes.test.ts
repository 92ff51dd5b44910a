/** Boxes in the approval comment: a tick is an answer by whoever GitHub says ticked it, and any other edit is none. */
import { describe, expect, test } from 'vitest';
import { CountersignError } from '../../../src/common/index.ts';
import type { Account } from '../../../src/github/index.ts';
import { QUIET, requestOf, type TestContext, testContext } from '../context.ts';
import { ALICE, BOB, BOT, CAROL, MALLORY } from '../memory-github.ts';

const one = requestOf();
const two = requestOf({ call: 'c2', command: 'ls' });

function context(over: Parameters<typeof testContext>[0] = {}): TestContext {
  const { settings, ...rest } = over;
  return testContext({ ...rest, settings: { boxes: true, ...settings } });
}

/** Asks, and does something at each poll. */
async function asking(
  where: TestContext,
  offset: Readonly<Record<number, () => void>>,
  requests = [one],
) {
  where.github.onPoll = (poll) => offset[poll]?.();
  return await where.approver.ask(requests, QUIET);
}

function edit({ github }: TestContext, by: Account | null, change: (body: string) => string): void {
  github.edit(github.approvalComment().id, by, change);
}

function tick(where: TestContext, by: Account | null, { id } = one): void {
  edit(where, by, (body) => body.replace(`- [ ] approve ${id}`, `- [x] approve ${id}`));
}

function untick(where: TestContext, by: Account | null, { id } = one): void {
  edit(where, by, (body) => body.replace(`- [x] approve ${id}`, `- [ ] approve ${id}`));
}

function historyOf({ github }: TestContext) {
  return github.history.get(github.approvalComment().nodeId) ?? [];
}

describe('a ticked box', () => {
  test('approves its call alone, by whoever ticked it, and the trail names the edit', async () => {
    const where = context();
    const answers = await asking(where, { 2: () => tick(where, BOB) }, [one, two]);
    expect(answers).toMatchObject([
      { kind: 'approved', by: [{ login: 'bob', permission: 'write' }] },
      { kind: 'unanswered' },
    ]);
    const comment = where.github.approvalComment().id;
    expect(where.trail.of('approval.decision')).toMatchObject([
      { approval: one.id, counted: true, comment: null, edit: { comment } },
    ]);
  });

  test('between two polls is evaluated by its own editor', async () => {
    const where = context();
    const answers = await asking(
      where,
      {
        2: () => {
          tick(where, BOB, one);
          tick(where, CAROL, two);
        },
      },
      [one, two],
    );
    expect(answers).toMatchObject([
      { kind: 'approved', by: [{ login: 'bob' }] },
      { kind: 'approved', by: [{ login: 'carol' }] },
    ]);
    const mixed = context();
    const partly = await asking(
      mixed,
      {
        2: () => {
          tick(mixed, ALICE, one);
          tick(mixed, CAROL, two);
        },
      },
      [one, two],
    );
    expect(partly).toMatchObject([{ kind: 'unanswered' }, { kind: 'approved' }]);
  });

  test('counts once for a person, and the box is empty again for the next', async () => {
    const where = context({ settings: { count: 2 } });
    const answers = await asking(where, {
      2: () => tick(where, BOB),
      4: () => {
        expect(where.github.approvalComment().body).toContain(`- [ ] approve ${one.id}`);
        tick(where, BOB);
      },
      6: () => tick(where, CAROL),
    });
    expect(answers).toMatchObject([
      { kind: 'approved', by: [{ login: 'bob' }, { login: 'carol' }] },
    ]);
  });

  test('stays counted if another person ticks and unticks the box that the run emptied for them', async () => {
    const where = context({ settings: { count: 2 } });
    const answers = await asking(where, {
      2: () => tick(where, BOB),
      4: () => {
        tick(where, CAROL);
        untick(where, CAROL);
      },
      6: () => tick(where, CAROL),
    });
    expect(answers).toMatchObject([
      { kind: 'approved', by: [{ login: 'bob' }, { login: 'carol' }] },
    ]);
  });

  test('and a comment by one person are one approval', async () => {
    const where = context({ settings: { count: 2 } });
    const answers = await asking(where, {
      2: () => tick(where, BOB),
      4: () => where.github.say(BOB, '/approve'),
    });
    expect(answers).toMatchObject([{ kind: 'unanswered' }]);
  });

  test.each<[name: string, by: Account | null, because: string]>([
    ['the requester', ALICE, 'asked for this run'],
    ['somebody whose permission is gone', MALLORY, 'permission read'],
    ['another bot', { login: 'x[bot]', id: 9, type: 'Bot' }, 'a bot'],
    ['nobody that GitHub knows', null, 'no longer exists'],
  ])(
    'by %s does not count, is explained, and leaves the box to others',
    async (_name, by, because) => {
      const where = context();
      const answers = await asking(where, {
        2: () => tick(where, by),
        6: () => tick(where, CAROL),
      });
      expect(answers).toMatchObject([{ kind: 'approved', by: [{ login: 'carol' }] }]);
      expect(where.trail.decisions()[0]).toContain(because);
      expect(where.github.replies()).toMatchObject([expect.stringContaining(because)]);
    },
  );

  test('that does not count is explained to ten people, and the next that counts decides', async () => {
    const where = context({ settings: { waitMs: 3_600_000 } });
    const people = Array.from({ length: 12 }, (_, index): Account => {
      return { login: `m${index}`, id: 70 + index, type: 'User' };
    });
    const ticks = people.map((by, index) => [2 + 2 * index, () => tick(where, by)] as const);
    const answers = await asking(where, {
      ...Object.fromEntries(ticks),
      30: () => tick(where, CAROL),
    });
    expect(answers).toMatchObject([{ kind: 'approved', by: [{ login: 'carol' }] }]);
    expect(where.trail.of('approval.decision')).toHaveLength(people.length + 1);
    expect(where.github.replies()).toHaveLength(10);
  });

  test('by the author of the pull request or of a commit does not count', async () => {
    for (const more of [
      { pullAuthor: BOB },
      { commitAuthors: [{ ...BOB, login: 'bob-before' }] },
    ]) {
      const where = context(more);
      expect(await asking(where, { 2: () => tick(where, BOB) })).toMatchObject([
        { kind: 'unanswered' },
      ]);
    }
  });

  test('that is undone before the run saw it, or before the last check, does not count', async () => {
    const before = context();
    expect(
      await asking(before, {
        2: () => {
          tick(before, BOB);
          untick(before, BOB);
        },
      }),
    ).toMatchObject([{ kind: 'unanswered' }]);
    expect(before.trail.of('approval.decision')).toEqual([]);
    const other = context();
    expect(
      await asking(other, {
        2: () => {
          tick(other, BOB);
          untick(other, CAROL);
          tick(other, CAROL);
        },
      }),
    ).toMatchObject([{ kind: 'approved', by: [{ login: 'carol' }] }]);
  });

  test('that is undone while the run checks for the last time does not count', async () => {
    const where = context();
    const { github } = where;
    const commentEdits = github.commentEdits.bind(github);
    let reads = 0;
    github.commentEdits = async (nodeId) => {
      reads += 1;
      // The first reading finds the tick, the second is before the comment would be updated, the third is the last check.
      if (reads === 3) untick(where, CAROL);
      return await commentEdits(nodeId);
    };
    expect(await asking(where, { 2: () => tick(where, BOB) })).toMatchObject([
      { kind: 'unanswered' },
    ]);
    expect(where.trail.decisions()).toEqual([
      'approve by bob counts',
      'approve by bob does not count: the box was unticked',
    ]);
  });

  test('does not count if GitHub does not list all edits: one that is missing may be anybody’s', async () => {
    const where = context();
    const { github } = where;
    const commentEdits = github.commentEdits.bind(github);
    github.commentEdits = async (nodeId) => {
      const { total, edits } = await commentEdits(nodeId);
      return { total: total + 1, edits };
    };
    expect(await asking(where, { 2: () => tick(where, BOB) })).toMatchObject([
      { kind: 'unanswered' },
    ]);
    expect(where.trail.of('approval.decision')).toEqual([]);
  });

  test('no longer counts if its author lost the permission by the last check', async () => {
    const where = context();
    const answers = await asking(
      where,
      {
        2: () => tick(where, BOB),
        4: () => {
          where.github.permissions.set('bob', 'read');
          tick(where, CAROL, two);
        },
      },
      [one, two],
    );
    expect(answers).toMatchObject([{ kind: 'unanswered' }, { kind: 'approved' }]);
  });

  test('for a call that was denied does not count', async () => {
    const where = context();
    const answers = await asking(
      where,
      {
        2: () => {
          where.github.say(CAROL, `/deny ${one.id} no`);
          tick(where, BOB);
        },
      },
      [one, two],
    );
    expect(answers[0]).toMatchObject({ kind: 'denied' });
  });
});

describe('any other edit makes the requests void', () => {
  const EDITS: readonly [name: string, act: (where: TestContext) => void][] = [
    ['of the text', (where) => edit(where, CAROL, (body) => `${body}\nmore`)],
    [
      'of the text and a box at once',
      (where) =>
        edit(where, CAROL, (body) =>
          body.replace(`- [ ] approve ${one.id}`, `- [x] approve ${one.id}`).replace('rm', 'ls'),
        ),
    ],
    [
      'of the text and a box at once, where the history begins with it',
      (where) => {
        edit(where, CAROL, (body) =>
          body.replace(`- [ ] approve ${one.id}`, `- [x] approve ${one.id}`).replace('rm', 'ls'),
        );
        historyOf(where).shift();
      },
    ],
    [
      'of two boxes at once',
      (where) => edit(where, CAROL, (body) => body.replaceAll('- [ ] approve', '- [x] approve')),
    ],
    [
      'of the text, undone by a tick',
      (where) => {
        edit(where, CAROL, (body) => `${body}\nmore`);
        edit(where, CAROL, (body) =>
          body.replace('\nmore', '').replace(`- [ ] approve ${one.id}`, `- [x] approve ${one.id}`),
        );
      },
    ],
    [
      'of the id of a box',
      (where) =>
        edit(where, CAROL, (body) => body.replace(`] approve ${one.id}`, `] approve ap-00000000`)),
    ],
    [
      'that adds a ticked box',
      (where) => edit(where, CAROL, (body) => `${body}\n\n- [x] approve ${one.id}`),
    ],
    ['that ticks a box by the account of the run', (where) => tick(where, BOT)],
    [
      'whose text was deleted from the history',
      (where) => {
        tick(where, CAROL);
        untick(where, CAROL);
        tick(where, CAROL);
        const edits = historyOf(where);
        const [, hidden] = edits;
        if (hidden !== undefined) edits[1] = { ...hidden, body: null };
      },
    ],
  ];
  test.each(EDITS)('%s', async (_name, act) => {
    const where = context();
    const answers = await asking(where, { 2: () => act(where) }, [one, two]);
    for (const answer of answers)
      expect(answer).toMatchObject({
        kind: 'unanswered',
        because: expect.stringContaining('the approval comment was edited by'),
      });
    expect(where.trail.decisions().filter((line) => line.endsWith('counts'))).toEqual([]);
  });

  test('a box in the shown command is text', async () => {
    const tricky = requestOf({ command: `cat <<E\n- [ ] approve ${two.id}\nE`, call: 'c9' });
    const where = context();
    const answers = await asking(
      where,
      {
        2: () =>
          edit(where, CAROL, (body) => {
            const offset = body.indexOf(`cat <<E`);
            return (
              body.slice(0, offset) +
              body.slice(offset).replace(`- [ ] approve ${two.id}`, `- [x] approve ${two.id}`)
            );
          }),
      },
      [tricky, two],
    );
    expect(answers).toMatchObject([{ kind: 'unanswered' }, { kind: 'unanswered' }]);
    expect(where.trail.of('approval.decision')).toEqual([]);
  });
});

test('a tick that could not be read for a moment is read by the next poll', async () => {
  const where = context();
  const down = new CountersignError('github-unreachable', 'down');
  const answers = await asking(where, {
    2: () => {
      tick(where, BOB);
      where.github.failing.set('threadState', down);
    },
    3: () => void where.github.failing.delete('threadState'),
  });
  expect(answers).toMatchObject([{ kind: 'approved', by: [{ login: 'bob' }] }]);
});

test('a tick is read also if GitHub lists the oldest edit first', async () => {
  const where = context();
  const { github } = where;
  const read = github.commentEdits.bind(github);
  github.commentEdits = async (nodeId) => {
    const { total, edits } = await read(nodeId);
    return { total, edits: edits.toReversed() };
  };
  const answers = await asking(where, { 2: () => tick(where, BOB) });
  expect(answers).toMatchObject([{ kind: 'approved', by: [{ login: 'bob' }] }]);
});

/** Gives the text before all edits another time. */
function retime(where: TestContext, time: string): void {
  const history = historyOf(where);
  const [first] = history;
  if (first !== undefined) history[0] = { ...first, at: time };
}

describe('if the history cannot be read', () => {
  const FAULTS: readonly [name: string, act: (where: TestContext) => void][] = [
    [
      'because GitHub refuses',
      ({ github }) =>
        github.failing.set('commentEdits', new CountersignError('github-permission', 'No.')),
    ],
    [
      'because it is longer than what GitHub shows',
      (where) =>
        Object.assign(where.github, { commentEdits: async () => ({ total: 101, edits: [] }) }),
    ],
    [
      'because an edit is a summary and no text',
      ({ github }) => {
        const read = github.commentEdits.bind(github);
        Object.assign(github, {
          commentEdits: async (nodeId: string) => {
            const { total, edits } = await read(nodeId);
            return { total, edits: edits.map((known) => ({ ...known, body: '-[ ]\n+[x]' })) };
          },
        });
      },
    ],
    [
      'because it ends with another text',
      (where) => {
        historyOf(where).pop();
      },
    ],
    ['because its edits are not in the order of their times', (where) => retime(where, '2027')],
    ['because an edit has no time', (where) => retime(where, 'yesterday')],
  ];
  test.each(FAULTS)(
    '%s, a tick counts for nothing, people are notified once, and a comment counts',
    async (_name, act) => {
      const where = context();
      const answers = await asking(where, {
        2: () => {
          tick(where, BOB);
          act(where);
        },
        6: () => where.github.say(CAROL, '/approve'),
      });
      expect(where.trail.decisions()).toEqual(['approve by carol counts']);
      expect(answers).toMatchObject([{ kind: 'approved', by: [{ login: 'carol' }] }]);
      const replies = [...where.github.all.values()].filter(({ body }) => body.includes('by whom'));
      expect(replies).toMatchObject([{ body: expect.stringContaining(`\n/approve ${one.id}\n`) }]);
    },
  );

  test('people are notified, also where a reaction says that an outsider was turned away', async () => {
    const where = context();
    where.github.failing.set('commentEdits', new CountersignError('github-permission', 'No.'));
    await asking(where, {
      2: () => {
        where.github.reactions.set(where.github.approvalComment().id, new Set(['confused']));
        tick(where, BOB);
      },
    });
    const replies = [...where.github.all.values()].filter(({ body }) => body.includes('by whom'));
    expect(replies).toHaveLength(1);
  });

  test.each<[string, (where: TestContext) => void]>([
    ['the text was edited', (where) => edit(where, CAROL, (body) => `${body}\nmore`)],
    [
      'the text was edited and a box ticked',
      (where) => {
        tick(where, CAROL);
        edit(where, CAROL, (body) => `${body}\nmore`);
      },
    ],
    [
      'a box was ticked and unticked',
      (where) => {
        tick(where, CAROL);
        untick(where, CAROL);
      },
    ],
  ])('and %s, the requests are void', async (_what, act) => {
    const where = context();
    where.github.failing.set('commentEdits', new CountersignError('github-permission', 'No.'));
    const answers = await asking(where, { 2: () => act(where) });
    expect(answers).toMatchObject([
      { because: expect.stringContaining('the approval comment was edited by @carol') },
    ]);
  });

  test('and the comment was deleted when it is read once more, the requests are void', async () => {
    const where = context();
    const { github } = where;
    const answers = await asking(where, {
      2: () => {
        const { id } = github.approvalComment();
        tick(where, BOB);
        github.commentEdits = async () => {
          github.remove(id);
          return { total: 101, edits: [] };
        };
      },
    });
    expect(answers).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('approval comment was deleted') },
    ]);
  });

  test('the event of the tick says who ticked a suspended request, and nobody else', async () => {
    for (const by of [BOB, ALICE]) {
      const { where, stored } = await suspendedRequest();
      tick(where, by);
      where.github.failing.set('commentEdits', new CountersignError('github-permission', 'No.'));
      const { id: comment, url } = where.github.approvalComment();
      const event = {
        id: one.id,
        by,
        at: new Date(where.github.nowMs).toISOString(),
        comment,
        url,
      };
      const answers = await where.approver.resume(stored, [one], { ...QUIET, tick: event });
      expect(answers).toMatchObject([{ kind: by === BOB ? 'approved' : 'suspended' }]);
    }
    const again = await suspendedRequest();
    tick(again.where, BOB);
    const first = {
      id: one.id,
      by: BOB,
      at: new Date(again.where.github.nowMs).toISOString(),
      comment: again.where.github.approvalComment().id,
      url: again.where.github.approvalComment().url,
    };
    untick(again.where, CAROL);
    tick(again.where, ALICE);
    again.where.github.failing.set(
      'commentEdits',
      new CountersignError('github-permission', 'No.'),
    );
    await again.where.approver.resume(again.stored, [one], { ...QUIET, tick: first });
    expect(again.where.trail.of('approval.decision')).toEqual([]);
    const { where, stored } = await suspendedRequest([one, two]);
    const event = { id: one.id, by: BOB, at: new Date(where.github.nowMs).toISOString() };
    const { id: comment, url } = where.github.approvalComment();
    tick(where, ALICE, two);
    tick(where, BOB);
    where.github.failing.set('commentEdits', new CountersignError('github-permission', 'No.'));
    await where.approver.resume(stored, [one, two], { ...QUIET, tick: { ...event, comment, url } });
    expect(where.trail.of('approval.decision')).toEqual([]);
  });
});

async function suspendedRequest(requests = [one]) {
  const where = context({ suspends: true, settings: { waitMs: 3_000 } });
  await asking(where, {}, requests);
  const stored = where.approver.suspendedRequest();
  if (stored === null) throw new Error('not suspended');
  where.github.onPoll = () => {};
  where.github.nowMs += 5_000;
  return { where, stored };
}

describe('a suspended request', () => {
  test('is approved by a tick of later, and keeps one of earlier', async () => {
    const { where, stored } = await suspendedRequest([one, two]);
    tick(where, BOB);
    expect(await where.approver.resume(stored, [one, two], QUIET)).toMatchObject([
      { kind: 'suspended' },
      { kind: 'suspended' },
    ]);
    const again = where.approver.suspendedRequest();
    if (again === null) throw new Error('not suspended');
    where.github.nowMs += 5_000;
    tick(where, CAROL, two);
    expect(await where.approver.resume(again, [one, two], QUIET)).toMatchObject([
      { kind: 'approved', by: [{ login: 'bob' }] },
      { kind: 'approved', by: [{ login: 'carol' }] },
    ]);
  });

  test('keeps a tick that an earlier job read, though GitHub no longer shows the edits', async () => {
    const { where, stored } = await suspendedRequest([one, two]);
    tick(where, BOB);
    await where.approver.resume(stored, [one, two], QUIET);
    const again = where.approver.suspendedRequest();
    if (again === null) throw new Error('not suspended');
    where.github.nowMs += 5_000;
    where.github.failing.set('commentEdits', new CountersignError('github-refused', 'No history.'));
    where.github.say(CAROL, `/approve ${two.id}`);
    expect(await where.approver.resume(again, [one, two], QUIET)).toMatchObject([
      { kind: 'approved', by: [{ login: 'bob' }] },
      { kind: 'approved', by: [{ login: 'carol' }] },
    ]);
  });

  test('explains a tick that does not count once, however many jobs read it', async () => {
    const { where, stored } = await suspendedRequest();
    tick(where, ALICE);
    await where.approver.resume(stored, [one], QUIET);
    const again = where.approver.suspendedRequest();
    if (again === null) throw new Error('not suspended');
    await where.approver.resume(again, [one], QUIET);
    expect(where.github.replies()).toHaveLength(1);
  });
});

test('without the policy there is no box, and an added one is an edit', async () => {
  const where = context({ settings: { boxes: false } });
  const answers = await asking(where, {
    2: () => edit(where, CAROL, (body) => `${body}\n\n- [x] approve ${one.id}`),
  });
  expect(answers).toMatchObject([{ kind: 'unanswered' }]);
  expect(where.github.updates.concat(where.github.approvalComment().body).join('\n')).not.toContain(
    '- [ ]',
  );
});
