import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startAnthropicServer } from '../../src/testing/index.ts';
import { cli } from './harness.ts';

const FINISH = {
  blocks: [
    { type: 'tool_use', name: 'finish', input: { outcome: 'done', summary: 'Done.' } } as const,
  ],
};
/** Writes down which parts of Node are loaded when the first request is made. */
const WATCH = `
const http = require('node:http');
const { writeFileSync } = require('node:fs');
const { request } = http;
http.request = (...of) => {
  http.request = request;
  writeFileSync(process.env.LOADED, process.moduleLoadList.join('\\n'));
  return request(...of);
};
`;

test('the first request is on its way before the client behind fetch and encryption are loaded', async () => {
  const root = await mkdtemp(join(tmpdir(), 'countersign-lean-'));
  const server = await startAnthropicServer({ script: { turns: [FINISH] } });
  try {
    await writeFile(join(root, 'watch.cjs'), WATCH);
    const { code, err } = await cli(['run', 'Go', '--approvals', 'fail'], {
      cwd: root,
      env: {
        NODE_OPTIONS: `--require=${join(root, 'watch.cjs')}`,
        LOADED: join(root, 'loaded.txt'),
        HOME: root,
        TMPDIR: root,
        ANTHROPIC_BASE_URL: server.url,
        ANTHROPIC_API_KEY: 'key-of-no-worth',
      },
    });
    expect(code, err).toBe(0);
    const loaded = (await readFile(join(root, 'loaded.txt'), 'utf8')).split('\n');
    expect(loaded).toContain('NativeModule http');
    const needless = ['internal/deps/undici/undici', 'https', 'tls'];
    expect(needless.filter((name) => loaded.includes(`NativeModule ${name}`))).toEqual([]);
  } finally {
    await server.close();
    await rm(root, { recursive: true, force: true });
  }
});
