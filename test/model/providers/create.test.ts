import { describe, expect, it } from 'vitest';
import { CountersignError, systemClock } from '../../../src/common/index.ts';
import {
  createModel,
  modelNamed,
  modelsFrom,
  parseHeaders,
  parsePrices,
} from '../../../src/model/index.ts';
import { DEFAULT_MODEL } from '../../../src/model/prices.ts';

const key = 'sk-ant-api03-secret';
const base = { cwd: '/', clock: systemClock, anthropicApiKey: key };

async function refusal(options: Partial<Parameters<typeof createModel>[0]>): Promise<string> {
  const error = await createModel({ ...base, ...options }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CountersignError)) throw new Error('not refused');
  const { code, message, fix } = error;
  expect(code).toBe('input-invalid');
  return `${message} ${fix}`;
}

describe('the inputs of a model', () => {
  it.each([undefined, '', '  '])(
    'name the key and the line to write when it is %j',
    async (anthropicApiKey) => {
      const text = await refusal({ anthropicApiKey });
      expect(text).toContain('No API key is set.');
      expect(text).toContain('anthropic-api-key: ${{ secrets.ANTHROPIC_API_KEY }}');
      expect(text).toContain('On the command line and in a program, set ANTHROPIC_API_KEY.');
    },
  );

  it.each(['sk-ant-a b', 'sk-ant-a\nX-Injected: 1', 'sk-änt'])(
    'refuse the key %j without showing it',
    async (anthropicApiKey) => {
      expect(await refusal({ anthropicApiKey })).not.toContain('sk-');
    },
  );

  it.each(['HTTP_PROXY', 'HTTPS_PROXY'])(
    'refuse a proxy in %s that is no address before anything is asked',
    async (name) => {
      const text = await refusal({ environment: { [name]: 'socks5://proxy.example' } });
      expect(text).toContain(`The variable ${name} is not an http:// or https:// address`);
    },
  );

  it('take a key with white space around it, as secrets often have', async () => {
    expect((await createModel({ ...base, anthropicApiKey: ` ${key}\n` })).provider).toBe(
      'anthropic',
    );
  });

  it.each([undefined, '', ' '])('use the default model for %j', async (model) => {
    expect((await createModel({ ...base, model })).id).toBe(DEFAULT_MODEL);
  });

  it('make the models after the first one its fall-backs, at the same address', async () => {
    const first = await createModel({ ...base, model: 'claude-opus-5, claude-sonnet-5 ,claude-x' });
    expect(modelsFrom(first).map(({ id }) => id)).toEqual([
      'claude-opus-5',
      'claude-sonnet-5',
      'claude-x',
    ]);
    expect(modelsFrom(first).map(({ unpriced }) => unpriced)).toEqual([
      undefined,
      undefined,
      'unlisted',
    ]);
    expect(modelNamed(first, 'claude-sonnet-5').id).toBe('claude-sonnet-5');
    expect(modelNamed(first, 'claude-gone').id).toBe('claude-opus-5');
    expect(modelNamed(first, undefined).id).toBe('claude-opus-5');
  });

  it.each([
    ['a, a', 'twice'],
    ['a b', 'The model "a b" is not a model\'s name.'],
    ['a,,b', 'The model "a,,b" names "", which is not a model\'s name.'],
    ['a,', '""'],
    ['a, scripted:turns.json', 'scripted'],
    ['a,b,c,d,e,f', 'more than 5'],
  ])('refuse the list of models %j', async (model, word) => {
    expect(await refusal({ model })).toContain(word);
  });

  it('refuse a price that may be meant for another model', async () => {
    const only = parsePrices('input=1,output=2', 'prices');
    expect(await refusal({ model: 'a, b', prices: only })).toContain('for each of: a, b');
    const other = parsePrices('c: input=1,output=2', 'prices');
    expect(await refusal({ model: 'a, b', prices: other })).toContain('names c');
    const unknown = parsePrices('unknown', 'prices');
    expect((await createModel({ ...base, prices: unknown })).unpriced).toBe('said');
  });

  const headers = parseHeaders('x-portkey-api-key: pk-0123456789', 'extra-headers');

  it('refuse a token or headers for a gateway without the address of one', async () => {
    const token = await refusal({ anthropicAuthToken: 'token-0123' });
    expect(token).toContain('anthropic-auth-token is for a gateway');
    expect(token).not.toContain('token-0123');
    for (const provider of ['anthropic', 'bedrock', 'openai', 'gemini'] as const) {
      const text = await refusal({ provider, apiKey: 'k', extraHeaders: headers });
      expect(text).toContain('extra-headers is for a gateway');
      expect(text).not.toContain('pk-0123456789');
    }
    const other = {
      provider: 'openai',
      apiKey: 'k',
      baseUrl: 'https://x',
      anthropicAuthToken: 't',
    } as const;
    expect(await refusal(other)).toContain('for the provider anthropic');
    const empty = parseHeaders('x-portkey-api-key: ', 'extra-headers');
    const unset = { extraHeaders: empty, anthropicBaseUrl: 'https://x' };
    expect(await refusal(unset)).toContain('x-portkey-api-key of extra-headers has no value');
    // The address of another kind of provider does not count.
    const wrong = { extraHeaders: headers, baseUrl: 'https://x' };
    expect(await refusal(wrong)).toContain('Write the address as anthropic-base-url');
  });

  it.each([
    ['anthropic', 'base-url', 'anthropic-base-url', { baseUrl: 'https://x' }],
    ['vertex', 'base-url', 'anthropic-base-url', { baseUrl: 'https://x' }],
    ['openai', 'anthropic-base-url', 'base-url', { anthropicBaseUrl: 'https://x', apiKey: 'k' }],
    ['gemini', 'anthropic-base-url', 'base-url', { anthropicBaseUrl: 'https://x', apiKey: 'k' }],
  ] as const)('refuse for provider %s the input %s', async (provider, given, own, options) => {
    const text = await refusal({ provider, ...options });
    expect(text).toContain(`${given} is not for the provider ${provider}`);
    expect(text).toContain(`Write the address as ${own}, or leave ${given} out.`);
  });

  it.each(['', ' '])(
    'take the empty address %j of another kind of provider as absent',
    async (url) => {
      expect((await createModel({ ...base, baseUrl: url })).provider).toBe('anthropic');
    },
  );

  it.each([
    'http://localhost:11434',
    'http://127.0.0.1:8000',
    'http://[::1]:8000',
    'http://0.0.0.0:8000',
    'http://ollama:11434',
    'http://host.docker.internal:1234',
  ])('need no key for the server %s of the runner, or of its network', async (url) => {
    const { provider } = await createModel({
      ...base,
      anthropicApiKey: undefined,
      anthropicBaseUrl: url,
    });
    expect(provider).toBe('anthropic');
    await createModel({ ...base, provider: 'openai', baseUrl: url });
    await createModel({ ...base, provider: 'gemini', baseUrl: url });
  });

  it.each([
    'https://gateway.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://host.docker.internal.example.com',
    'http://10.0.0.5',
  ])('need a key, a token or headers for %s', async (url) => {
    const without = { anthropicApiKey: undefined, anthropicBaseUrl: url };
    expect(await refusal(without)).toContain('No API key is set.');
    await createModel({ ...base, ...without, anthropicAuthToken: 't' });
    await createModel({ ...base, ...without, extraHeaders: headers });
    expect(await refusal({ provider: 'openai', baseUrl: url })).toContain('write `api-key: ');
  });

  it('refuse a name that no model has', async () => {
    expect(await refusal({ model: 'claude sonnet\n5' })).toContain('"claude sonnet\\n5"');
  });

  it.each([
    ['api.anthropic.com', 'is not an http:// or https:// address: "api.anthropic.com"'],
    ['ftp://x', 'is not an http:// or https:// address'],
    ['file:///etc', 'is not an http:// or https:// address'],
    ['https://x?y=1', 'has a login, a query or a fragment, which it cannot have'],
    ['https://x#y', 'has a login, a query or a fragment, which it cannot have'],
  ])('refuse the base URL %s and say why', async (baseUrl, why) => {
    const text = await refusal({ anthropicBaseUrl: baseUrl });
    expect(text).toContain(`anthropic-base-url (or ANTHROPIC_BASE_URL) ${why}`);
  });

  it('refuse a port to which fetch sends nothing', async () => {
    const baseUrl = 'http://127.0.0.1:6000/v1';
    const claude = 'anthropic-base-url (or ANTHROPIC_BASE_URL) has the port 6000';
    expect(await refusal({ anthropicBaseUrl: baseUrl })).toContain(claude);
    const other = 'base-url has the port 6000';
    expect(await refusal({ provider: 'openai', baseUrl })).toContain(other);
  });

  it('refuse a base URL with a password or a query without showing it', async () => {
    for (const baseUrl of ['https://me:hunter2@x', 'https://x?key=hunter2', 'x?key=hunter2']) {
      expect(await refusal({ anthropicBaseUrl: baseUrl })).not.toContain('hunter2');
    }
    expect(await refusal({ anthropicBaseUrl: 'ftp://x' })).toContain('"ftp://x"');
  });
});
