import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import {
  diffTrails,
  exportTrail,
  readTrail,
  showTrail,
  summarizeTrail,
  traceRequests,
  TRAIL_FILE,
  trailJson,
  type TrailEvent,
  trailJsonSchema,
  verifyAt,
  viewTrail,
} from '../../../src/audit/index.ts';
import { EVENTS } from '../../../src/audit/format/events.ts';
import { isJsonObject, sha256 } from '../../../src/common/index.ts';
import { chainEvents, entriesOf } from '../chained.ts';
import { textOf } from '../text-of.ts';
import {
  asked,
  changed,
  decision,
  reply,
  runEnd,
  runStart,
  state,
  tempFolder,
  turnStart,
  verdict,
  wholeRun,
} from '../trails.ts';

const EVENT_TYPES = EVENTS.map(({ shape }) => shape.type.value);

const ENTRIES = entriesOf(wholeRun());
const source = (events: readonly TrailEvent[]) => () => entriesOf(events);
const whole = () => ENTRIES;

describe('showTrail', () => {
  it('counts one entry in the singular', async () => {
    expect(await textOf(showTrail(source([runStart()])))).toMatch(/^head hash \w+, 1 entry$/m);
  });

  it('says of a trail without an end what may be the reason, and when its last entry was', async () => {
    expect(await textOf(showTrail(source([runStart()])))).toMatch(
      /: unfinished: the run is still running, it crashed, or the audit trail was truncated \(last entry at 20\d\d-\d\d-\d\dT.*Z\)$/m,
    );
  });

  it('counts the isolation checks of a sandbox, and names each that failed, however many passed', async () => {
    const failed = { probe: 'network', held: false, detail: 'a connection was made' };
    const shown = async (results: readonly (typeof failed)[]) => {
      const probe: TrailEvent = {
        type: 'sandbox.probe',
        sandbox: 'bubblewrap',
        results: [...results],
      };
      return await textOf(showTrail(source([runStart(), probe, runEnd('done')])));
    };
    const many = Array.from({ length: 30 }, (_, index) => ({
      probe: `check-${index}`,
      held: true,
      detail: '',
    }));
    expect(await shown(many)).toContain('sandbox bubblewrap: 30 of 30 isolation checks passed\n');
    expect(await shown([...many, failed])).toContain(
      'sandbox bubblewrap: 30 of 31 isolation checks passed; FAILED: network (a connection was made)\n',
    );
    const long = { probe: 'reading', held: false, detail: 'a secret was read '.repeat(20) };
    expect(await shown([...many, long, failed])).toContain('; FAILED: reading, network (a secret');
  });

  it('is a line for each entry and the end of the story', async () => {
    const text = await textOf(showTrail(whole));
    expect(text).toContain('03:04:09     4    c1 verdict auto by fs_write(src/**), line 4');
    expect(text).toContain('ap-c2 approve by @hubot');
    expect(text).toMatch(
      /calls: 1 COMPLETED, 1 FAILED, 1 DENIED\nhead hash [0-9a-f]{64}, 22 entries\n$/,
    );
    expect(text.split('\n')).toHaveLength(ENTRIES.length + 5);
  });

  it('says which limits of its sandbox a command reached, and how much was discarded', async () => {
    const sandbox = {
      profile: 'contained',
      discarded: ['src/new'],
      kept: [],
      hidden: 0,
      git: 'whole',
      limits: ['network', 'write'],
    } as const;
    const ended = state('c1', 'COMPLETED', { durationMs: 5, sandbox });
    expect(await textOf(showTrail(source([runStart(), ended])))).toContain(
      'COMPLETED in 5 ms, limits reached: network, write, 1 path discarded\n',
    );
  });

  it('calls a built-in rule by that name', async () => {
    const text = await textOf(
      showTrail(source([runStart(), verdict('c1', 'auto', { list: 'wall', rule: null })])),
    );
    expect(text).toContain('c1 verdict auto (built-in rule)');
  });

  it('gives a terminal nothing to obey', async () => {
    const evil = 'a\u001b[2J\u009b31m\r\nb\u202ec\u0007';
    const text = await textOf(
      showTrail(
        source([
          runStart({ request: evil }),
          state('c1', 'PENDING', {
            'gen_ai.tool.name': evil,
            'gen_ai.tool.call.arguments': evil,
            because: evil,
          }),
          { type: 'warning', code: evil, message: evil },
        ]),
      ),
    );
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(text.trimEnd().split('\n')).toHaveLength(7);
  });

  it('counts what each subagent used behind the end of its call', async () => {
    const text = await textOf(
      showTrail(
        source([
          runStart(),
          state('c1', 'PENDING', { 'gen_ai.tool.name': 'task_run' }),
          ...['c1', null].flatMap((parent): TrailEvent[] => [
            { type: 'turn.start', turn: 1, parent, messages: 1 },
            { ...(reply(1) as Extract<TrailEvent, { type: 'model.reply' }>), parent },
          ]),
          state('c2', 'PENDING', { 'gen_ai.tool.name': 'fs_read', parent: 'c1' }),
          state('c2', 'COMPLETED', {}),
          state('c1', 'COMPLETED', {}),
        ]),
      ),
    );
    expect(text).toMatch(/c1 COMPLETED.*; the subagent had 1 turn, 1 call and \d+ tokens$/m);
    expect(text).toContain('c2 PENDING under c1 fs_read');
    expect(text).toMatch(/c2 COMPLETED[^;]*$/m);
  });

  it('has a line for an entry of a type that a later version added, and counts it', async () => {
    const lines = chainEvents([runStart(), { type: 'later\u0007kind', any: 1 }]);
    const folder = await tempFolder();
    await writeFile(join(folder, TRAIL_FILE), lines.map((line) => `${line}\n`).join(''));
    const read = () => readTrail(folder);
    const text = await textOf(showTrail(read));
    expect(text).toContain('    1  an entry of the type "later\\u0007kind", which this version');
    const verified = await verifyAt(folder);
    const head = verified.kind === 'intact' ? verified.head : '';
    expect(text).toContain(`head hash ${head}, 2 entries\n`);
    expect(JSON.parse(await textOf(trailJson(read)))).toMatchObject({ count: 2, head });
  });

  it('shows an empty trail, too', async () => {
    expect(await textOf(showTrail(() => []))).toContain('calls: none');
  });
});

describe('trailJson', () => {
  it('has with each call only what was asked about it, so that many requests in one entry do not multiply', async () => {
    const requests = ['c1', 'c2', 'c2'].map((call, index) => ({
      approval: `ap-${index}`,
      call,
      digest: sha256(String(index)),
      needs: { from: [[call === 'c1' ? '@Mona' : 'write']], count: 1, self: true, expires: '' },
    }));
    const named = [
      { login: 'mona', id: 1 },
      { login: 'hubot', id: 2 },
    ];
    const asks = asked('c1', { requests, named });
    const events = [runStart(), state('c1', 'PENDING'), state('c2', 'PENDING'), asks];
    const { calls } = JSON.parse(await textOf(trailJson(source(events))));
    expect(calls).toMatchObject([
      { call: 'c1', asked: [{ requests: [{ approval: 'ap-0' }], named: [{ login: 'mona' }] }] },
      {
        call: 'c2',
        asked: [{ requests: [{ approval: 'ap-1' }, { approval: 'ap-2' }], named: [] }],
      },
    ]);
    expect(calls[1].asked).toHaveLength(1);
  });

  it('is the run as JSON, with each call in the place of its first entry', async () => {
    const text = await textOf(trailJson(source(OVERLAPPING)));
    const run = JSON.parse(text);
    expect(`${JSON.stringify(run, null, 2)}\n`).toBe(text);
    expect(Object.keys(run)).toEqual([
      'run',
      'starts',
      'end',
      'calls',
      'turns',
      'others',
      'count',
      'head',
      'firstTime',
      'lastTime',
      'totals',
    ]);
    expect(run.calls.map(({ call }: { call: string }) => call)).toEqual(['c1', 'c2', 'c3']);
    expect(run.turns.map(({ reply: said }: { reply: unknown }) => said !== null)).toEqual([
      false,
      true,
    ]);
  });

  it('has empty lists for an empty trail', async () => {
    expect(JSON.parse(await textOf(trailJson(() => [])))).toMatchObject({
      run: '',
      end: null,
      calls: [],
      turns: [],
      count: 0,
    });
  });
});

/** A call that stays open while others begin and end, a turn without a reply, and a call that never ends. */
const OVERLAPPING = [
  runStart(),
  turnStart(1),
  runStart({ start: 'resumed' }),
  turnStart(2),
  reply(2),
  state('c1', 'PENDING', { turn: 2 }),
  state('c2', 'PENDING', { turn: 2 }),
  verdict('c2', 'deny'),
  state('c2', 'DENIED'),
  decision('c2', { counted: false, because: 'the call has ended' }),
  state('c3', 'PENDING', { turn: 1 }),
  verdict('c1', 'deny'),
  state('c1', 'DENIED'),
];

describe('a trail whose calls overlap', () => {
  it('has the same calls for every reader, in the order in which they began', async () => {
    const rows = (await textOf(exportTrail('csv', source(OVERLAPPING)))).trimEnd().split('\r\n');
    expect(rows.slice(1).map((row) => row.split(',')[1])).toEqual(['c1', 'c2', 'c3']);
    const view = await viewTrail(entriesOf(OVERLAPPING));
    expect(view.calls.map(({ call, state: is }) => [call, is])).toEqual([
      ['c1', 'DENIED'],
      ['c2', 'DENIED'],
      ['c3', 'PENDING'],
    ]);
    const { calls } = JSON.parse(await textOf(trailJson(source(OVERLAPPING))));
    expect(calls).toEqual(JSON.parse(JSON.stringify(view.calls)));
    expect(view.callCount).toBe(3);
  });

  it('keeps the answers to a call that has ended', async () => {
    const { calls } = JSON.parse(await textOf(trailJson(source(OVERLAPPING))));
    expect(calls[1].decisions).toMatchObject([{ because: 'the call has ended' }]);
  });

  it('links a call to the turn that made it, and one without a turn to the run', async () => {
    const text = await textOf(exportTrail('otlp', source(OVERLAPPING)));
    const { spans } = JSON.parse(text).resourceSpans[0].scopeSpans[0];
    const [run, , second, first, , third] = spans;
    expect(spans).toHaveLength(6);
    expect(first.parentSpanId).toBe(second.spanId);
    expect(third.parentSpanId).toBe(run.spanId);
  });
});

/** A command that waited, and that its approver changed before it ran. */
const CHANGED = [
  runStart(),
  state('c1', 'PENDING', { 'gen_ai.tool.call.arguments': { command: 'rm -rf /' } }),
  state('c1', 'APPROVAL_REQUIRED', { because: 'a rule asks' }),
  changed('c1', { command: 'npm test' }),
  state('c1', 'EXECUTING'),
  state('c1', 'COMPLETED'),
];

describe('a call that its approver changed', () => {
  it('has for every reader the arguments with which it ran', async () => {
    const [, row] = (await textOf(exportTrail('csv', source(CHANGED)))).split('\r\n');
    expect(row).toContain('npm test');
    expect(row).not.toContain('rm -rf');
    const trace = await textOf(exportTrail('otlp', source(CHANGED)));
    expect(trace).toContain('npm test');
    expect(trace).not.toContain('rm -rf');
    expect((await diffTrails(source(CHANGED), () => [])).commands).toEqual([
      { what: 'npm test', a: 1, b: 0 },
    ]);
    expect(await textOf(showTrail(source(CHANGED)))).toContain(
      'c1 changed by @hubot, its command: {"command":"npm test"}',
    );
    const { calls } = JSON.parse(await textOf(trailJson(source(CHANGED))));
    expect(calls).toMatchObject([
      { input: { command: 'rm -rf /' }, changed: { arguments: { command: 'npm test' } } },
    ]);
  });

  it('names the blob that has all of them', async () => {
    const [one, other] = ['a', 'b'].map((text) => {
      const blob = { blob: sha256(text), bytes: 1 };
      return source(CHANGED.with(3, changed('c1', blob)));
    });
    expect((await diffTrails(one ?? whole, other ?? whole)).inputs).toHaveLength(2);
    expect(await textOf(exportTrail('otlp', one ?? whole))).not.toContain('arguments');
  });

  it('has no reason from while it waited once it has ended', async () => {
    const { calls } = JSON.parse(await textOf(trailJson(source(CHANGED))));
    expect(calls).toMatchObject([{ state: 'COMPLETED', because: null }]);
    const waiting = JSON.parse(await textOf(trailJson(source(CHANGED.slice(0, 3)))));
    expect(waiting.calls).toMatchObject([{ because: 'a rule asks' }]);
  });
});

/** A trail that has other entries at each reading. */
const growing = (...readings: readonly (readonly TrailEvent[])[]) => {
  let reading = -1;
  return () => entriesOf(readings[(reading += 1)] ?? []);
};

describe('a trail that changes while it is read', () => {
  it('is shown up to the entry that was its last when the reading began', async () => {
    const text = await textOf(showTrail(growing(OVERLAPPING.slice(0, 4), OVERLAPPING)));
    expect(text).toMatch(/, 4 entries\n$/);
    expect(text).not.toContain('c1 PENDING');
  });

  it.each(['csv', 'sarif', 'otlp'] as const)(
    'is refused by %s if entries were lost',
    async (format) => {
      const shrinking = growing(OVERLAPPING, OVERLAPPING.slice(0, 4));
      await expect(textOf(exportTrail(format, shrinking))).rejects.toMatchObject({
        code: 'trail-broken',
      });
    },
  );
});

describe('traceRequests', () => {
  it('splits a long trace into requests of the given size, each with the resource, and loses no span', async () => {
    const options = { resource: { team: 'a' }, maxChars: 1_500 };
    const bodies: string[] = [];
    const counts: number[] = [];
    for await (const { body, spans } of traceRequests(whole, options)) {
      bodies.push(body);
      counts.push(spans);
    }
    expect(bodies.length).toBeGreaterThan(2);
    const requests = bodies.map((body) => JSON.parse(body).resourceSpans[0]);
    for (const { resource } of requests)
      expect(resource.attributes).toContainEqual({ key: 'team', value: { stringValue: 'a' } });
    const spans = requests.flatMap(({ scopeSpans }) => scopeSpans[0].spans);
    const text = await textOf(exportTrail('otlp', whole));
    expect(spans).toEqual(JSON.parse(text).resourceSpans[0].scopeSpans[0].spans);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(spans.length);
  });
});

describe('viewTrail', () => {
  it('gathers calls and turns, and sums what they cost', async () => {
    const view = await viewTrail(ENTRIES);
    const summary = await summarizeTrail(whole);
    expect(view).toMatchObject({ turns: [{ turn: 1 }] });
    expect(summary).toMatchObject({ count: 22, run: 'run-0123456789abcdef', turns: 1, calls: 3 });
    expect(view.calls.map(({ call, state: is }) => [call, is])).toEqual([
      ['c1', 'COMPLETED'],
      ['c2', 'FAILED'],
      ['c3', 'DENIED'],
    ]);
    expect(summary.totals).toEqual({
      inputTokens: 10,
      outputTokens: 1,
      cacheReadTokens: 0,
      cacheCreationTokens: 0,
      costUsd: 0.01,
    });
  });

  it('keeps the first calls that ran and the first that did not, however many there are', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `c${index + 1}`);
    const events = many.flatMap((call, index) => [
      state(call, 'PENDING'),
      state(call, index % 4 === 3 ? 'DENIED' : 'COMPLETED', { result: 'a long text' }),
    ]);
    const view = await viewTrail(entriesOf([runStart(), ...events]));
    expect(view.callCount).toBe(5_000);
    const denied = view.calls.filter((call) => call.state === 'DENIED');
    expect(denied.map(({ call }) => call)).toEqual(
      many.filter((_, index) => index % 4 === 3).slice(0, 1_000),
    );
    expect(view.calls).toHaveLength(2_000);
    expect(view.calls.every(({ result }) => result === null)).toBe(true);
    expect(view.calls.map(({ seq }) => seq)).toEqual(
      view.calls.map(({ seq }) => seq).toSorted((a, b) => a - b),
    );
  });

  it('has no sum if one price is unknown', async () => {
    const unknown = source([
      runStart(),
      turnStart(1),
      reply(1),
      turnStart(2),
      { ...reply(2), costUsd: null } as never,
    ]);
    expect((await summarizeTrail(unknown)).totals.costUsd).toBeNull();
  });
});

describe('exportTrail', () => {
  it('as OTLP: one trace, spans by run, turn and call, ids that stay', async () => {
    const text = await textOf(exportTrail('otlp', whole));
    expect(await textOf(exportTrail('otlp', whole))).toBe(text);
    const { spans } = JSON.parse(text).resourceSpans[0].scopeSpans[0];
    expect(spans).toHaveLength(5);
    expect(new Set(spans.map((span: { spanId: string }) => span.spanId)).size).toBe(5);
    for (const span of spans) {
      expect(span.traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
      expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
    }
    expect(spans.map((span: { name: string }) => span.name)).toEqual([
      'invoke_agent countersign',
      'chat script',
      'execute_tool fs_write',
      'execute_tool fs_write',
      'execute_tool fs_write',
    ]);
    expect(spans[2].parentSpanId).toBe(spans[1].spanId);
    expect(spans[1].attributes).toContainEqual({
      key: 'gen_ai.usage.input_tokens',
      value: { intValue: '10' },
    });
  });

  it('as OTLP whose spans have together the tokens and the cost of the run, replies that broke off included', async () => {
    const { type: _, ...spent } = reply(1, 40) as Extract<TrailEvent, { type: 'model.reply' }>;
    const broken = {
      type: 'model.broken',
      turn: 1,
      parent: null,
      attempt: 1,
      because: 'the connection ended',
      'gen_ai.usage.input_tokens': 40,
      'gen_ai.usage.output_tokens': 7,
      'gen_ai.usage.cache_read.input_tokens': 0,
      'gen_ai.usage.cache_creation.input_tokens': 0,
      costUsd: 2,
      estimated: true,
    } as const;
    const events = source([
      runStart(),
      turnStart(1),
      broken,
      { type: 'model.reply', ...spent, costUsd: 1 },
      runEnd('incomplete'),
    ]);
    const { spans } = JSON.parse(await textOf(exportTrail('otlp', events))).resourceSpans[0]
      .scopeSpans[0];
    type Attribute = { readonly key: string; readonly value: Record<string, string | number> };
    const values = (key: string) =>
      spans.flatMap(({ attributes }: { attributes: readonly Attribute[] }) =>
        attributes.filter((one) => one.key === key).map(({ value }) => value),
      );
    expect(values('gen_ai.usage.input_tokens')).toEqual([{ intValue: '40' }, { intValue: '40' }]);
    expect(values('gen_ai.usage.output_tokens')).toEqual([{ intValue: '1' }, { intValue: '7' }]);
    expect(values('countersign.cost_usd')).toEqual([{ doubleValue: 1 }, { doubleValue: 2 }]);
    expect(spans[2]).toMatchObject({
      name: 'chat',
      parentSpanId: spans[0].spanId,
      status: { code: 2, message: 'the connection ended' },
    });
  });

  it.each([
    ['0000-01-01T00:00:00.000Z', '0'],
    ['1969-12-31T23:59:59.999Z', '0'],
    ['1970-01-01T00:00:00.001Z', '1000000'],
    ['2554-07-21T23:34:33.709Z', '18446744073709000000'],
    ['2554-07-21T23:34:33.710Z', '0'],
    ['9999-12-31T23:59:59.999Z', '0'],
  ])('as OTLP whose times are 64 bits, or unknown: %s', async (time, nanos) => {
    const events = ENTRIES.map((entry) => ({ ...entry, time }));
    const text = await textOf(exportTrail('otlp', () => events));
    const times = text.match(/(?<=TimeUnixNano":\s*")[^"]*/g);
    expect(new Set(times)).toEqual(new Set([nanos]));
  });

  it('as SARIF whose messages have no link, image or invisible character of a model', async () => {
    const events = source([
      runStart(),
      state('c1', 'PENDING', { 'gen_ai.tool.name': '[here](https://evil.example)\u202E' }),
      verdict('c1', 'deny'),
      state('c1', 'DENIED', { because: '![](https://evil.example/beacon.png)' }),
      runEnd('incomplete'),
    ]);
    const { runs } = JSON.parse(await textOf(exportTrail('sarif', events)));
    expect(runs[0].results[0].message.text).toBe(
      String.raw`[here] (https://evil.example)\u{202E} (c1): ![] (https://evil.example/beacon.png)`,
    );
  });

  it('as CSV that a spreadsheet cannot be made to compute', async () => {
    const events = source([
      runStart(),
      state('c1', 'PENDING', {
        'gen_ai.tool.name': '=cmd|"/c calc"!A1',
        'gen_ai.tool.call.arguments': { a: 'x,"y"\n' },
      }),
    ]);
    const [header, line] = (await textOf(exportTrail('csv', events))).split('\r\n');
    expect(header?.split(',')[0]).toBe('run');
    expect(line).toContain(`"'=cmd|""/c calc""!A1"`);
    expect(line).toContain('"{""a"":""x,\\""y\\""\\n""}"');
  });

  it.each(['=1+1', ' =1+1', '\n=1+1', '+1', '-1', '@A1', '＝1+1', '＠A1'])(
    'as CSV in which %j is text',
    async (tool) => {
      const events = source([runStart(), state('c1', 'PENDING', { 'gen_ai.tool.name': tool })]);
      const [, ...rest] = (await textOf(exportTrail('csv', events))).split('\r\n');
      const field = rest.join('').split(',')[5]?.replace(/^"/, '');
      expect(field?.startsWith("'")).toBe(true);
    },
  );

  it('as SARIF: what was denied and what failed', async () => {
    const { version, runs } = JSON.parse(await textOf(exportTrail('sarif', whole)));
    expect(version).toBe('2.1.0');
    expect(
      runs[0].results.map(({ ruleId, level }: Record<string, string>) => [ruleId, level]),
    ).toEqual([
      ['call-failed', 'error'],
      ['call-denied', 'warning'],
    ]);
    expect(runs[0].results[1].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: '.github/countersign.yml' },
      region: { startLine: 4 },
    });
    const unanswered = state('c1', 'DENIED', { usedDefault: true });
    const questions = source([runStart(), state('c1', 'PENDING'), unanswered]);
    expect(JSON.parse(await textOf(exportTrail('sarif', questions))).runs[0].results).toEqual([]);
  });

  it.each([
    [
      'a line of a baseline, which is of another repository',
      { layer: 'octo/baselines/base.yml@v1' },
    ],
    ['a line that no file has', { line: 0 }],
    ['a part of a line', { line: 1.5 }],
    ['no line', { line: null }],
  ])('as SARIF at its entry, if the verdict names %s', async (_, fields) => {
    const events = source([
      runStart(),
      state('c1', 'PENDING'),
      verdict('c1', 'deny', fields),
      state('c1', 'DENIED', { because: 'no' }),
    ]);
    const { runs } = JSON.parse(await textOf(exportTrail('sarif', events)));
    expect(runs[0].results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'audit.jsonl' },
      region: { startLine: 2 },
    });
  });
});

const bash = (command: string) =>
  source([
    runStart(),
    turnStart(1),
    reply(1, 40),
    state('c1', 'PENDING', {
      'gen_ai.tool.name': 'bash_run',
      'gen_ai.tool.call.arguments': { command },
    }),
    verdict('c1', 'auto'),
    runEnd('incomplete'),
  ]);

const writing = (text: string) =>
  source([
    runStart(),
    state('c1', 'PENDING', {
      'gen_ai.tool.name': 'fs_write',
      'gen_ai.tool.call.arguments': null,
      argumentsBlob: { sha256: sha256(text), bytes: 70_000 },
    }),
  ]);

describe('diffTrails', () => {
  it('finds nothing between a trail and itself', async () => {
    const diff = await diffTrails(whole, whole);
    expect(
      [diff.tools, diff.verdicts, diff.states, diff.commands, diff.hosts, diff.inputs].flat(),
    ).toEqual([]);
  });

  it('distinguishes long arguments by their digests', async () => {
    expect((await diffTrails(writing('a'), writing('a'))).inputs).toEqual([]);
    expect((await diffTrails(writing('a'), writing('b'))).inputs).toHaveLength(2);
  });

  it('names tools, commands and hosts that only one run used', async () => {
    const diff = await diffTrails(bash('npm test'), bash('curl https://Example.com:8443/x'));
    expect(diff.commands).toEqual([
      { what: 'curl https://Example.com:8443/x', a: 0, b: 1 },
      { what: 'npm test', a: 1, b: 0 },
    ]);
    expect(diff.hosts).toEqual([{ what: 'example.com:8443', a: 0, b: 1 }]);
    expect(diff.tools).toEqual([]);
    expect(diff.tokensPerTurn).toEqual({ a: 41, b: 41 });
  });
});

describe('trailJsonSchema', () => {
  it('is a schema by itself, which every entry of a trail fits and a forged one does not', () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addFormat('date-time', true);
    const fits = ajv.compile(trailJsonSchema());
    for (const entry of ENTRIES) expect(fits(entry), JSON.stringify(fits.errors)).toBe(true);
    expect(fits({ ...ENTRIES[0], request: 1 })).toBe(false);
  });

  it('has the envelope, and a variant for every type of entry', () => {
    const schema = trailJsonSchema();
    const variants = schema['oneOf'] ?? schema['anyOf'];
    const types = Array.isArray(variants)
      ? variants.map((variant) =>
          isJsonObject(variant) &&
          isJsonObject(variant['properties']) &&
          isJsonObject(variant['properties']['type'])
            ? variant['properties']['type']['const']
            : null,
        )
      : [];
    expect(new Set(types)).toEqual(new Set(EVENT_TYPES));
    expect(schema['required']).toContain('hash');
    expect(JSON.stringify(schema)).not.toContain('"additionalProperties":false');
  });
});
