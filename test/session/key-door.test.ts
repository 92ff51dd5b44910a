import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startAnthropicServer } from '../testing/anthropic-server/server.ts';
import { KEEP_COMPILED } from '../compiled.ts';
import { program } from '../programs.ts';
import { calls, finish, KEY, play } from '../agent/injection-context.ts';

/** Everything in a checkout that some tool would load by itself; each leaves a mark where it is run. */
function hostileFiles(mark: string): Readonly<Record<string, string>> {
  const leave = `require('node:fs').appendFileSync(${JSON.stringify(mark)}, 'loaded ' + __filename + '\\n');`;
  const module = `import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(mark)}, 'module\\n'); export default {};`;
  const packages = [
    '@anthropic-ai/sdk',
    '@actions/core',
    'execa',
    'zod',
    'yaml',
    'commander',
    'picomatch',
    'unbash',
    'undici',
  ];
  return {
    '.env': `ANTHROPIC_BASE_URL=http://127.0.0.1:9/\nNODE_OPTIONS=--require ./preload.cjs\nHTTPS_PROXY=http://127.0.0.1:9\n`,
    '.npmrc': 'node-options=--require ./preload.cjs\nproxy=http://127.0.0.1:9\n',
    '.node-version': '1',
    'package.json': JSON.stringify({
      type: 'module',
      imports: { '#x': './evil.mjs' },
      nodeOptions: '--require ./preload.cjs',
    }),
    'preload.cjs': leave,
    'node.config.json': JSON.stringify({
      nodeOptions: { import: ['./evil.mjs'], require: ['./preload.cjs'] },
    }),
    'evil.mjs': module,
    'countersign.config.mjs': module,
    '.github/countersign/hooks.mjs': module,
    '.github/countersign/tools/evil.mjs': module,
    ...Object.fromEntries(packages.map((name) => [`node_modules/${name}/index.js`, leave])),
    ...Object.fromEntries(
      packages.map((name) => [`node_modules/${name}/package.json`, '{"main":"index.js"}']),
    ),
  };
}

test('nothing of the checkout is loaded by the process that holds the key, and no file of it says where the key goes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-door-'));
  const api = await startAnthropicServer({ script: { turns: [finish('Nothing to do.')] } });
  try {
    const root = join(folder, 'checkout');
    const mark = join(folder, 'mark');
    for (const [path, text] of Object.entries(hostileFiles(mark))) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    const code = `import(${JSON.stringify(program('main'))}).then((main) => main.cli())`;
    const args = [
      'run',
      '--approvals',
      'fail',
      '--model',
      'claude-sonnet-5-5',
      '--trail',
      join(folder, 'trail'),
      'Look around.',
    ];
    const ended = await promisify(execFile)(
      process.execPath,
      ['-e', code, 'countersign', ...args],
      {
        cwd: root,
        env: {
          ...KEEP_COMPILED,
          PATH: process.env['PATH'] ?? '',
          HOME: folder,
          TMPDIR: folder,
          ANTHROPIC_API_KEY: KEY,
          ANTHROPIC_BASE_URL: api.url,
        },
      },
    ).catch((error: { stdout: string; stderr: string }) => error);
    expect(api.requests.length, ended.stdout + ended.stderr).toBe(1);
    expect(await readdir(folder)).not.toContain('mark');
    expect(ended.stdout + ended.stderr).not.toContain(KEY);
  } finally {
    await api.close();
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);

test('a command gets nothing of what steers or opens the parent', async () => {
  const environment = {
    ANTHROPIC_API_KEY: KEY,
    GITHUB_TOKEN: 'ghs_door0123456789',
    NODE_OPTIONS: '--require /nowhere/preload.cjs',
    NODE_EXTRA_CA_CERTS: '/nowhere/ca.pem',
    HTTPS_PROXY: 'http://127.0.0.1:9',
    https_proxy: 'http://127.0.0.1:9',
    LD_PRELOAD: '/nowhere/preload.so',
    GIT_SSH_COMMAND: '/nowhere/ssh',
    BASH_ENV: '/nowhere/bashrc',
    ACTIONS_RUNTIME_TOKEN: 'runtime0123456789',
    GITHUB_ENV: '/nowhere/env',
  };
  await play(
    {
      environment,
      turns: [calls(['bash_run', { command: 'env; echo end-of-env' }]), finish('Seen.')],
    },
    (played) => {
      const seen = played.requests[1] ?? '';
      expect(seen).toContain('end-of-env');
      for (const [name, value] of Object.entries(environment)) {
        expect(seen).not.toContain(`${name}=`);
        expect(seen).not.toContain(value);
      }
    },
  );
});
