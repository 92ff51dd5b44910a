// I/O: asks git which files the default branch has.
import { findProgram, runTrusted } from '../../../sandbox/index.ts';
import type { CliIo } from '../../spec.ts';
import { type Finding, unknown } from './finding.ts';

const GIT_TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 1_000_000;
/** The default branch as it was fetched last; in a clone that does not know it, the commit that is checked out. */
const TRUSTED = ['refs/remotes/origin/HEAD', 'HEAD'];

/** The finding for files that the default branch does not have: GitHub and runs read them only there. */
export async function committedFindings(
  root: string,
  files: readonly string[],
  { environment }: CliIo,
): Promise<readonly Finding[]> {
  // Fetching what a partial clone lacks would run programs that its configuration names.
  const env = { PATH: environment['PATH'] ?? '', GIT_NO_LAZY_FETCH: '1' };
  const git = findProgram('git', { env, cwd: '/' });
  if (git === null || files.length === 0) return [];
  for (const ref of TRUSTED) {
    const { exitCode, stdout } = await runTrusted({
      argv: [git, '-C', root, 'ls-tree', '-z', '--name-only', ref, '--', ...files],
      cwd: '/',
      env,
      timeoutMs: GIT_TIMEOUT_MS,
      maxOutputBytes: MAX_OUTPUT_BYTES,
    });
    if (exitCode !== 0) continue;
    const there = stdout.toString().split('\0');
    const missing = files.filter((file) => !there.includes(file));
    if (missing.length === 0) return [];
    const where = ref === 'HEAD' ? 'the last commit' : 'the default branch, as fetched last';
    return [
      unknown(
        'branch',
        `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not in ${where}. Comments start only workflows of the default branch, and runs read the policy there.`,
        'Commit and merge what is missing.',
      ),
    ];
  }
  return [];
}
