import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/common/index.ts';
import { createTerminalApprover } from '../../../src/approvals/index.ts';
import { MemoryTrail, QUIET, requestOf } from '../context.ts';

const request = requestOf();

/** A terminal on two streams. What is typed is typed as soon as the program asks. */
function terminal(typed: readonly (string | null)[], { tty = true, hasColour = false } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY: tty });
  const output = Object.assign(new PassThrough(), { isTTY: tty });
  const queue = [...typed];
  let shown = '';
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
    if (!shown.endsWith('] ')) return;
    const next = queue.shift();
    if (next === null) input.end();
    else if (next !== undefined) input.write(`${next}\n`);
    else if (shown.endsWith('the reason, or nothing] ')) input.write('\n');
  });
  const trail = new MemoryTrail();
  const approver = createTerminalApprover({
    input,
    output,
    hasColour,
    trail,
    clock: systemClock,
    login: 'me',
  });
  return { approver, trail, shown: () => shown };
}

describe('at a terminal', () => {
  test('y approves and n denies with a reason, and both are in the trail', async () => {
    const { approver, trail } = terminal(['y', 'n not now']);
    const answers = await approver.ask([request, requestOf({ call: 'c2' })], QUIET);
    expect(answers).toMatchObject([
      { kind: 'approved', by: [{ login: 'me', permission: 'terminal', commentId: null }] },
      { kind: 'denied', reason: 'not now' },
    ]);
    expect(trail.events.map(({ type }) => type)).toEqual([
      'approval.asked',
      'approval.decision',
      'approval.decision',
    ]);
    expect(trail.of('approval.asked')).toMatchObject([{ via: 'terminal', card: null }]);
  });

  test('explain says why, and asks again', async () => {
    const { approver, shown } = terminal(['explain', 'y']);
    expect(await approver.ask([request], QUIET)).toMatchObject([{ kind: 'approved' }]);
    expect(shown()).toContain('line 12 of the policy');
    expect(shown()).toContain(request.digest);
  });

  test('always covers later calls of the same rule, and no others', async () => {
    const { approver, shown } = terminal(['a', 'y', 'n']);
    await approver.ask([request], QUIET);
    const again = await approver.ask([requestOf({ call: 'c2' })], QUIET);
    expect(again).toMatchObject([
      { kind: 'approved', note: expect.stringContaining('earlier answer') },
    ]);
    const tainted = requestOf({
      call: 'c3',
      verdict: { ...request.verdict, list: 'whenUntrusted' },
    });
    expect(await approver.ask([tainted], QUIET)).toMatchObject([{ kind: 'denied' }]);
    expect(shown().match(/\[y\/n/g)).toHaveLength(2);
    expect(shown()).toContain('always would allow: bash_run(rm -rf build)');
  });

  test('a call that no rule can name offers no always, and the word is no answer', async () => {
    const { approver, shown } = terminal(['always', 'y']);
    const compound = requestOf({ command: 'sleep $X; git add -A', rules: [] });
    expect(await approver.ask([compound], QUIET)).toMatchObject([{ kind: 'approved' }]);
    expect(shown()).toContain('[y/n/explain] ');
    expect(shown()).toContain('Not understood. Answer y to approve, n to deny, or explain.');
    expect(shown()).not.toContain('always');
    expect(shown().match(/\[y\/n/g)).toHaveLength(2);
  });

  test('always shows its rule and counts only if it is confirmed', async () => {
    const { approver, trail, shown } = terminal(['always', '', 'y', 'n']);
    expect(await approver.ask([request], QUIET)).toMatchObject([{ kind: 'approved' }]);
    expect(shown()).toContain('for which this rule is enough: bash_run(rm -rf build)\n');
    expect(trail.of('approval.decision')[0]).not.toHaveProperty('note');
    const again = await approver.ask([requestOf({ call: 'c2' })], QUIET);
    expect(again).toMatchObject([{ kind: 'denied' }]);
  });

  test('after n it asks for the reason, which may be nothing', async () => {
    const { approver } = terminal(['n', ' not on Fridays ', 'no', '', 'n', null]);
    const requests = ['c1', 'c2', 'c3'].map((call) => requestOf({ call }));
    expect(await approver.ask(requests, QUIET)).toMatchObject([
      { kind: 'denied', reason: 'not on Fridays' },
      { kind: 'denied', reason: '' },
      { kind: 'denied', reason: '' },
    ]);
  });

  test('a word that is no answer gets the answers that there are, and explain does not', async () => {
    const { approver, shown } = terminal(['maybe', 'explain', 'y']);
    expect(await approver.ask([request], QUIET)).toMatchObject([{ kind: 'approved' }]);
    const hint = 'Not understood. Answer y to approve, n to deny, explain, or always.';
    expect(shown().split(hint)).toHaveLength(2);
    expect(shown()).toContain('  decided by: ');
  });

  test('the title of a request stands out where the terminal has colours', async () => {
    const { approver, shown } = terminal(['y'], { hasColour: true });
    await approver.ask([request], QUIET);
    expect(shown()).toContain(`\u001B[1m\u001B[33m${request.id}  bash_run`);
  });

  test('the end of input is a no', async () => {
    const { approver } = terminal([null]);
    expect(await approver.ask([request], QUIET)).toMatchObject([
      { kind: 'denied', reason: 'the terminal was closed' },
    ]);
  });

  test('nothing but y is a yes, and nobody is asked for ever', async () => {
    const { approver } = terminal([
      '',
      'yy',
      'ok',
      'sure',
      'Y!',
      '1',
      'yes please',
      'нет',
      'approve',
      '/approve all',
      'y',
    ]);
    expect(await approver.ask([request], QUIET)).toMatchObject([
      { kind: 'denied', reason: 'no clear answer was given' },
    ]);
  });

  test('a question takes words, and an empty line leaves it open', async () => {
    const question = requestOf({ expects: 'answer', preview: { form: 'text', text: 'Which?' } });
    const { approver, trail } = terminal(['blue', '']);
    expect(await approver.ask([question], QUIET)).toMatchObject([
      { kind: 'approved', note: 'blue' },
    ]);
    expect(await approver.ask([{ ...question, id: 'ap-00000000' }], QUIET)).toMatchObject([
      { kind: 'unanswered', because: 'No answer was given.' },
    ]);
    expect(trail.of('approval.void')).toMatchObject([{ approval: 'ap-00000000' }]);
  });

  test('a question with a limit of its own ends then, and the next one is asked', async () => {
    const limited = requestOf({ expects: 'answer', call: 'c2', waitMs: 30 });
    const { approver, trail } = terminal([]);
    const asked = approver.ask([limited], QUIET);
    expect(await asked).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('Nobody answered in time') },
    ]);
    expect(trail.of('approval.void')).toMatchObject([{ approval: limited.id, call: 'c2' }]);
    const next = terminal(['blue']);
    const patient = { ...limited, waitMs: 60_000 };
    expect(await next.approver.ask([patient], QUIET)).toMatchObject([{ note: 'blue' }]);
  });

  test('no escape sequence of a command reaches the screen', async () => {
    const { approver, shown } = terminal(['n']);
    await approver.ask([requestOf({ command: 'ls\u001B[2K\rrm -rf /\u202E' })], QUIET);
    expect(shown()).not.toMatch(/[\u001B\r\u202E]/);
    expect(shown()).toContain('rm -rf /');
  });

  test('aborting rejects at once', async () => {
    const abort = new AbortController();
    const { approver } = terminal([]);
    const asked = approver.ask([request], { signal: abort.signal });
    setTimeout(() => abort.abort(new Error('SIGINT')), 20);
    await expect(asked).rejects.toThrow('SIGINT');
  });

  test('without a terminal the calls are unanswered, with the rule to add', async () => {
    const { approver, trail } = terminal(['y'], { tty: false });
    expect(await approver.ask([request], QUIET)).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('no terminal') },
    ]);
    expect(trail.of('approval.asked')).toMatchObject([{ via: 'nobody' }]);
  });
});
