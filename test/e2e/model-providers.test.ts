import { expect, test } from 'vitest';
import { parseScript } from '../../src/model/index.ts';
import { type ServedApiName, startModelServer } from '../../src/testing/index.ts';
import type { Fault } from '../testing/model-server/faults.ts';
import { startFaultyServer } from '../testing/model-server/server.ts';
import { nightly } from '../properties.ts';
import { expectEnd, finish, inWorkspace, openRepository, turn } from './harness.ts';

const SCRIPT = parseScript(
  JSON.stringify({
    turns: [
      turn('I write.', ['fs_write', { path: 'src/made.txt', content: 'made' }]),
      finish('Made.'),
    ],
  }),
  'test',
);

const PROVIDERS: readonly (readonly [string, ServedApiName, string])[] = [
  ['openai', 'responses', '/v1'],
  ['openai-compatible', 'chat', '/v1'],
  ['gemini', 'gemini', ''],
];

test.concurrent.each(PROVIDERS)(
  '%s: a run works through a stream that broke off, and writes once',
  async (provider, api, suffix) => {
    await using repository = await openRepository();
    const server = await startFaultyServer({
      api,
      script: SCRIPT,
      faults: (index) => (index === 0 ? { kind: 'cut', after: 1 } : undefined),
    });
    try {
      const end = await repository.runStep({
        inputs: { provider, model: 'm', 'api-key': 'test-key', 'base-url': server.url + suffix },
      });
      await expectEnd(end, { outcome: 'done', exitCode: 0 });
      expect(await inWorkspace(repository, 'src/made.txt')).toBe('made');
      const executed = end.entries.filter(
        (entry) => entry.type === 'call.state' && entry.state === 'EXECUTING',
      );
      // The write and `finish`.
      expect(executed).toHaveLength(2);
      expect(server.requests.map(({ status }) => status)).toEqual([200, 200, 200]);
    } finally {
      await server.close();
    }
  },
);

nightly.concurrent(
  'openai-compatible without an address is refused with the line to write',
  async () => {
    await using repository = await openRepository();
    const end = await repository.runStep({ inputs: { provider: 'openai-compatible', model: 'm' } });
    await expectEnd(end, { outcome: 'error', exitCode: 1 });
    expect(end.outputs['summary']).toContain('base-url: https://models.github.ai/inference');
  },
);

const busy = (body: Readonly<Record<string, unknown>>): Fault | undefined =>
  body['model'] === 'busy'
    ? { kind: 'status', status: 500, body: {}, headers: { 'x-should-retry': 'false' } }
    : undefined;

test.concurrent('a gateway gets its headers, the next model the run, and the trail no header', async () => {
  await using repository = await openRepository();
  const server = await startFaultyServer({
    api: 'chat',
    script: SCRIPT,
    apiKey: null,
    faults: (_index, body) => busy(body),
  });
  try {
    const end = await repository.runStep({
      environment: { OPENAI_CUSTOM_HEADERS: 'x-other: for-every-host' },
      inputs: {
        provider: 'openai-compatible',
        model: 'busy, free',
        'base-url': `${server.url}/v1`,
        'extra-headers': 'x-gateway-key: gateway-secret-0123456789',
        'max-output-tokens': '2000',
        prices: 'busy: unknown\nfree: unknown',
      },
    });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    const sent = server.requests.map(({ headers, body }) => [
      headers['x-gateway-key'],
      body['model'],
      body['max_tokens'],
    ]);
    expect(server.requests.filter(({ headers }) => 'x-other' in headers)).toEqual([]);
    const secret = 'gateway-secret-0123456789';
    expect(sent).toEqual([
      [secret, 'busy', 2000],
      [secret, 'free', 2000],
      [secret, 'free', 2000],
    ]);
    expect(end.entries.filter(({ type }) => type === 'model.fallback')).toHaveLength(1);
    expect(JSON.stringify(end.entries)).not.toContain(secret);
  } finally {
    await server.close();
  }
});

test.concurrent('a key of Anthropic is not sent to another provider', async () => {
  await using repository = await openRepository();
  const server = await startModelServer({ api: 'chat', script: SCRIPT, apiKey: null });
  try {
    const end = await repository.runStep({
      inputs: {
        provider: 'openai-compatible',
        model: 'm',
        'anthropic-api-key': 'sk-ant-not-for-others',
        'base-url': `${server.url}/v1`,
      },
    });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(JSON.stringify(server.requests)).not.toContain('sk-ant-not-for-others');
  } finally {
    await server.close();
  }
});
