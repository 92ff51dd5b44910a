import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The command of the program that modules run in, and the files that it needs to see. */
interface HostProgram {
  readonly argv: readonly [string, ...string[]];
  /** Absolute files and folders. */
  readonly show: readonly string[];
}

const BUNDLED = 'tool-host.js';
const MEMORY_MB = 512;

/**
 * The program for the modules in `folder`. In addition to the sandbox, Node's permission model forbids child processes, workers,
 * and files other than the program and the modules. By itself it is not a sandbox: it does not restrict the network. This file
 * does I/O.
 */
export function hostProgram(folder: string): HostProgram {
  const { entry, files } = programFiles();
  const modules = realpathSync(folder);
  const readable = [...files, modules];
  const node = realpathSync(process.execPath);
  const program = [
    node,
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    '--no-addons',
    // SQL opens files by itself (ATTACH, VACUUM INTO), which the permission model does not see.
    '--no-experimental-sqlite',
    '--disallow-code-generation-from-strings',
    '--disable-sigusr1',
    `--max-old-space-size=${MEMORY_MB}`,
    '--no-warnings',
    entry,
  ];
  const [first, ...rest] = process.platform === 'win32' ? program : [...MERGED_OUTPUT, ...program];
  return { argv: [first ?? node, ...rest], show: [node, ...readable] };
}

/** Merges stderr into stdout, so that Node's own last messages are captured. */
const MERGED_OUTPUT = ['/bin/sh', '-c', 'exec "$@" 2>&1', 'sh'];

/** The bundle is one folder. A start from sources needs them, their packages, and package.json. */
function programFiles(): { readonly entry: string; readonly files: readonly string[] } {
  const here = realpathSync(dirname(fileURLToPath(import.meta.url)));
  const bundled = join(here, BUNDLED);
  if (existsSync(bundled)) return { entry: bundled, files: [here] };
  const root = join(here, '..', '..', '..');
  const files = ['src', 'node_modules', 'package.json'].map((name) =>
    realpathSync(join(root, name)),
  );
  return { entry: join(here, 'entry.ts'), files };
}
