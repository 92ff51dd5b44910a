import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startAnthropicServer } from '../../src/testing/index.ts';
import { cli } from './harness.ts';

const POLICY = 'version: 1\nmode: auto\nsandbox: off\n';
const TURNS = [
  {
    blocks: [{ type: 'tool_use', name: 'bash_run', input: { command: 'echo x > made' } } as const],
  },
  {
    blocks: [
      { type: 'tool_use', name: 'finish', input: { outcome: 'done', summary: 'Done.' } } as const,
    ],
  },
];
/** Tells of the parser of shell commands as it is loaded, and of the first request; or lets it not be loaded at all. */
const WATCH = `
const { registerHooks } = require('node:module');
const { appendFileSync } = require('node:fs');
const http = require('node:http');
const { request } = http;
http.request = (...of) => {
  appendFileSync(process.env.SEEN, 'request\\n');
  return request(...of);
};
registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    if (!String(loaded.source ?? '').includes('function parseShell(')) return loaded;
    appendFileSync(process.env.SEEN, 'judge\\n');
    if (process.env.BROKEN === 'yes') throw new Error('a file of the program is gone');
    return loaded;
  },
});
`;

/** A run of one command, and what was seen of it, in order. */
async function run(broken: 'yes' | 'no') {
  const root = await mkdtemp(join(tmpdir(), 'countersign-late-'));
  const server = await startAnthropicServer({ script: { turns: TURNS } });
  onTestFinished(async () => {
    await server.close();
    await rm(root, { recursive: true, force: true });
  });
  const at = (name: string) => join(root, name);
  await writeFile(at('watch.cjs'), WATCH);
  await writeFile(at('policy.yml'), POLICY);
  const args = ['run', 'Go', '--approvals', 'fail', '--policy', at('policy.yml')];
  const ended = await cli([...args, '--trail', at('trail')], {
    cwd: root,
    env: {
      NODE_OPTIONS: `--require=${at('watch.cjs')}`,
      SEEN: at('seen.txt'),
      BROKEN: broken,
      HOME: root,
      TMPDIR: root,
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: 'key-of-no-worth',
    },
  });
  const seen = (await readFile(at('seen.txt'), 'utf8')).trim().split('\n');
  return { ...ended, seen, made: existsSync(at('made')), root };
}

test('what judges calls is loaded once, after the first request and before the first call', async () => {
  const { code, err, seen, made } = await run('no');
  expect(code, err).toBe(0);
  expect(seen).toEqual(['request', 'judge', 'request']);
  expect(made).toBe(true);
});

test('where what judges calls cannot be loaded, the run ends with an error and without a call', async () => {
  const { code, out, err, made } = await run('yes');
  expect(code).not.toBe(0);
  expect(out + err).toContain('a file of the program is gone');
  expect(made).toBe(false);
});
