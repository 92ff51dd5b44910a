import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How the program that modules run in is started, and what of this machine it has to see for that. */
export interface HostProgram {
  readonly argv: readonly [string, ...string[]];
  /** Absolute files and folders. */
  readonly show: readonly string[];
}

const BUNDLED = 'tool-host.js';
const MEMORY_MB = 512;

/**
 * The program for the modules in `folder`. Node's permission model takes away what the sandbox leaves: processes, workers, and
 * files beside the program and the modules. It is no sandbox by itself: it does not restrict the network. This file does I/O.
 */
export function hostProgram(folder: string): HostProgram {
  const { entry, own } = programFiles();
  const modules = realpathSync(folder);
  const readable = [...own, modules];
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
  const [first, ...rest] = process.platform === 'win32' ? program : [...TOGETHER, ...program];
  return { argv: [first ?? node, ...rest], show: [node, ...readable] };
}

/** Both outputs come by one stream, so that what Node itself says of its end is there, too. */
const TOGETHER = ['/bin/sh', '-c', 'exec "$@" 2>&1', 'sh'];

/** The bundle lies in one folder. From sources, the program needs them, their packages, and what says that they are modules. */
function programFiles(): { readonly entry: string; readonly own: readonly string[] } {
  const here = realpathSync(dirname(fileURLToPath(import.meta.url)));
  const bundled = join(here, BUNDLED);
  if (existsSync(bundled)) return { entry: bundled, own: [here] };
  const root = join(here, '..', '..', '..');
  const own = ['src', 'node_modules', 'package.json'].map((name) => realpathSync(join(root, name)));
  return { entry: join(here, 'entry.ts'), own };
}
