// I/O: asks git about the clone that this program runs from.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJsonObject, VERSION } from '../common/index.ts';
import { findProgram, runTrusted } from '../sandbox/index.ts';

/** Which action a workflow has to use so that it gets this version of Countersign. */
export interface OwnSource {
  /** `owner/name` on GitHub. */
  readonly repository: string;
  /** A commit; a version's tag if this program does not run from a clone. */
  readonly ref: string;
  /** What the commit is, for the comment behind it. */
  readonly comment: string;
  /** Whether a branch of the remote is known to contain the commit; `null` without a clone, or if its commit is unknown. */
  readonly isPublished: boolean | null;
  /** Why the commit of the clone is unknown, so that `ref` is a tag that may not exist; `null` if it is known, or without a clone. */
  readonly unknownBecause: string | null;
}

const REPOSITORY = 'countersign/countersign';
const ROOT_FILE = 'action.yml';
const PACKAGE_FILE = 'package.json';
const PACKAGE_NAME = 'countersign';
const MAX_LEVELS = 4;
const GIT_TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 100_000;

/** The repository and commit of the clone that this program runs from, and otherwise the tag of its version. */
export async function ownSource(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<OwnSource> {
  const released = {
    repository: REPOSITORY,
    ref: `v${VERSION}`,
    comment: 'pin the commit that you have reviewed',
    isPublished: null,
    unknownBecause: null,
  };
  const root = ownRoot();
  if (root === null || !existsSync(join(root, '.git'))) return released;
  const env = { PATH: environment['PATH'] ?? '' };
  const git = findProgram('git', { env, cwd: '/' });
  if (git === null) return { ...released, unknownBecause: 'git is not installed' };
  const ask = async (...args: readonly string[]): Promise<string> => {
    const { exitCode, stdout } = await runTrusted({
      // The clone may belong to another user: its code already runs, so its configuration of git may apply.
      argv: [git, '-c', `safe.directory=${root}`, '-C', root, ...args],
      cwd: '/',
      env,
      timeoutMs: GIT_TIMEOUT_MS,
      maxOutputBytes: MAX_OUTPUT_BYTES,
    });
    return exitCode === 0 ? stdout.toString().trim() : '';
  };
  const [commit, date, tag, remote, branches] = await Promise.all([
    ask('rev-parse', 'HEAD'),
    ask('show', '--no-patch', '--format=%cs', 'HEAD'),
    ask('describe', '--tags', '--exact-match', '--match', 'v*', 'HEAD'),
    ask('remote', 'get-url', 'origin'),
    ask('branch', '--remotes', '--contains', 'HEAD'),
  ]);
  if (!/^[0-9a-f]{40}$/.test(commit))
    return { ...released, unknownBecause: `git cannot read ${root}` };
  return {
    repository: /github\.com[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(remote)?.[1] ?? REPOSITORY,
    ref: commit,
    comment: tag === '' ? `the commit of ${date}` : tag,
    isPublished: branches !== '',
    unknownBecause: null,
  };
}

/** The URL of the policy schema in the same commit, for editors. */
export function schemaUrl({ repository, ref }: OwnSource): string {
  return `https://raw.githubusercontent.com/${repository}/${ref}/schema/policy.schema.json`;
}

/**
 * The clone that has this program in its `dist` or `src`; `null` if npm installed it, whose package has no action. A folder above the
 * package is somebody else's, also if it is an action.
 */
function ownRoot(): string | null {
  let folder = realpathSync(dirname(fileURLToPath(import.meta.url)));
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    if (existsSync(join(folder, ROOT_FILE)) && isOurs(join(folder, PACKAGE_FILE))) return folder;
    folder = dirname(folder);
  }
  return null;
}

function isOurs(packageFile: string): boolean {
  try {
    const found: unknown = JSON.parse(readFileSync(packageFile, 'utf8'));
    return isJsonObject(found) && found['name'] === PACKAGE_NAME;
  } catch {
    // There is none, or somebody else's is being edited.
    return false;
  }
}
