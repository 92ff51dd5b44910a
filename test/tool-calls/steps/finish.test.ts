/** What the audit trail, listeners and the model get of a call that ended. */
import { describe, expect, test } from 'vitest';
import { type JsonObject, sha256, systemClock } from '../../../src/common/index.ts';
import type { FinishedCall } from '../../../src/tool-calls/index.ts';
import { failure, success, type ToolOutput } from '../../../src/tools/index.ts';
import {
  setUpCalls,
  looseTool,
  requestOf,
  runCalls,
  type CallSetupOptions,
  SECRET,
} from '../context.ts';

const IMAGE = { type: 'image', mediaType: 'image/png', base64: 'aGk=' } as const;
const SANDBOX = {
  profile: 'reading',
  discarded: ['out.txt'],
  kept: [],
  hidden: 2,
  git: 'filtered',
  limits: ['write'],
} as const;

async function ended(
  result: ToolOutput,
  { over, ...tool }: Partial<Parameters<typeof looseTool>[2]> & Pick<CallSetupOptions, 'over'> = {},
) {
  const setup = await setUpCalls({
    tools: [looseTool('look', () => result, tool)],
    over: over ?? {},
  });
  const request = requestOf('look', {});
  const { finished } = await runCalls(setup.context, [request]);
  const states = setup.entries().filter((entry) => entry.type === 'call.state');
  return { setup, call: finished[0], last: states.at(-1), id: request.id };
}

describe('the last entry of a call', () => {
  test('has what its command did, as its tool says', async () => {
    const network = [{ to: 'example.com:443', verdict: 'refused', count: 2 }];
    const did = { exitCode: 3, network, sandbox: SANDBOX } as const;
    const { last, setup, id } = await ended(success('out', did));
    expect(last).toMatchObject({
      state: 'COMPLETED',
      'process.exit.code': 3,
      network,
      sandbox: SANDBOX,
      result: 'out',
      resultBytes: 3,
      resultSha256: sha256('out'),
    });
    expect(setup.events).toContainEqual(
      expect.objectContaining({ type: 'tool_executed', call: id, ok: true, exitCode: 3 }),
    );
  });

  test.each<[string, JsonObject]>([
    ['process.exit.code', { exitCode: 'three' }],
    ['network', { network: [{ to: 1 }] }],
    ['network', { network: [] }],
    ['sandbox', { sandbox: { profile: 'none' } }],
  ])('has no %s that is not valid, and the rest of what its tool says', async (field, wrong) => {
    const right: JsonObject = { exitCode: 0, sandbox: { ...SANDBOX, discarded: [], limits: [] } };
    const fields = Object.keys((await ended(success('out', { ...right, ...wrong }))).last ?? {});
    expect(fields).not.toContain(field);
    expect(fields).toContain(field === 'sandbox' ? 'process.exit.code' : 'sandbox');
  });

  test('has why it failed', async () => {
    const { last, setup } = await ended(failure('execution', 'It broke.', ['Look.']));
    expect(last).toMatchObject({
      state: 'FAILED',
      'error.type': 'execution',
      because: 'It broke.',
    });
    const error = setup.events.find(({ type }) => type === 'tool:error');
    expect(error).toMatchObject({ message: 'It broke.', snapshot: { state: 'FAILED' } });
    expect((await ended('fine')).last).not.toHaveProperty('because');
  });

  test('has how long its tool took, in whole milliseconds', async () => {
    let nowMs = 5_000;
    const clock = { ...systemClock, monotonicMs: () => nowMs };
    const look = looseTool('look', () => void (nowMs += 1_234.4));
    const setup = await setUpCalls({ tools: [look], over: { clock } });
    await runCalls(setup.context, [requestOf('look', {})]);
    expect(setup.entries().at(-1)).toMatchObject({ state: 'COMPLETED', durationMs: 1_234 });
  });

  test('has a long result as a blob', async () => {
    const [short, long] = ['x'.repeat(2_000), 'x'.repeat(2_001)];
    expect((await ended(short)).last).toMatchObject({ result: short, resultBytes: 2_000 });
    expect((await ended(long)).last).toMatchObject({
      result: { sha256: sha256(long), bytes: 2_001 },
      resultBytes: 2_001,
    });
  });

  test('has the work tree after a required command, unless another command could change it meanwhile', async () => {
    const tree = 'b'.repeat(40);
    const over = { workTreeAfter: () => Promise.resolve(tree) };
    expect((await ended('fine', { over })).last).toMatchObject({ workTree: tree });
    const beside = success('fine', { besideWriter: true });
    expect((await ended(beside, { over })).last).not.toHaveProperty('workTree');
    const unknown = { workTreeAfter: () => Promise.resolve(null) };
    expect((await ended('fine', { over: unknown })).last).toMatchObject({ workTree: null });
    const other = { workTreeAfter: () => undefined };
    expect((await ended('fine', { over: other })).last).not.toHaveProperty('workTree');
  });
});

function readsFile() {
  return { paths: [{ path: 'a.ts', access: 'read' as const }] };
}

test('the run has of a finished call what its result was, and what it touched', async () => {
  const reported: FinishedCall[] = [];
  const over = { onFinished: (call: FinishedCall) => void reported.push(call) };
  const { call } = await ended(success('out', { page: 1 }), { over, facts: readsFile });
  expect(reported).toEqual([call]);
  expect(call).toMatchObject({ touched: ['a.ts'], contentSha256: sha256('out') });
  expect((await ended('out')).call).toMatchObject({ touched: [] });
});

async function displayOf(result: ToolOutput) {
  const { setup } = await ended(result);
  const end = setup.events.find(({ type }) => type === 'tool:end');
  return end?.type === 'tool:end' ? end.display : null;
}

test('people see what a tool has for them, and else its result, without secrets', async () => {
  expect(await displayOf({ ok: true, llmContent: 'a', displayContent: 'for people' })).toBe(
    'for people',
  );
  expect(await displayOf('out')).toBe('out');
  expect(await displayOf(`${SECRET} out`)).toMatch(/^\[redacted:\S+\] out$/);
});

test('the model reads an error before what its tool returned all the same', async () => {
  const failed = failure('execution', 'It broke.');
  const head = 'Error (execution): It broke.';
  expect((await ended(failed)).call?.content).toBe(head);
  const advised = failure('execution', 'It broke.', ['Look.', 'Wait.']);
  expect((await ended(advised)).call?.content).toBe(`${head}\n- Look.\n- Wait.`);
  expect((await ended({ ...failed, llmContent: 'half' })).call?.content).toBe(`${head}\n\nhalf`);
});

describe('untrusted content', () => {
  const source = 'https://a.test';
  const contentOf = async (metadata: JsonObject) => {
    const { setup, call } = await ended(
      success('<b>x</b>', { untrustedSource: source, ...metadata }),
    );
    expect(setup.untrusted).toMatchObject([{ source, sha256: sha256('<b>x</b>') }]);
    return call?.content;
  };

  test('is marked, as code if it is no Markdown', async () => {
    expect(await contentOf({})).toBe(`<${source}><b>x</b></${source}>`);
    expect(await contentOf({ untrustedCode: true })).toBe(
      `<${source}>\`\`\`text\n<b>x</b>\n\`\`\`</${source}>`,
    );
    expect(await contentOf({ untrustedCode: 'yes' })).toBe(`<${source}><b>x</b></${source}>`);
  });

  test('is not marked twice if its tool did', async () => {
    expect(await contentOf({ untrustedMarked: true })).toBe('<b>x</b>');
    expect(await contentOf({ untrustedMarked: 'yes' })).toBe(`<${source}><b>x</b></${source}>`);
  });

  test('of blocks is marked in each text, and images stay', async () => {
    const llmContent = [{ type: 'text', text: 'x' }, IMAGE] as const;
    const { call, setup } = await ended({
      ok: true,
      llmContent,
      metadata: { untrustedSource: source },
    });
    expect(call?.content).toEqual([{ type: 'text', text: `<${source}>x</${source}>` }, IMAGE]);
    expect(setup.untrusted).toMatchObject([{ source, author: null }]);
  });

  test('without a source is none', async () => {
    const { setup, call } = await ended(success('x', { untrustedAuthor: 'eve' }));
    expect(setup.untrusted).toEqual([]);
    expect(call?.content).toBe('x');
  });
});

/** What the audit trail and listeners have alike of what a call did on GitHub. */
async function writesOf(metadata: JsonObject, category = 'github') {
  const { setup, id } = await ended(success('ok', metadata), { category });
  const entries = setup
    .entries()
    .flatMap((entry) => (entry.type === 'github.write' ? [entry] : []));
  const events = setup.events.flatMap((event) => (event.type === 'github_write' ? [event] : []));
  expect(events.map(({ call }) => call)).toEqual(entries.map(() => id));
  const writes = events.map(({ write }) => write);
  for (const [index, write] of writes.entries()) expect(entries[index]).toMatchObject({ ...write });
  return writes;
}

describe('what a call did on GitHub', () => {
  const url = 'https://github.test/octo/demo/pull/8';
  test('is on record and told to listeners, with its branch and files', async () => {
    const modes = ['100644', '100755', '120000'] as const;
    const files = modes.map((mode) => ({ path: `${mode}.ts`, sha256: 'd'.repeat(64), mode }));
    const commit = { created: 'commit', id: 'f'.repeat(40), url, branch: 'fix', files };
    expect(await writesOf({ ...commit, pullRequest: { id: 8, url } })).toEqual([
      { what: 'commit', id: commit.id, url, branch: 'fix', files },
      { what: 'pull request', found: true, id: 8, url },
    ]);
  });

  test('is found if it was there before, and nothing if it did nothing', async () => {
    const there = { created: 'nothing', found: 'pull request', id: 8, url };
    expect(await writesOf(there)).toEqual([{ what: 'pull request', found: true, id: 8, url }]);
    expect(await writesOf({ created: 'nothing' })).toEqual([]);
    expect(await writesOf({ created: 'label' })).toEqual([{ what: 'label', id: null, url: null }]);
  });

  test('is what a tool for GitHub says, and no other tool', async () => {
    expect(await writesOf({ created: 'comment', id: 7, url }, 'files')).toEqual([]);
    expect(await writesOf({ created: 7 })).toEqual([]);
  });
});
