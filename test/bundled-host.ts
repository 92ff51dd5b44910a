import { join, resolve } from 'node:path';
import type { CommandRunner } from '../src/sandbox/index.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** The program that a repository's tools run in, and one file of it where that program may read. */
export const HOST = {
  source: join(ROOT, 'src/tools/host/entry.ts'),
  folder: join(ROOT, 'node_modules/.cache/countersign-tests'),
  name: 'tool-host.mjs',
} as const;

/**
 * A runner that starts the program of a repository's tools from the one file that `build-host.ts` made of its sources. Node takes
 * half a second to read the sources themselves.
 */
export function withBundledHost(runner: CommandRunner): CommandRunner {
  const bundled = join(HOST.folder, HOST.name);
  return {
    ...runner,
    startInteractive: ([program, ...args], options) =>
      runner.startInteractive(
        [program, ...args.map((arg) => (arg === HOST.source ? bundled : arg))],
        options,
      ),
  };
}
