// I/O: reads files of the machine that only root can have written.
import { constants, type Stats } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import { clauseText, CountersignError, errnoOf, type Environment } from '../../common/index.ts';
import type { BaselineFile, NamedBaseline } from '../../policy/index.ts';

/** The baseline of a self-hosted runner. It always counts; the variable only adds one. */
const MACHINE_BASELINE = '/etc/countersign/policy.yml';
/** Names one more file. It cannot name another file in place of the first. */
const VARIABLE = 'COUNTERSIGN_BASELINE';

const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;
const MAX_BYTES = 1024 * 1024;

/** The folders and users of a machine, for tests. */
interface Machine {
  /** Absent: `/etc/countersign/policy.yml`. */
  readonly file?: string;
  /** Who must own the file and its folders. Absent: root. */
  readonly owner?: number;
}

/**
 * The baselines of this machine: its file, if it exists, and the one that the variable `COUNTERSIGN_BASELINE` names. Rejects with
 * `policy-unreadable` if the variable names none.
 */
export async function machineBaselines(
  environment: Environment,
  { file = MACHINE_BASELINE }: Machine = {},
): Promise<readonly NamedBaseline[]> {
  const named = environment[VARIABLE] ?? '';
  if (named !== '' && !isAbsolute(named)) {
    throw new CountersignError(
      'policy-unreadable',
      `The variable ${VARIABLE} is ${JSON.stringify(named)}, which is not an absolute path.`,
      { fix: `Write the path of a file that root owns, or unset it.` },
    );
  }
  const own = (await exists(file)) ? [{ address: file, namedBy: 'this machine' }] : [];
  const added =
    named === '' ? [] : [{ address: resolve(named), namedBy: `the variable ${VARIABLE}` }];
  return [...own, ...added];
}

/** Only a file that certainly does not exist counts as none. */
async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw unreadable(file, clauseText(error), error);
  }
}

/**
 * Reads a baseline of the machine. Rejects with `policy-unreadable` unless root alone can write the file and every folder on the way to
 * it, as it is named and as it really is: anybody else could have written another.
 */
export async function readMachineBaseline(
  { address }: NamedBaseline,
  { owner = 0 }: Machine = {},
): Promise<BaselineFile> {
  try {
    const real = await realpath(address);
    for (const path of new Set([...foldersOf(address), ...foldersOf(real)])) {
      const reason = notRoots(await lstat(path), owner);
      if (reason !== null) throw unreadable(address, `${path} ${reason}`);
    }
    await using file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW);
    const found = await file.stat();
    const reason = found.isFile() ? notRoots(found, owner) : 'is not a file';
    if (reason !== null) throw unreadable(address, `${real} ${reason}`);
    if (found.size > MAX_BYTES) throw unreadable(address, `it has ${found.size} bytes`);
    return { text: await file.readFile(), origin: { commit: null, url: null } };
  } catch (error) {
    if (error instanceof CountersignError) throw error;
    throw unreadable(address, clauseText(error), error);
  }
}

/** Every folder on the way to a path. */
function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === dirname(folder)) return folders;
  }
}

function notRoots(
  found: Pick<Stats, 'uid' | 'mode' | 'isSymbolicLink' | 'isDirectory'>,
  owner: number,
): string | null {
  if (found.uid !== owner && found.uid !== 0)
    return `belongs to the user ${found.uid}, not to root`;
  // The mode of a link says nothing: its folder decides who can change it.
  if (found.isSymbolicLink()) return null;
  // In a folder with the sticky bit only its owner removes or renames what it contains.
  const isKept = found.isDirectory() && (found.mode & STICKY) !== 0;
  if ((found.mode & OTHERS_WRITE) === 0 || isKept) return null;
  return `can be written by others than its owner (mode ${(found.mode & (0o777 | STICKY)).toString(8)})`;
}

function unreadable(file: string, because: string, cause?: unknown): CountersignError {
  return new CountersignError(
    'policy-unreadable',
    `The baseline ${file} of this machine does not count: ${because}.`,
    {
      fix: 'Let root own the file and every folder on the way to it, writable by nobody else (chown root, chmod go-w).',
      cause,
    },
  );
}
