/** What a run has cost is counted, estimated or said to be unknown: never silently nothing. */
import { expect, test } from 'vitest';
import type { SseEvent } from '../../src/testing/index.ts';
import type { Fault } from '../testing/model-server/faults.ts';
import { entriesOf, expectEnd, finish, messagesApi, openRepository, turn } from './harness.ts';
import { nightly, someOf } from '../properties.ts';

const READ = turn('I read.', ['fs_read', { path: 'src/a.txt' }]);
const SCRIPT = { turns: [READ, finish('Read.')] } as never;
const UNKNOWN = 'gateway-model-7';

const edited = (change: (text: string) => string): Fault => ({
  kind: 'edit',
  edit: (events: readonly SseEvent[]) =>
    events.map((event) => ({
      ...event,
      data: JSON.parse(change(JSON.stringify(event.data))) as never,
    })),
});

/** As gateways do that do not know the figures. */
const WITHOUT_USAGE = edited((text) => text.replaceAll(/_tokens":\d+/g, '_tokens":0'));

test.concurrent('replies that break off again and again spend the budget, and are in the trail', async () => {
  await using repository = await openRepository();
  await using api = await messagesApi({
    script: SCRIPT,
    faults: ({ index }) => (index < 3 ? { kind: 'cut', after: 'in-tool-use' } : undefined),
  });
  const end = await repository.runStep({ inputs: api.inputs });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  const broken = entriesOf(end, 'model.broken');
  expect(broken).toHaveLength(3);
  expect(broken.every(({ estimated, costUsd }) => estimated === true && costUsd !== null)).toBe(
    true,
  );
  const all = [...broken, ...entriesOf(end, 'model.reply')];
  const tokens = all.reduce(
    (sum, entry) =>
      sum +
      entry['gen_ai.usage.input_tokens'] +
      entry['gen_ai.usage.output_tokens'] +
      entry['gen_ai.usage.cache_read.input_tokens'] +
      entry['gen_ai.usage.cache_creation.input_tokens'],
    0,
  );
  expect(Number(end.outputs['tokens'])).toBe(tokens);
  expect(entriesOf(end, 'run.end')[0]?.tokens).toBe(tokens);
  expect(end.summary).toContain('(partly an estimate)');
  expect(end.log).toContain('a reply broke off after about');
});

nightly.concurrent('a limit of tokens holds although every reply breaks off', async () => {
  await using repository = await openRepository();
  await using api = await messagesApi({
    script: SCRIPT,
    faults: () => ({ kind: 'cut', after: 'in-tool-use' }),
  });
  const end = await repository.runStep({ inputs: { ...api.inputs, 'max-tokens': '1000' } });
  await expectEnd(end, { outcome: 'over-budget', exitCode: 1 });
  expect(api.requests).toHaveLength(1);
});

test.concurrent('an API that reports no tokens does not open the limit of tokens: they are estimated, and everybody reads that', async () => {
  await using repository = await openRepository();
  await using api = await messagesApi({ script: SCRIPT, faults: () => WITHOUT_USAGE });
  const end = await repository.runStep({ inputs: { ...api.inputs, 'max-tokens': '1000' } });
  await expectEnd(end, { outcome: 'over-budget', exitCode: 1 });
  expect(entriesOf(end, 'model.reply')[0]).toMatchObject({ estimated: true });
  expect(entriesOf(end, 'warning').map(({ code }) => code)).toContain('tokens-estimated');
  expect(end.summary).toContain('does not report the tokens of its replies');
});

test.concurrent('a limit of money is refused for a model without a known price, with what to write', async () => {
  await using repository = await openRepository();
  await using api = await messagesApi({ script: SCRIPT });
  const end = await repository.runStep({
    inputs: { ...api.inputs, model: UNKNOWN, 'max-usd': '2' },
  });
  await expectEnd(end, { outcome: 'error', exitCode: 1 });
  expect(api.requests).toEqual([]);
  expect(end.outputs['summary']).toContain(`The price of the model ${UNKNOWN} is not known`);
  expect(end.outputs['summary']).toContain('prices: input=3,output=15');
});

nightly.concurrent(
  'a limit of money in the policy is refused likewise, and says where it stands',
  async () => {
    await using repository = await openRepository({
      policy: 'version: 1\nsandbox: off\nbudget: { usd: 3 }\n',
    });
    await using api = await messagesApi({ script: SCRIPT });
    const end = await repository.runStep({ inputs: { ...api.inputs, model: UNKNOWN } });
    await expectEnd(end, { outcome: 'error', exitCode: 1 });
    expect(end.outputs['summary']).toContain('`budget: usd` of the policy (3 USD)');
  },
);

nightly.concurrent(
  'without a limit of money such a model runs, and its cost is said to be unknown',
  async () => {
    await using repository = await openRepository();
    await using api = await messagesApi({ script: SCRIPT });
    const end = await repository.runStep({ inputs: { ...api.inputs, model: UNKNOWN } });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(end.log).toContain('the cost of this run is unknown');
    expect(end.summary).toContain('cost unknown');
    expect(entriesOf(end, 'run.start')[0]?.budget).not.toHaveProperty('usd');
  },
);

nightly.concurrent('with the input prices the limit holds, whatever the model', async () => {
  await using repository = await openRepository();
  await using api = await messagesApi({ script: SCRIPT });
  const inputs = { ...api.inputs, model: UNKNOWN, prices: 'input=1000, output=2000' };
  const free = await repository.runStep({ inputs });
  await expectEnd(free, { outcome: 'over-budget', exitCode: 1 });
  const cheap = await repository.runStep({
    inputs: { ...inputs, prices: 'input=0.1,output=0.2', 'max-usd': '1' },
  });
  await expectEnd(cheap, { outcome: 'done', exitCode: 0 });
  expect(Number(cheap.outputs['cost-usd'])).toBeGreaterThan(0);
  const wrong = await repository.runStep({ inputs: { ...inputs, prices: 'input=3' } });
  expect(wrong.outputs['summary']).toContain('no output=');
});

const ABSURD: readonly (readonly [string, Fault])[] = [
  ['usage of 1e308', edited((text) => text.replaceAll(/_tokens":\d+/g, '_tokens":1e308'))],
  ['usage below zero', edited((text) => text.replaceAll(/_tokens":\d+/g, '_tokens":-7'))],
  ['fractions of tokens', edited((text) => text.replaceAll(/_tokens":\d+/g, '_tokens":0.5'))],
  [
    'a number beyond all numbers in the input of a call',
    edited((text) => text.replaceAll('src/a.txt\\"', 'src/a.txt\\",\\"limit\\":1e400')),
  ],
  ['a text of 20 MB', edited((text) => text.replaceAll('I read.', 'I read. '.repeat(2_600_000)))],
  [
    'an id and a name of a megabyte',
    edited((text) =>
      text
        .replaceAll('"name":"fs_read"', `"name":"${'n'.repeat(1_000_000)}"`)
        .replaceAll('"id":"msg', `"id":"${'m'.repeat(1_000_000)}`),
    ),
  ],
];

test.concurrent.each(someOf(ABSURD, 1))(
  'with %s the run has an end, and its trail verifies',
  async (_name, fault) => {
    await using repository = await openRepository();
    await using api = await messagesApi({
      script: SCRIPT,
      faults: ({ index }) => (index === 0 ? fault : undefined),
    });
    const end = await repository.runStep({ inputs: api.inputs });
    expect(entriesOf(end, 'run.end'), end.log.slice(-3_000)).toHaveLength(1);
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
  },
  120_000,
);
