import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCommandRunner, openWorkspace } from '../../../src/sandbox/index.ts';
import { BUBBLEWRAP_WORKS } from '../../bubblewrap.ts';
import { run, sh, tempFolder } from '../support.ts';

const READING = { name: 'reading', write: [], show: [], network: false } as const;
const COMMITTED = 'echo a > a; git add -A; git commit -qm first';

async function runnerIn(root: string) {
  return await createCommandRunner({
    workspace: await openWorkspace(root),
    mode: 'preferred',
    network: [],
    environment: process.env,
    isHidden: (path) => path === 'vault',
  });
}

describe.runIf(BUBBLEWRAP_WORKS)('the isolation probes in an unusual checkout', () => {
  it('pass where the folder of hooks is a link into the workspace, and write nothing there', async () => {
    const root = tempFolder();
    const hook = '#!/bin/sh\nexit 0\n';
    sh(
      root,
      `git init -q .; mkdir githooks; printf '${hook}' > githooks/pre-commit; ${COMMITTED}; rm -r .git/hooks; ln -s ../githooks .git/hooks`,
    );
    const { runner, probes } = await runnerIn(root);
    await runner.close();
    expect(probes.filter(({ held }) => !held)).toEqual([]);
    expect(runner.sandbox).toBe('bubblewrap');
    expect(readFileSync(join(root, 'githooks/pre-commit'), 'utf8')).toBe(hook);
    expect(sh(root, 'git status --porcelain')).toBe('');
  });

  it('pass where git is hidden, because another repository has its objects', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'first'));
    sh(join(folder, 'first'), `git init -q .; ${COMMITTED}`);
    sh(folder, 'git clone -q --shared first second');
    const { runner, probes } = await runnerIn(join(folder, 'second'));
    try {
      expect(probes.filter(({ held }) => !held)).toEqual([]);
      const { output, sandbox } = await run(runner, 'git log; cat a', { profile: READING });
      expect(sandbox?.git).toBe('hidden');
      expect(output).toContain('not a git repository');
    } finally {
      await runner.close();
    }
  });
});

it.runIf(BUBBLEWRAP_WORKS)(
  'a hidden folder refuses writes, so that none is lost without a message',
  async () => {
    const root = tempFolder();
    mkdirSync(join(root, 'vault'));
    const { runner } = await runnerIn(root);
    try {
      const { output, sandbox } = await run(runner, 'ls -A vault; echo x > vault/new');
      expect(output).toContain('Read-only file system');
      expect(sandbox?.limits).toContain('write');
    } finally {
      await runner.close();
    }
  },
);
