import { describe, expect, it } from 'vitest';
import { CountersignError, systemClock } from '../../../src/common/index.ts';
import { createModel, DEFAULT_MODEL } from '../../../src/model/index.ts';

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
      expect(text).toContain('The input anthropic-api-key is missing or empty');
      expect(text).toContain('anthropic-api-key: ${{ secrets.ANTHROPIC_API_KEY }}');
    },
  );

  it.each(['sk-ant-a b', 'sk-ant-a\nX-Injected: 1', 'sk-änt'])(
    'refuse the key %j without showing it',
    async (anthropicApiKey) => {
      expect(await refusal({ anthropicApiKey })).not.toContain('sk-');
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

  it('refuse a name that no model has', async () => {
    expect(await refusal({ model: 'claude sonnet\n5' })).toContain('"claude sonnet\\n5"');
  });

  it.each(['api.anthropic.com', 'ftp://x', 'https://x?y=1', 'https://x#y', 'file:///etc'])(
    'refuse the base URL %s',
    async (baseUrl) => {
      const text = await refusal({ anthropicBaseUrl: baseUrl });
      expect(text).toContain('anthropic-base-url');
    },
  );

  it('refuse a base URL with a password or a query without showing it', async () => {
    for (const baseUrl of ['https://me:hunter2@x', 'https://x?key=hunter2']) {
      expect(await refusal({ anthropicBaseUrl: baseUrl })).not.toContain('hunter2');
    }
    expect(await refusal({ anthropicBaseUrl: 'ftp://x' })).toContain('"ftp://x"');
  });
});
