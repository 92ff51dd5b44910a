import { pathFolders } from '../../exec/environment.ts';
import { findProgramIn } from '../../exec/processes/run-process.ts';
import { runSystemProgram, type TrustedResult } from '../../exec/trusted-program.ts';
import { partsBelow } from '../../files/lexical-path.ts';
import { realOr } from '../../files/regular-file.ts';
import type { BubblewrapFeatures } from './args.ts';

/** The bubblewrap of this machine, and what it can do. This file does I/O. */
const TIMEOUT_MS = 20_000;
const MAX_REASON_CHARS = 200;

/** The first bubblewrap on PATH that does not lie in the checkout, whatever links lead there; `null` if there is none. */
export function findBubblewrapOnPath(path: string | undefined, workspace: string): string | null {
  const checkout = realOr(workspace);
  const programs = pathFolders(path, workspace).map((folder) => findProgramIn(folder, 'bwrap'));
  return (
    programs.find((file) => file !== null && partsBelow(checkout, realOr(file), false) === null) ??
    null
  );
}

/** Starts the program with `--help` and reads its features there, or says why it cannot be used. Never throws. */
export async function inspectBubblewrap(program: string): Promise<BubblewrapFeatures | string> {
  const result = await runSystemProgram([program, '--help'], TIMEOUT_MS);
  const help = result.stdout.toString('utf8') + result.stderr.toString('utf8');
  if (result.exitCode !== 0) {
    const reason = help.trim().slice(0, MAX_REASON_CHARS) || silentReason(program, result);
    return `bubblewrap does not start: ${reason}`;
  }
  if (!help.includes('--perms')) return 'bubblewrap is older than 0.5';
  return { disableUserns: help.includes('--disable-userns'), sizedTmpfs: help.includes('--size') };
}

/** Why a program without output did not end well. */
function silentReason(program: string, { problem, exitCode }: TrustedResult): string {
  if (problem === 'not-started') return `the system refuses to start ${program} for this user`;
  return `${program} ends with ${problem ?? `exit code ${exitCode}`} and says nothing`;
}
