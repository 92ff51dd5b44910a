import { expect, test } from 'vitest';
import { logListener } from '../../src/reporting/log.ts';
import type { CallSnapshot, RunEvent } from '../../src/tool-calls/index.ts';

/** The lines of a log of these events. */
function linesOf(events: readonly RunEvent[]): readonly string[] {
  const lines: string[] = [];
  const listen = logListener({
    line: (text) => lines.push(text),
    group: (title) => lines.push(title),
    endGroup: () => undefined,
  });
  for (const event of events) listen(event);
  return lines;
}

/** The same with the tone of each line, and where groups begin and end. */
function tonesOf(events: readonly RunEvent[]): readonly string[] {
  const lines: string[] = [];
  const listen = logListener({
    line: (text, tone) => lines.push(`${tone}: ${text}`),
    group: (title) => lines.push(`> ${title}`),
    endGroup: () => lines.push('<'),
  });
  for (const event of events) listen(event);
  return lines;
}

const metadata = (page: number): RunEvent => ({
  type: 'tool:metadata',
  call: 'c1',
  metadata: { page },
});

test('the log shows what a tool sets and asks while it runs, on one line each', () => {
  const asks: RunEvent = {
    type: 'tool:request',
    call: 'c1',
    name: 'colour',
    data: { of: 'sky\n::error::x' },
    respond: () => false,
  };
  expect(linesOf([metadata(1), asks])).toEqual([
    '  c1 metadata {"page":1}',
    '  c1 asks colour {"of":"sky\\n::error::x"}',
  ]);
});

test('the log has twenty such lines of a call at most', () => {
  const events = Array.from({ length: 30 }, (_, index) => metadata(index));
  expect(linesOf(events)).toHaveLength(20);
});

test('the log shows the minutes of a budget without their noise', () => {
  const used = 0.093_482_374_883;
  const event = { type: 'budget', event: 'near', budget: 'minutes', used, limit: 0.1 } as const;
  expect(linesOf([event])).toEqual(['  budget of minutes near: 0.0935 of 0.1']);
});

const snapshot = (over: Partial<CallSnapshot> = {}): CallSnapshot => ({
  call: 'c1',
  turn: 1,
  parent: null,
  tool: 'bash_run',
  inputPreview: 'make',
  state: 'COMPLETED',
  ...over,
});
const ended = (display: string, over: Partial<CallSnapshot> = {}): RunEvent => ({
  type: 'tool:end',
  snapshot: snapshot(over),
  display,
  durationMs: 5,
});
const decided = (over: Partial<RunEvent & { type: 'permission_decided' }>): RunEvent => ({
  type: 'permission_decided',
  call: 'c1',
  approved: false,
  by: 'bob',
  ...over,
});
const because = 'a rule\n::error::x';

test.each<[string, RunEvent, readonly string[]]>([
  ['a turn', { type: 'turn:start', turn: 2, parent: null }, ['> Turn 2']],
  [
    'a turn of a subagent',
    { type: 'turn:start', turn: 1, parent: 'c3' },
    ['> Turn 1 of the subagent c3'],
  ],
  [
    'the words of the model',
    { type: 'turn:end', turn: 1, parent: null, text: 'I look.', costUsd: 0 },
    ['plain: I look.'],
  ],
  ['no words', { type: 'turn:end', turn: 1, parent: null, text: '', costUsd: 0 }, []],
  ...(
    [
      ['auto', 'good'],
      ['requireApproval', 'warning'],
      ['deny', 'bad'],
    ] as const
  ).map(([verdict, tone]): [string, RunEvent, readonly string[]] => [
    verdict,
    { type: 'verdict', snapshot: snapshot(), verdict, because },
    ['call: c1 bash_run make', `${tone}:   verdict ${verdict}: a rule ::error::x`],
  ]),
  ['a result', ended('two\nlines'), ['plain:   c1 done in 5 ms', 'soft:     two\n    lines']],
  [
    'a failure',
    { type: 'tool:error', snapshot: snapshot({ state: 'FAILED' }), message: 'no\nfile' },
    ['bad:   c1 bash_run FAILED: no file'],
  ],
  [
    'an approval request',
    {
      type: 'permission_required',
      asked: [
        { approval: 'ap-1', rules: [], snapshot: snapshot() },
        { approval: 'ap-2', rules: [], snapshot: snapshot() },
      ],
      respond: () => false,
    },
    ['warning:   approval required: ap-1, ap-2'],
  ],
  ['an approval', decided({ approved: true }), ['good:   c1: approved by bob']],
  ['a denial', decided({}), ['bad:   c1: denied by bob']],
  ['no answer', decided({ by: 'nobody' }), ['bad:   c1: not approved']],
  [
    'a default',
    decided({ by: 'nobody', usedDefault: true }),
    ['bad:   c1: nobody answered: the default of the question counts'],
  ],
  [
    'a broken reply',
    { type: 'reply:broken', turn: 1, parent: null, because, tokens: 7, costUsd: 0 },
    ['warning:   a reply broke off after about 7 tokens: a rule ::error::x'],
  ],
  [
    'a repeated request',
    { type: 'retry', because, delayMs: 9 },
    ['warning:   asking the model again in 9 ms: a rule ::error::x'],
  ],
  ['a warning', { type: 'warning', message: 'late' }, ['warning:   warning: late']],
  ['the end', { type: 'run:end', outcome: 'done', summary: '' }, ['good: Outcome: done']],
  [
    'another end',
    { type: 'run:end', outcome: 'denied', summary: '' },
    ['warning: Outcome: denied'],
  ],
])('the log shows %s', (_what, event, lines) => {
  expect(tonesOf([event])).toEqual(lines);
});

test('no text of a model or a tool is a workflow command in the log', () => {
  const text = '::set-output name=a::b';
  const events: readonly RunEvent[] = [
    { type: 'turn:end', turn: 1, parent: null, text, costUsd: 0 },
    { type: 'verdict', snapshot: snapshot({ call: text }), verdict: 'auto', because: text },
    { type: 'warning', message: `late\n${text}` },
    { type: 'tool:progress', call: 'c1', progress: { output: `\n${text}` } },
  ];
  for (const line of linesOf(events).join('\n').split('\n')) expect(line).not.toMatch(/^\s*::/);
});

const turnOf = (number: number): RunEvent => ({
  type: 'turn:start',
  turn: number,
  parent: null,
});

test('a turn ends the group of the one before it, and the end of the run the last one', () => {
  const end: RunEvent = { type: 'run:end', outcome: 'done', summary: '' };
  expect(tonesOf([turnOf(1), turnOf(2), end, end])).toEqual([
    '> Turn 1',
    '<',
    '> Turn 2',
    '<',
    'good: Outcome: done',
    'good: Outcome: done',
  ]);
});

test('output of a command that was shown while it ran is not shown again, until the next turn', () => {
  const output: RunEvent = {
    type: 'tool:progress',
    call: 'c1',
    progress: { output: 'built\nall\n' },
  };
  const end = ended('exit code 0\nbuilt\nall');
  const turn: RunEvent = { type: 'turn:start', turn: 2, parent: null };
  const short = '    exit code 0';
  const whole = '    exit code 0\n    built\n    all';
  const done = '  c1 done in 5 ms';
  expect(linesOf([output, end, turn, end])).toEqual([
    '    │ built\n    │ all',
    done,
    short,
    'Turn 2',
    done,
    whole,
  ]);
  const other = ended('exit code 0\nbuilt\nall', { tool: 'other' });
  expect(linesOf([output, other]).at(-1)).toBe(whole);
});
