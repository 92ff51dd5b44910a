import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTempFolder, memoize, removeTempFolder } from '../../common/index.ts';
import { MAX_CONFIG_BYTES, shownConfig } from '../git/read/config.ts';
import type { GitPaths } from '../git/read/git-paths.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { seccompProgram } from '../linux/seccomp.ts';

/**
 * The run's temporary folder, outside the workspace and removed at the end: the children's home with their caches, and
 * the files that a sandbox shows in place of others. This file does I/O.
 */
export interface PrivateTempDir {
  readonly home: string;
  readonly tmp: string;
  /** The files for a sandbox, created on the first call. */
  readonly sandboxFiles: () => SandboxFiles;
  remove(): void;
}

/** Files that only a sandbox needs. */
type SandboxFiles = Readonly<ReturnType<typeof createSandboxFiles>>;

/** Git would tidy up in the background after a commit, and end with the command, in the middle of it. */
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
[maintenance]
\tauto = false
`;

const PRIVATE = 0o700;
const EXECUTE_ONLY = 0o111;

export function createPrivateTempDir(): PrivateTempDir {
  const base = createTempFolder();
  const [home, tmp] = [join(base, 'home'), join(base, 'tmp')];
  for (const folder of [home, tmp]) mkdirSync(folder, { mode: PRIVATE });
  writeFileSync(join(home, '.gitconfig'), HOME_GIT_CONFIG);
  return {
    home,
    tmp,
    sandboxFiles: memoize(() => createSandboxFiles(base)),
    remove: () => removeTempFolder(base),
  };
}

function createSandboxFiles(base: string) {
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
    /** Files of this process that commands do not see. */
    state,
    emptyFile,
    /** The git configuration of the children's home. */
    gitConfig,
    /** A copy of the repository's git configuration without credentials. */
    repositoryConfig: join(state, 'config'),
    /** The seccomp filter; `null` if this processor has no filter. */
    seccompFilter: filter === null ? null : seccompFile,
    /** An execute-only copy of the system's shell for the supervisor of each command. Only on Linux. */
    supervisorShell,
    /** The sockets of command proxies. */
    network: join(base, 'net'),
    /** An empty folder where the outer bubblewrap of each command mounts its overlays. */
    layers,
    /** Lower directories with whiteouts, and git views. */
    masks,
  };
}

/** Writes the repository's configuration without credentials to `repositoryConfig`, which commands read. */
export async function writeConfigWithoutCredentials(
  git: GitPaths,
  tempDir: PrivateTempDir,
): Promise<void> {
  const text = readRegularFile(join(git.common, 'config'), MAX_CONFIG_BYTES).toString('utf8');
  await writeFile(tempDir.sandboxFiles().repositoryConfig, shownConfig(text));
}
