import { describe, expect, test } from 'vitest';
import {
  type Answer,
  type ApprovalRequest,
  suspendedRequestSchema,
} from '../../../src/approvals/index.ts';
import type { CommentApproverOptions } from '../../../src/approvals/index.ts';
import { sha256 } from '../../../src/common/index.ts';
import { BOB, CAROL, MALLORY, type MemoryGitHub } from '../memory-github.ts';
import { QUIET, requestOf, testContext } from '../context.ts';

const DAY_MS = 86_400_000;
const needs = (over: Partial<ApprovalRequest['needs']>): ApprovalRequest['needs'] => ({
  from: [['write']],
  count: 1,
  self: false,
  expireMs: 7 * DAY_MS,
  ...over,
});
const publish = requestOf({ call: 'c1', command: 'npm publish' });
const build = requestOf({ call: 'c2', command: 'make' });

async function ask(
  requests: readonly ApprovalRequest[],
  options: {
    readonly onPoll: (github: MemoryGitHub, poll: number) => void;
    readonly over?: Partial<Omit<CommentApproverOptions, 'settings'>>;
    readonly waitMs?: number;
  },
) {
  const { waitMs = 600_000 } = options;
  const context = testContext({ ...options.over, settings: { waitMs } });
  const { github } = context;
  github.onPoll = (poll) => options.onPoll(github, poll);
  const answers = await context.approver.ask(requests, QUIET);
  return { ...context, answers: answers.map(shortened) };
}

function yes(on: MemoryGitHub, poll: number): void {
  if (poll === 2) on.say(BOB, '/approve all');
  if (poll === 3) on.say(CAROL, '/approve all');
}

function block(text: string, fence = '```'): string {
  return `${fence}sh\n${text}\n${fence}`;
}

function shortened(answer: Answer): string {
  return answer.kind === 'approved'
    ? answer.by.map(({ login }) => login).join()
    : answer.kind === 'denied'
      ? `denied by ${answer.by.login}`
      : answer.kind;
}

describe('one request for calls that need different people', () => {
  test('an answer to all counts for those calls whose approver its author is', async () => {
    const asked = [
      { ...publish, needs: needs({ from: [['admin']] }) },
      { ...build, needs: needs({ from: [['@bob']] }) },
    ];
    let first = '';
    const { answers, trail } = await ask(asked, {
      onPoll: (on, poll) => {
        first ||= [...on.all.values()].map(({ body }) => body).join();
        if (poll === 2) on.say(BOB, '/approve all');
        if (poll === 3) on.say(CAROL, `/approve ${publish.id}`);
      },
    });
    expect(answers).toEqual(['carol', 'bob']);
    expect(trail.decisions()).toEqual([
      'approve by bob does not count: its author has the permission write, and the policy asks for admin',
      'approve by bob counts',
      'approve by carol counts',
    ]);
    expect(trail.of('approval.decision').filter(({ counted }) => counted)).toMatchObject([
      { approval: build.id, as: ['@bob'] },
      { approval: publish.id, as: ['admin'] },
    ]);
    expect(first).toContain('**Who can approve**: each call says whom it needs');
    expect(trail.of('approval.asked')).toMatchObject([
      {
        requests: [
          { approval: publish.id, needs: { from: [['admin']], count: 1 } },
          { approval: build.id, needs: { from: [['@bob']], count: 1 } },
        ],
      },
    ]);
  });

  test('an answer that counts for one of two calls, and is then edited, is withdrawn for that call alone', async () => {
    const asked = [
      { ...publish, needs: needs({ from: [['admin']] }) },
      { ...build, needs: needs({ from: [['write']], count: 2 }) },
    ];
    const { answers, trail } = await ask(asked, {
      onPoll: (on, poll) => {
        if (poll === 2) on.say(BOB, '/approve all', { id: 300 });
        if (poll === 4) on.edit(300, BOB, () => 'Never mind.');
      },
    });
    expect(answers).toEqual(['unanswered', 'unanswered']);
    const decisions = trail.decisions();
    expect(decisions).toHaveLength(3);
    expect(decisions[0]).toContain('does not count: its author has the permission write');
    expect(decisions.slice(1)).toEqual([
      'approve by bob counts',
      'approve by bob does not count: the comment was edited after it was counted',
    ]);
  });

  test('people are counted for each call by itself', async () => {
    const asked = [{ ...publish, needs: needs({ count: 2 }) }, build];
    const { answers } = await ask(asked, {
      onPoll: (on, poll) => {
        if (poll === 2) on.say(BOB, '/approve all');
        if (poll === 4) on.say(BOB, `/approve ${publish.id}`);
      },
    });
    expect(answers).toEqual(['unanswered', 'bob']);
    const both = await ask(asked, {
      onPoll: (on, poll) => {
        if (poll === 2) on.say(BOB, '/approve all');
        if (poll === 4) on.say(CAROL, `/approve ${publish.id}`);
      },
    });
    expect(both.answers).toEqual(['bob,carol', 'bob']);
  });

  test('an approver needs an entry of each list, and an empty list has none', async () => {
    const from = [['write'], ['@carol', '@octo/none']];
    const asked = [{ ...publish, needs: needs({ from }) }];
    expect((await ask(asked, { onPoll: yes })).answers).toEqual(['carol']);
    for (const nobody of [[], [[]], [['admin'], []]]) {
      const none = [{ ...publish, needs: needs({ from: nobody }) }];
      expect((await ask(none, { onPoll: yes })).answers).toEqual(['unanswered']);
    }
  });

  test('`self` lets the requester approve the calls of its rule and no others', async () => {
    const asked = [publish, { ...build, needs: needs({ self: true }) }];
    const { answers } = await ask(asked, {
      over: { requester: { login: 'bob', id: BOB.id } },
      onPoll: (on, poll) => {
        if (poll === 2) on.say(BOB, '/approve all');
      },
    });
    expect(answers).toEqual(['unanswered', 'bob']);
  });

  test('a call whose rule expires earlier is over then, and the others are not', async () => {
    const asked = [{ ...publish, needs: needs({ expireMs: 60_000 }) }, build];
    const late = await ask(asked, {
      onPoll: (on, poll) => {
        if (poll !== 2) return;
        on.nowMs += 61_000;
        on.say(BOB, '/approve all');
      },
    });
    expect(late.answers).toEqual(['unanswered', 'bob']);
    expect(late.trail.decisions()[0]).toContain('it was posted after this request expired');
    expect(late.trail.of('approval.void')).toMatchObject([
      {
        approval: publish.id,
        because: expect.stringContaining('expired on 1 Jan 2026, 00:01 UTC'),
      },
    ]);
  });

  test('is suspended and resumed with what each call needs, and the time of each', async () => {
    const asked = [
      { ...publish, needs: needs({ expireMs: 3_600_000 }) },
      { ...build, needs: needs({ count: 2 }) },
    ];
    const first = testContext({ suspends: true, settings: { waitMs: 60_000 } });
    await first.approver.ask(asked, QUIET);
    const stored = first.approver.suspendedRequest()!;
    expect(suspendedRequestSchema.parse(stored)).toMatchObject({
      asked: '2026-01-01T00:00:00.000Z',
      expires: '2026-01-08T00:00:00.000Z',
    });
    const { github } = first;
    github.nowMs += 2 * 3_600_000;
    github.say(BOB, '/approve all');
    const again = testContext({ suspends: true, github, clock: first.clock });
    await again.approver.resume(stored, asked, QUIET);
    expect(again.trail.decisions()).toEqual([
      'approve by bob does not count: it was posted after this request expired',
      'approve by bob counts',
    ]);
    github.say(CAROL, '/approve all');
    const last = testContext({ suspends: true, github, clock: first.clock });
    const answers = await last.approver.resume(again.approver.suspendedRequest()!, asked, QUIET);
    expect(answers.map(shortened)).toEqual(['unanswered', 'bob,carol']);
  });

  const codeOwners = [
    { globs: ['src/**'], owners: ['@bob'] },
    { globs: ['pay/**'], owners: ['@carol'] },
  ];

  test('who has left the team that may approve everything approves for their own files alone', async () => {
    const byTeam = needs({ from: [['@octo/release', 'codeowners']], count: 2 });
    const asked = [{ ...publish, needs: byTeam, paths: ['src/a.ts', 'pay/b.ts', 'pay/c.ts'] }];
    const shared = [
      { globs: ['src/**'], owners: ['@bob', '@carol'] },
      { globs: ['pay/**'], owners: ['@mallory'] },
    ];
    const { answers, trail } = await ask(asked, {
      over: { codeOwners: shared },
      onPoll: (on, poll) => {
        if (poll === 1) on.teams.set('octo/release', ['bob']);
        if (poll === 2) on.say(BOB, '/approve all');
        if (poll !== 20) return;
        on.teams.clear();
        on.say(CAROL, '/approve all');
      },
    });
    expect(answers).toEqual(['unanswered']);
    const byBob = trail.of('approval.decision').filter(({ by }) => by.login === 'bob');
    expect(byBob.map(({ files }) => files)).toEqual([undefined, ['src/a.ts']]);
  });

  test('whoever owns one of the files approves for it alone, whatever else they are', async () => {
    const byOwners = needs({ from: [['codeowners'], ['write']] });
    const asked = [{ ...publish, needs: byOwners, paths: ['src/a.ts', 'pay/b.ts'] }];
    const one = await ask(asked, {
      over: { codeOwners },
      onPoll: (on, poll) => {
        if (poll === 2) on.say(BOB, '/approve all');
      },
    });
    expect(one.answers).toEqual(['unanswered']);
    expect(one.github.updates.join()).toContain('for a code owner of `pay/b.ts`');
    const two = await ask(asked, {
      over: { codeOwners },
      onPoll: (on, poll) => {
        if (poll === 2) on.say(BOB, '/approve all');
        if (poll === 3) on.say(CAROL, '/approve all');
      },
    });
    expect(two.answers).toEqual(['bob,carol']);
    expect(two.trail.of('approval.decision')).toMatchObject([
      { as: ['codeowners', 'write'], files: ['src/a.ts'] },
      { as: ['codeowners', 'write'], files: ['pay/b.ts'] },
    ]);
  });
});

describe('an approval with `always`', () => {
  const askAlways = async (body: string, asked = [publish]) => {
    const context = testContext();
    context.github.onPoll = (poll) => {
      if (poll === 2) context.github.say(BOB, body);
    };
    return { ...context, answers: await context.approver.ask(asked, QUIET) };
  };

  test.each([
    `/approve ${publish.id} always`,
    '/approve always',
    `/approve ${publish.id} ALWAYS --note x`,
  ])('%s approves, and says who asked for a rule', async (body) => {
    const { answers, trail } = await askAlways(body);
    expect(answers).toMatchObject([{ kind: 'approved', always: { login: 'bob', id: BOB.id } }]);
    expect(trail.of('approval.decision')).toMatchObject([{ counted: true, always: true }]);
  });

  test.each([
    `/approve ${publish.id} always please`,
    `/approve always ${publish.id}`,
    '/approve all always',
    `/approve ${publish.id} alwaysx`,
  ])('%s approves nothing', async (body) => {
    const { answers } = await askAlways(body, [publish, build]);
    expect(answers).toMatchObject([{ kind: 'unanswered' }, { kind: 'unanswered' }]);
  });

  test('asks for a rule also by somebody who approved the call before', async () => {
    const context = testContext({ settings: { count: 2 } });
    context.github.onPoll = (poll) => {
      if (poll === 2) context.github.say(BOB, `/approve ${publish.id}`);
      if (poll === 3) context.github.say(BOB, `/approve ${publish.id} always`);
      if (poll === 5) context.github.say(CAROL, `/approve ${publish.id}`);
    };
    expect(await context.approver.ask([publish], QUIET)).toMatchObject([
      { kind: 'approved', by: [{ login: 'bob' }, { login: 'carol' }], always: { login: 'bob' } },
    ]);
  });

  test('by somebody who may not approve asks for no rule', async () => {
    const context = testContext();
    context.github.onPoll = (poll) => {
      if (poll === 2) context.github.say(MALLORY, `/approve ${publish.id} always`);
      if (poll === 3) context.github.say(BOB, `/approve ${publish.id}`);
    };
    const [answer] = await context.approver.ask([publish], QUIET);
    expect(answer).toMatchObject({ kind: 'approved' });
    expect(answer).not.toHaveProperty('always');
  });
});

describe('an approval with another text', () => {
  const changeable = { ...publish, changeable: true as const };
  const answer = async (
    bodies: readonly string[],
    asked: readonly ApprovalRequest[] = [changeable],
  ) => {
    const context = testContext();
    context.github.onPoll = (poll) => {
      if (poll !== 2) return;
      for (const [index, body] of bodies.entries())
        context.github.say([BOB, CAROL][index] ?? MALLORY, body);
    };
    return { ...context, answers: await context.approver.ask(asked, QUIET) };
  };

  test.each<[string, string]>([
    [`/approve ${publish.id} with\n${block('npm publish --dry-run')}`, 'npm publish --dry-run'],
    [`/approve with\r\n\r\n${block('a\r\nb', '~~~~')}\r\n`, 'a\nb'],
    [
      `/Approve ${publish.id} WITH\n${block('/deny all\n/approve ap-11111111 now')}`,
      '/deny all\n/approve ap-11111111 now',
    ],
    [`/approve ${publish.id} with\n${block('```\nx', '````')}`, '```\nx'],
    [`/approve ${publish.id} with\n\`\`\`\n\`\`\``, ''],
  ])('%j approves the call with the text of the block', async (body, text) => {
    const { answers, trail } = await answer([body]);
    expect(answers).toMatchObject([
      {
        kind: 'approved',
        by: [{ login: 'bob' }],
        change: { text, by: { login: 'bob', id: BOB.id } },
      },
    ]);
    expect(trail.of('approval.decision')).toMatchObject([
      { counted: true, changeSha256: sha256(text) },
    ]);
  });

  test.each([
    `/approve ${publish.id} with`,
    `/approve ${publish.id} with npm publish --dry-run`,
    `/approve ${publish.id} with\nnpm publish --dry-run`,
    `/approve ${publish.id} with\n\`npm publish\``,
    `/approve ${publish.id} with\n\`\`\`\nnpm publish`,
    `/approve ${publish.id} with\n${block('a')}\nand this`,
    `/approve ${publish.id} with\n\`\`\`\na\n   \`\`\`\nand this\n\`\`\``,
    `/approve ${publish.id} with\n\`\`\`\na\n\`\`\`\u00A0`,
    `/approve ${publish.id} with\n${block('a')}\n${block('b')}`,
    `/approve ${publish.id} with\nso:\n${block('a')}`,
    `/approve ${publish.id} with\n> ${block('a')}`,
    `/approve ${publish.id} with\n  ${block('a')}`,
    `/approve ${publish.id} with\n<!--\n${block('a')}\n-->`,
    `/approve ${publish.id} ${build.id} with\n${block('a')}`,
    `/approve all with\n${block('a')}`,
    `/approve with ${publish.id}\n${block('a')}`,
  ])('%j approves nothing, neither the call nor a text', async (body) => {
    const { answers } = await answer([body], [changeable, build]);
    expect(answers.map(({ kind }) => kind)).toEqual(['unanswered', 'unanswered']);
  });

  test('does not count for a call whose text cannot be changed, and says so', async () => {
    const { answers, trail } = await answer(
      [`/approve ${publish.id} with\n${block('a')}`],
      [publish],
    );
    expect(answers).toMatchObject([{ kind: 'unanswered' }]);
    expect(trail.decisions()[0]).toContain('its text cannot be changed');
  });

  test('loses against an earlier approval of the call, and against any denial', async () => {
    const change = `/approve ${publish.id} with\n${block('a')}`;
    const late = await answer([`/approve ${publish.id}`, change]);
    expect(late.answers).toMatchObject([{ kind: 'approved', by: [{ login: 'bob' }] }]);
    expect(late.answers[0]).not.toHaveProperty('change');
    const early = await answer([change, `/approve ${publish.id}`]);
    expect(early.answers).toMatchObject([{ change: { by: { login: 'bob' } } }]);
    const denied = await answer([change, `/deny ${publish.id}`]);
    expect(denied.answers).toMatchObject([{ kind: 'denied' }]);
  });

  test('counts also for somebody who approved the call as it was before, if others had to approve it, too', async () => {
    const two = { ...changeable, needs: needs({ count: 2 }) };
    const context = testContext();
    context.github.onPoll = (poll) => {
      if (poll === 2) context.github.say(BOB, `/approve ${publish.id}`);
      if (poll === 3) context.github.say(BOB, `/approve ${publish.id} with\n${block('a')}`);
      if (poll === 5) context.github.say(CAROL, `/approve ${publish.id}`);
    };
    expect(await context.approver.ask([two], QUIET)).toMatchObject([
      { kind: 'approved', by: [{ login: 'bob' }], change: { text: 'a' } },
    ]);
  });

  test('is not made one of two approvals of the call as it was', async () => {
    const two = { ...changeable, needs: needs({ count: 2 }) };
    const change = `/approve ${publish.id} with\n${block('a')}`;
    const { answers } = await answer([`/approve ${publish.id}`, change], [two]);
    expect(answers).toMatchObject([
      { kind: 'approved', by: [{ login: 'carol' }], change: { text: 'a' } },
    ]);
  });
});
