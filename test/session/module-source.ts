import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModuleSource } from '../../src/session/toolbox/modules.ts';
import type { TrustedFiles } from '../../src/session/workspace/trusted-files.ts';
import { createCommandRunner, openWorkspace } from '../../src/sandbox/index.ts';
import { withBundledHost } from '../bundled-host.ts';

/** Where modules of a test come from, and a runner for their processes. */
export async function openModuleSources() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'modules-')));
  const workspace = await openWorkspace(root);
  const { runner } = await createCommandRunner({
    workspace,
    mode: 'off',
    network: [],
    environment: process.env,
  });
  return {
    sourceOf: (trusted: TrustedFiles | null, timeoutMs?: number): ModuleSource => ({
      trusted,
      commands: () => Promise.resolve(withBundledHost(runner)),
      redact: (text) => text,
      onStray: () => undefined,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    }),
    close: async () => {
      await runner.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
