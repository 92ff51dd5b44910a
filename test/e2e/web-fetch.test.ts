import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Entry } from '../../src/audit/index.ts';
import { COMMAND_LINE, KEEP_COMPILED } from '../compiled.ts';
import { finish, turn } from './harness.ts';

/** An address of the public internet, which in a network of its own is this machine's. */
const ADDRESS = '93.184.216.34';
const OWN_NETWORK = ['-rn', 'sh', '-c'];
const UP = `ip link set lo up && ip addr add ${ADDRESS}/32 dev lo`;
const possible = spawnSync('unshare', [...OWN_NETWORK, UP]).status === 0;

const SERVER = `
import { createServer } from 'node:http';
import { spawn } from 'node:child_process';
const server = createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(process.argv[2]));
server.listen(80, '${ADDRESS}', () =>
  spawn(process.execPath, process.argv.slice(3), { stdio: 'inherit' }).on('exit', (code) => process.exit(code)));
`;

test.skipIf(!possible)(
  'a page comes as Markdown from the bundle, and an address of this machine never',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-web-'));
    try {
      const turns = [
        turn('', ['web_fetch', { url: 'http://127.0.0.1/' }]),
        turn('', ['web_fetch', { url: `http://${ADDRESS}/` }]),
        finish('Read.'),
      ];
      const script = join(folder, 'script.json');
      await writeFile(script, JSON.stringify({ turns }));
      await writeFile(join(folder, 'server.mjs'), SERVER);
      const policy = join(folder, 'policy.yml');
      await writeFile(policy, 'version: 1\nauto: [kind:readonly, "web_fetch(*)"]\nsandbox: off\n');
      const trail = join(folder, 'trail');
      const page =
        '<h1>Release</h1><script>evil()</script><p>Tag <b>first</b>.</p><ul><li>one</li></ul>';
      const run = [COMMAND_LINE, 'run', 'Read it', '--workspace', folder, '--policy', policy];
      const argv = [
        join(folder, 'server.mjs'),
        page,
        ...run,
        '--model',
        `scripted:${script}`,
        '--trail',
        trail,
      ];
      const start = [`${UP} && exec "$0" "$@"`, process.execPath, ...argv];
      await promisify(execFile)('unshare', [...OWN_NETWORK, ...start], {
        env: { ...process.env, ...KEEP_COMPILED },
      });
      const entries = (await readFile(join(trail, 'audit.jsonl'), 'utf8'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Entry);
      const ends = entries.flatMap((entry) =>
        entry.type === 'call.state' && ['COMPLETED', 'FAILED'].includes(entry.state) ? [entry] : [],
      );
      expect(ends[0]).toMatchObject({ call: 'c1', state: 'FAILED', 'error.type': 'permission' });
      expect(ends[1]?.result).toMatch(/# Release\n\nTag \*\*first\*\*\.\n\n-\s+one/);
      expect(JSON.stringify(ends[1])).not.toContain('evil');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  60_000,
);
