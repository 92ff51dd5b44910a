import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  type CommandRunner,
  createCommandRunner,
  openWorkspace,
} from '../../../../src/sandbox/index.ts';
import { isMountedElsewhere } from '../../../../src/sandbox/linux/mounts/mounted-elsewhere.ts';
import { BUBBLEWRAP_WORKS } from '../../../bubblewrap.ts';
import { run, tempFolder } from '../../support.ts';

const POLL_MS = 20;

async function runnerIn(root: string): Promise<CommandRunner> {
  const workspace = await openWorkspace(root);
  const environment = process.env;
  const { runner } = await createCommandRunner({
    workspace,
    mode: 'required',
    network: [],
    environment,
  });
  return runner;
}

/** Waits for a file; the limit of the test ends it. */
async function appeared(path: string): Promise<void> {
  while (!existsSync(path)) await sleep(POLL_MS);
}

it('the mounts of this process count, and a folder is none', () => {
  expect(isMountedElsewhere('/proc')).toBe(true);
  expect(isMountedElsewhere(tempFolder())).toBe(false);
});

describe.runIf(BUBBLEWRAP_WORKS)('two runs in one checkout', () => {
  it('a run that ends does not lift the protection of a path for a command of the other', async () => {
    const root = tempFolder();
    const first = await runnerIn(root);
    const second = await runnerIn(root);
    const working = run(
      second,
      'touch started; until [ -e go ]; do sleep 0.05; done; mkdir -p .github; echo x > .github/x',
    );
    await appeared(join(root, 'started'));
    await first.close();
    writeFileSync(join(root, 'go'), '');
    const { exitCode, output } = await working;
    expect(output).toContain('Read-only file system');
    expect(exitCode).toBe(1);
    await second.close();
    expect(readdirSync(join(root, '.github'))).toEqual([]);
  });

  it('a run that ends alone removes its placeholders', async () => {
    const root = tempFolder();
    const runner = await runnerIn(root);
    await run(runner, 'touch done');
    expect(readdirSync(root).sort()).toEqual(['.github', 'done']);
    await runner.close();
    expect(readdirSync(root)).toEqual(['done']);
  });
});
