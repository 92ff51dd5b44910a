import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Answer, ApprovalRequest, Approver, DecisionBy } from '../../src/approvals/index.ts';
import type { Entry, Trail } from '../../src/audit/index.ts';
import { type Json, sha256 } from '../../src/common/index.ts';
import { defineTool } from '../../src/tools/index.ts';
import {
  setUpCalls,
  type CallSetup,
  looseTool,
  requestOf,
  runCalls,
  SECRET,
  type CallSetupOptions,
  verdictOn,
} from './context.ts';

const ANN: DecisionBy = {
  login: 'ann',
  id: 1,
  permission: 'terminal',
  commentId: null,
  commentUrl: null,
  at: '2026-01-01T00:00:00Z',
};
type Word = 'approve' | 'deny' | { readonly change: string };

/** People at a comment, recorded as the real approver does. */
function people(trail: Trail, words: readonly Word[], asked: ApprovalRequest[]): Approver {
  let round = 0;
  return {
    ask: async (requests) => {
      const word = words[round] ?? 'deny';
      round += 1;
      asked.push(...requests);
      await trail.append({
        type: 'approval.asked',
        card: null,
        via: 'terminal',
        count: 1,
        expires: null,
        requests: requests.map(({ id, call, digest }) => ({ approval: id, call, digest })),
      });
      const answers: Answer[] = [];
      for (const request of requests) answers.push(await answered(trail, request, word));
      return answers;
    },
  };
}

async function answered(trail: Trail, request: ApprovalRequest, word: Word): Promise<Answer> {
  const { login, id, permission } = ANN;
  const change = typeof word === 'object' ? word.change : null;
  await trail.append({
    type: 'approval.decision',
    approval: request.id,
    call: request.call,
    decision: word === 'deny' ? 'deny' : 'approve',
    counted: true,
    because: 'said so',
    by: { login, id },
    permission,
    comment: null,
    ...(change === null ? {} : { changeSha256: sha256(change) }),
  });
  if (word === 'deny') return { kind: 'denied', request, by: ANN, reason: 'no' };
  const approved = { kind: 'approved', request, by: [ANN] } as const;
  return change === null ? approved : { ...approved, change: { text: change, by: ANN } };
}

async function made(
  words: readonly Word[],
  options: CallSetupOptions & { readonly policy: string; readonly command?: string },
) {
  const effects: Json[] = [];
  const asked: ApprovalRequest[] = [];
  const { command = 'rm -rf build', ...rest } = options;
  const setup = await setUpCalls({
    tools: [
      looseTool(
        'bash_run',
        (input) => {
          effects.push(String(input['command']));
          return `ran ${String(input['command'])}`;
        },
        {
          kind: 'execute',
          changeable: 'command',
          facts: (input) => ({ command: String(input['command']) }),
        },
      ),
    ],
    approver: (trail) => people(trail, words, asked),
    ...rest,
  });
  const request = requestOf('bash_run', { command, cwd: '.' });
  const { finished } = await runCalls(setup.context, [request]);
  return { setup, effects, asked, call: request.id, finished: finished[0] };
}

const POLICY = `version: 1
mode: ask
auto: [bash_run(ls *)]
deny: [bash_run(npm publish *)]
requireApproval: [{ rule: bash_run(deploy *), count: 2 }]
`;

const NOWHERE = {
  root: '/work',
  caseInsensitive: false,
  realpath: (path: string) => path,
  list: () => [],
  gitConfigRuns: () => null,
};

/** Why approvals were void, in order. */
function voidedIn(setup: CallSetup): readonly string[] {
  return setup
    .entries()
    .flatMap((entry) => (entry.type === 'approval.void' ? [entry.because] : []));
}

/** The verdicts on a call, in order. */
function verdictsIn(setup: CallSetup, call: string): readonly string[] {
  return setup
    .entries()
    .flatMap((entry) =>
      entry.type === 'call.verdict' && entry.call === call ? [entry.verdict] : [],
    );
}

/** The finding of a verification, if the entries contradict each other. */
async function findingIn(entries: readonly Entry[]): Promise<string | null> {
  const verdict = await verdictOn(entries);
  return verdict.kind === 'broken' ? verdict.code : null;
}

describe('a call that an approver changes', () => {
  test('runs with their text and the other arguments, and the model learns what ran', async () => {
    const { effects, asked, finished, setup, call } = await made([{ change: 'rm -rf dist' }], {
      policy: POLICY,
    });
    expect(effects).toEqual(['rm -rf dist']);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.changeable).toBe(true);
    expect(finished).toMatchObject({
      state: 'COMPLETED',
      content:
        '@ann changed this call before it ran. Its command was:\nrm -rf dist\n\nThe result:\nran rm -rf dist',
    });
    const entries = setup.entries();
    const [changed] = entries.filter((entry) => entry.type === 'call.changed');
    expect(changed).toMatchObject({
      call,
      by: { login: 'ann', id: 1 },
      argument: 'command',
      textSha256: sha256('rm -rf dist'),
      arguments: { command: 'rm -rf dist', cwd: '.' },
    });
    const states = entries.filter((entry) => entry.type === 'call.state');
    expect(states.find(({ state }) => state === 'EXECUTING')?.argumentsSha256).toBe(
      changed?.argumentsSha256,
    );
    expect(changed?.fromSha256).toBe(states[0]?.argumentsSha256);
    await setup.verified('done');
  });

  test('runs where the policy would not have asked about it', async () => {
    const { effects } = await made([{ change: 'ls src' }], { policy: POLICY });
    expect(effects).toEqual(['ls src']);
  });

  test('does not run if the policy denies it, and the model learns both', async () => {
    const { effects, finished } = await made([{ change: 'npm publish x' }], {
      policy: POLICY,
    });
    expect(effects).toEqual([]);
    expect(finished).toMatchObject({ state: 'DENIED', refusal: 'policy' });
    expect(JSON.stringify(finished)).toContain(
      '@ann changed this call, its command to: npm publish x',
    );
  });

  test('does not run if a hook denies it', async () => {
    const hooks = [
      {
        name: 'careful',
        preToolUse: ({ input }: { readonly input: Json }) =>
          JSON.stringify(input).includes('dist')
            ? { decision: 'deny' as const, reason: 'not dist' }
            : {},
      },
    ];
    const { effects, finished, setup, call } = await made([{ change: 'rm -rf dist' }], {
      policy: POLICY,
      over: { hooks },
    });
    expect(effects).toEqual([]);
    expect(JSON.stringify(finished)).toContain('not dist');
    expect(verdictsIn(setup, call)).toEqual(['requireApproval', 'requireApproval', 'deny']);
  });

  test('is asked for anew if it needs other people, with its own digest', async () => {
    const { effects, asked, setup } = await made([{ change: 'deploy prod' }, 'approve'], {
      policy: POLICY,
    });
    expect(asked.map(({ preview }) => preview.text.includes('deploy prod'))).toEqual([false, true]);
    expect(asked[1]?.needs.count).toBe(2);
    expect(asked[0]?.digest).not.toBe(asked[1]?.digest);
    expect(effects).toEqual(['deploy prod']);
    expect(setup.entries().filter(({ type }) => type === 'approval.consumed')).toHaveLength(1);
    expect(voidedIn(setup)).toEqual([
      '@ann changed the call, which now needs an approval of its own',
    ]);
  });

  test.each(['from: [admin]', 'from: [write, read]', 'expire: 1h', 'self: true'])(
    'is asked for anew if one approval is enough for it, but under other terms: %s',
    async (terms) => {
      const { effects, asked, setup } = await made([{ change: 'deploy prod' }, 'deny'], {
        policy: `version: 1\nmode: ask\nrequireApproval: [{ rule: bash_run(deploy *), ${terms} }]\n`,
      });
      expect(asked.map(({ needs }) => needs.count)).toEqual([1, 1]);
      expect(asked[1]?.needs).not.toEqual(asked[0]?.needs);
      expect(asked[1]?.preview.text).toContain('deploy prod');
      expect(effects).toEqual([]);
      expect(setup.entries().filter(({ type }) => type === 'approval.consumed')).toEqual([]);
    },
  );

  test('is asked for anew if code owners decide, who may be others for what it is now', async () => {
    const { effects, asked } = await made([{ change: 'rm -rf dist' }, 'deny'], {
      policy:
        'version: 1\nmode: ask\nrequireApproval: [{ rule: bash_run(*), from: [codeowners] }]\n',
    });
    expect(asked.map(({ needs }) => needs.from)).toEqual([[['codeowners']], [['codeowners']]]);
    expect(effects).toEqual([]);
  });

  test('is asked for anew if a hook changes it further', async () => {
    const hooks = [
      {
        name: 'longer',
        preToolUse: ({ input }: { readonly input: Json }) =>
          JSON.stringify(input).includes('dist') ? { input: { command: 'rm -rf dist/' } } : {},
      },
    ];
    const { effects, asked, setup, call } = await made([{ change: 'rm -rf dist' }, 'approve'], {
      policy: POLICY,
      over: { hooks },
    });
    expect(asked.map(({ preview }) => preview.text.includes('dist/'))).toEqual([false, true]);
    expect(effects).toEqual(['rm -rf dist/']);
    expect(verdictsIn(setup, call)).toEqual(Array(3).fill('requireApproval'));
  });

  test('is asked for anew if two people had to approve the call as it was, also the person who changed it', async () => {
    const { effects, asked, setup } = await made([{ change: 'deploy prod' }, 'deny'], {
      policy: POLICY,
      command: 'deploy staging',
    });
    expect(asked.map(({ needs }) => needs.count)).toEqual([2, 2]);
    expect(asked[1]?.preview.text).toContain('deploy prod');
    expect(effects).toEqual([]);
    expect(setup.entries().filter(({ type }) => type === 'approval.consumed')).toEqual([]);
  });

  test('that is asked for anew can be denied', async () => {
    const { effects, finished } = await made([{ change: 'deploy prod' }, 'deny'], {
      policy: POLICY,
    });
    expect(effects).toEqual([]);
    expect(finished).toMatchObject({ state: 'DENIED', refusal: 'person' });
  });

  test('is not run, and asked for as it was, if its text is no command', async () => {
    const { effects, asked } = await made([{ change: 'echo "' }, 'deny'], { policy: POLICY });
    expect(effects).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  test('is not run, and asked for as it was, if its tool would take another text than they wrote', async () => {
    const effects: string[] = [];
    const trimming = defineTool({
      name: 'bash_run',
      description: 'bash_run',
      kind: 'execute',
      input: z.looseObject({ command: z.string().trim() }),
      changeable: 'command',
      facts: ({ command }) => ({ command }),
      execute: ({ command }) => {
        effects.push(command);
        return 'ran';
      },
    });
    const { asked, setup } = await made([{ change: 'rm -rf dist ' }, 'deny'], {
      policy: POLICY,
      tools: [trimming],
    });
    expect(effects).toEqual([]);
    expect(asked.map(({ preview }) => preview.text.includes('dist'))).toEqual([false, false]);
    expect(voidedIn(setup)).toEqual(['its tool would not take the changed text as it is']);
  });

  test('is not run, and asked for as it was, if its tool names nothing that can be changed', async () => {
    const effects: Json[] = [];
    const fixed = looseTool('bash_run', (input) => void effects.push(String(input['command'])), {
      kind: 'execute',
      facts: ({ command }) => ({ command: String(command) }),
    });
    const { asked, setup } = await made([{ change: 'rm -rf dist' }, 'deny'], {
      policy: POLICY,
      tools: [fixed],
    });
    expect(effects).toEqual([]);
    expect(asked).toHaveLength(2);
    expect(voidedIn(setup)).toEqual(['it has no text that can be changed']);
  });

  test('does not run if its approval can no longer be used', async () => {
    const { effects, finished, setup } = await made([{ change: 'ls src' }], {
      policy: POLICY,
      over: { claim: () => Promise.resolve('GitHub did not answer') },
    });
    expect(effects).toEqual([]);
    expect(finished).toMatchObject({ state: 'DENIED' });
    await setup.verified('denied');
  });

  test('is asked for again if a file that it depends on changes while its approval is used', async () => {
    let version = 0;
    const { effects, asked, finished, setup } = await made([{ change: 'ls src' }, 'deny'], {
      policy: POLICY,
      over: {
        fileSha256: () => Promise.resolve(sha256(String(version))),
        claim: () => {
          version += 1;
          return Promise.resolve(null);
        },
      },
    });
    expect(effects).toEqual([]);
    expect(asked).toHaveLength(2);
    expect(finished).toMatchObject({ state: 'DENIED' });
    expect(voidedIn(setup)).toEqual(['a file that the changed call depends on changed']);
    await setup.verified('denied');
  });

  test('does not run, and is not asked for again, if the policy denies it once its approval is used', async () => {
    const asked: ApprovalRequest[] = [];
    const item = {
      source: 'issue #7',
      author: 'mallory',
      because: 'no write access',
      sha256: '0'.repeat(64),
    };
    let run: Trail | null = null;
    let isUntrusted = false;
    const { effects, finished, setup, call } = await made([], {
      policy: 'version: 1\nmode: ask\nwhenUntrusted: { mode: deny }\n',
      approver: (trail) => {
        run = trail;
        return people(trail, [{ change: 'rm -rf dist' }], asked);
      },
      over: {
        situation: () => ({ pathResolver: NOWHERE, untrusted: isUntrusted, sandboxed: true }),
        claim: async () => {
          isUntrusted = true;
          await run?.append({ type: 'context.read', trusted: false, ...item });
          return null;
        },
      },
    });
    expect(effects).toEqual([]);
    expect(asked).toHaveLength(1);
    expect(finished).toMatchObject({ state: 'DENIED', refusal: 'policy' });
    expect(verdictsIn(setup, call).at(-1)).toBe('deny');
    expect(voidedIn(setup)).toHaveLength(1);
    expect(voidedIn(setup)[0]).toMatch(/^the policy now denies it/);
  });

  test('shows no secret that the text has', async () => {
    const { setup, finished } = await made([{ change: `echo ${SECRET}` }], { policy: POLICY });
    expect(JSON.stringify(finished?.content)).not.toContain(SECRET);
    expect(JSON.stringify(setup.entries())).not.toContain(SECRET);
  });

  test('is asked for three times at most, and never runs then', async () => {
    const { effects, asked, finished } = await made(
      [{ change: 'a' }, { change: 'b' }, { change: 'c' }, 'approve'],
      { policy: 'version: 1\nmode: ask\nrequireApproval: [{ rule: bash_run(*), count: 2 }]\n' },
    );
    expect(asked).toHaveLength(3);
    expect(effects).toEqual([]);
    expect(finished).toMatchObject({
      state: 'DENIED',
      content: expect.stringContaining('The approval was void: @ann changed the call') as string,
    });
  });

  test('is asked for three times at most if a file that it depends on changes each time', async () => {
    let version = 0;
    const { effects, asked, finished } = await made(
      Array.from({ length: 4 }, () => ({ change: 'ls src' })),
      {
        policy: POLICY,
        over: {
          fileSha256: () => Promise.resolve(sha256(String(version))),
          claim: () => {
            version += 1;
            return Promise.resolve(null);
          },
        },
      },
    );
    expect(asked).toHaveLength(3);
    expect(effects).toEqual([]);
    expect(finished).toMatchObject({
      state: 'DENIED',
      content: expect.stringContaining('The approval was void: it changed meanwhile') as string,
    });
  });
});

/** The finding after a forger changed entries. */
async function forged(forge: (entry: Entry) => readonly Entry[]): Promise<string | null> {
  const { setup } = await made([{ change: 'rm -rf dist' }], { policy: POLICY });
  return await findingIn(setup.entries().flatMap(forge));
}

describe('a trail in which a call changes', () => {
  test.each<[string, (entry: Entry) => readonly Entry[]]>([
    ['without its entry', (entry) => (entry.type === 'call.changed' ? [] : [entry])],
    [
      'by another person',
      (entry) =>
        entry.type === 'call.changed' ? [{ ...entry, by: { login: 'eve', id: 9 } }] : [entry],
    ],
    [
      'to another text',
      (entry) =>
        entry.type === 'call.changed' ? [{ ...entry, textSha256: sha256('x') }] : [entry],
    ],
    [
      'to arguments without the text',
      (entry) => (entry.type === 'call.changed' ? [{ ...entry, argument: 'cwd' }] : [entry]),
    ],
    [
      'from other arguments',
      (entry) =>
        entry.type === 'call.changed' ? [{ ...entry, fromSha256: sha256('x') }] : [entry],
    ],
    [
      'to arguments that are not its own',
      (entry) =>
        entry.type === 'call.changed'
          ? [{ ...entry, arguments: { command: 'rm -rf dist', cwd: 'src' } }]
          : [entry],
    ],
    [
      'to other arguments than it ran with',
      (entry) =>
        entry.type === 'call.changed'
          ? [{ ...entry, argumentsSha256: sha256('x'), arguments: null }]
          : [entry],
    ],
    [
      'without an approval of the text',
      (entry) => {
        if (entry.type !== 'approval.decision') return [entry];
        const { changeSha256: _, ...rest } = entry;
        return [rest];
      },
    ],
    ['twice', (entry) => (entry.type === 'call.changed' ? [entry, entry] : [entry])],
    [
      'by an approval that does not count',
      (entry) => (entry.type === 'approval.decision' ? [{ ...entry, counted: false }] : [entry]),
    ],
  ])('contradicts itself %s', async (_, forge) => {
    expect(await forged(forge)).not.toBeNull();
  });

  test('an approval of a changed text is none of the call as it was', async () => {
    const { setup } = await made(['approve'], { policy: POLICY });
    const forgedEntries = setup
      .entries()
      .map((entry) =>
        entry.type === 'approval.decision' ? { ...entry, changeSha256: sha256('x') } : entry,
      );
    expect(await findingIn(forgedEntries)).toBe('unapproved');
  });
});
