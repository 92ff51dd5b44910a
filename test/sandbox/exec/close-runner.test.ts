import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createRunner } from '../../../src/sandbox/exec/command-runner.ts';
import { createPrivateTempDir } from '../../../src/sandbox/exec/private-tempdir.ts';
import { noBackend } from '../../../src/sandbox/exec/sandbox-backend.ts';
import { type CommandRunner, openWorkspace } from '../../../src/sandbox/index.ts';
import { tempFolder } from '../support.ts';

/** A runner whose sandboxes cannot be removed, and what its end has undone. */
async function runnerWithFailingCleanup() {
  const tempDir = createPrivateTempDir();
  const backend = noBackend();
  const restored: string[] = [];
  const runner = createRunner({
    workspace: await openWorkspace(tempFolder()),
    tempDir,
    backend: {
      ...backend,
      prepare: async (request) => ({
        ...(await backend.prepare(request)),
        close: async () => {
          throw new Error('the sandbox cannot be removed');
        },
      }),
    },
    childEnv: { PATH: '/usr/bin:/bin' },
    restoreMachine: async () => void restored.push('machine'),
  });
  return { runner, restored, home: tempDir.home };
}

async function sleeper(runner: CommandRunner, ended: () => void): Promise<void> {
  await runner.startInteractive(['sleep', '50'], { onOutput: () => undefined, onEnd: ended });
}

it('removes the temporary folder and reports the error when an interactive program cannot be cleaned up', async () => {
  const { runner, restored, home } = await runnerWithFailingCleanup();
  const ends: string[] = [];
  await sleeper(runner, () => ends.push('first'));
  await sleeper(runner, () => ends.push('second'));
  await expect(runner.close()).rejects.toThrow('the sandbox cannot be removed');
  expect(ends.sort()).toEqual(['first', 'second']);
  expect(restored).toEqual(['machine']);
  expect(existsSync(home)).toBe(false);
});

it('does not leave an unhandled rejection when an interactive program ends by itself', async () => {
  const { runner, home } = await runnerWithFailingCleanup();
  const unhandled: unknown[] = [];
  const listener = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', listener);
  await new Promise<void>((ended) => {
    void runner.startInteractive(['true'], { onOutput: () => undefined, onEnd: () => ended() });
  });
  await new Promise((done) => setTimeout(done, 50));
  process.off('unhandledRejection', listener);
  expect(unhandled).toEqual([]);
  await runner.close();
  expect(existsSync(home)).toBe(false);
});
