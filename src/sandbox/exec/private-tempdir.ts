import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoize } from '../../common/index.ts';
import { shownConfig } from '../git/read/config.ts';
import type { GitPaths } from '../git/read/git-paths.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { seccompProgram } from '../linux/seccomp.ts';

const MAX_CONFIG_BYTES = 1024 * 1024;

/**
 * A folder of the run's own, outside the workspace, gone at the end: the children's home with their caches, and what
 * they are shown in tempDir of the real thing. This file does I/O.
 */
export interface PrivateTempDir {
  readonly home: string;
  readonly tmp: string;
  /** What config are built with; made when it is first asked for. */
  readonly sandboxFiles: () => SandboxFiles;
  remove(): void;
}

/** Files that only a sandbox needs. */
export interface SandboxFiles {
  /** For this process's own files. */
  readonly state: string;
  readonly emptyFile: string;
  /** The git configuration of the children's home. */
  readonly gitConfig: string;
  /** A copy of the repository's git configuration without credentials. */
  readonly repositoryConfig: string;
  /** The filter of system calls; `null` where none is known for this processor. */
  readonly seccompFilter: string | null;
  /** A copy of the system's shell that nobody may read, for the supervisor of each command. Only on Linux. */
  readonly supervisorShell: string;
  /** For the sockets of commands that may reach hosts. */
  readonly network: string;
  /** An empty folder, over which each command's layers are mounted where only they are seen. */
  readonly layers: string;
  /** For what is laid over the workspace to hide files. */
  readonly masks: string;
}

const HOME_GIT_CONFIG = `[user]
\tname = countersign
\temail = countersign@users.noreply.github.com
[safe]
\tdirectory = *
[init]
\tdefaultBranch = main
[core]
\tpager = cat
[advice]
\tdetachedHead = false
`;

const PRIVATE = 0o700;
const EXECUTE_ONLY = 0o111;

export function createPrivateTempDir(): PrivateTempDir {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-')));
  const [home, tmp] = [join(base, 'home'), join(base, 'tmp')];
  for (const folder of [home, tmp]) mkdirSync(folder, { mode: PRIVATE });
  writeFileSync(join(home, '.gitconfig'), HOME_GIT_CONFIG);
  return {
    home,
    tmp,
    sandboxFiles: memoize(() => createSandboxFiles(base)),
    remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 3 }),
  };
}

function createSandboxFiles(base: string): SandboxFiles {
  const state = join(base, 'state');
  mkdirSync(state, { mode: PRIVATE });
  const emptyFile = join(state, 'empty');
  writeFileSync(emptyFile, '');
  const gitConfig = join(state, 'gitconfig');
  writeFileSync(gitConfig, HOME_GIT_CONFIG);
  const filter = process.platform === 'linux' ? seccompProgram(process.arch) : null;
  const seccompFile = join(state, 'seccomp');
  if (filter !== null) writeFileSync(seccompFile, filter);
  const supervisorShell = join(state, 'sh');
  if (process.platform === 'linux') {
    copyFileSync('/bin/sh', supervisorShell);
    chmodSync(supervisorShell, EXECUTE_ONLY);
  }
  const [layers, masks] = [join(state, 'layers'), join(state, 'masks')];
  for (const folder of [layers, masks]) mkdirSync(folder, { mode: PRIVATE });
  return {
    state,
    layers,
    masks,
    emptyFile,
    gitConfig,
    repositoryConfig: join(state, 'config'),
    seccompFilter: filter === null ? null : seccompFile,
    supervisorShell,
    network: join(base, 'net'),
  };
}

/** Writes the repository's configuration without credentials to `repositoryConfig`, for children to read. */
export async function writeConfigWithoutCredentials(
  git: GitPaths,
  tempDir: PrivateTempDir,
): Promise<void> {
  const text = readRegularFile(join(git.common, 'config'), MAX_CONFIG_BYTES).toString('utf8');
  await writeFile(tempDir.sandboxFiles().repositoryConfig, shownConfig(text));
}
