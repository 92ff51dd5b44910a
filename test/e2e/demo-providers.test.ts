import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli as inProcess } from '../cli/command.ts';
import { cli } from './harness.ts';
import { someOf } from '../properties.ts';

test.concurrent.each(someOf(['openai-compatible', 'anthropic', 'openai', 'gemini'], 1))(
  'the demo is done with the local server of %s, and leaves an audit trail that is intact',
  async (provider) => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-demo-'));
    try {
      const { code, out, err } = await cli([
        'demo',
        '--provider',
        provider,
        '--out',
        folder,
        '--json',
      ]);
      expect(code, out + err).toBe(0);
      expect(JSON.parse(out)).toMatchObject({
        outcome: 'done',
        shown: true,
        intact: { kind: 'intact' },
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

test('a provider without a local server is named with those that have one', async () => {
  const { code, err } = await inProcess(['demo', '--provider', 'bedrock']);
  expect(code).toBe(2);
  expect(err).toContain('anthropic, foundry, openai, openai-compatible, gemini');
});
