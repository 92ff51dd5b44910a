import { CountersignError } from '../base/index.ts';
import { findGit, type GitPlaces } from './git-places.ts';
import { gitFailed, type GitOptions, neutralArgs, tryGit } from './trusted-git.ts';

/** A full commit id. */
export const SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u;

/** A work tree with its git folder; for a submodule that one is not where its own files say. */
export interface Checkout {
  readonly root: string;
  /** Absent: the one that is found at the root. */
  readonly gitDir?: string;
  /** Arguments that empty the programs of its configuration. Absent: asked for with each command. */
  readonly neutral?: readonly string[];
}

/** The git folder of a checkout, or `worktree-refused` where it has none. */
export function placesOf({ root, gitDir }: Checkout): string {
  return gitDir ?? requireGit(root).own;
}

/** Runs git on the checkout at `root`, its own configuration's programs emptied; does not judge the exit code. */
export async function inCheckout(
  checkout: string | Checkout,
  args: readonly string[],
  more: Partial<GitOptions> = {},
) {
  const at = typeof checkout === 'string' ? { root: checkout } : checkout;
  const { root } = at;
  const own = placesOf(at);
  const places = [`--git-dir=${own}`, `--work-tree=${root}`];
  // Asked for each time: an approved command may have added a filter since.
  const neutral = at.neutral ?? (await neutralArgs(root, places));
  return tryGit({ ...more, cwd: root, args: [...places, ...neutral, ...args] });
}

/** A checkout for many commands in a row, between which nobody else's command runs. */
export async function whileAlone(at: Checkout): Promise<Checkout> {
  const places = [`--git-dir=${placesOf(at)}`, `--work-tree=${at.root}`];
  return { ...at, neutral: await neutralArgs(at.root, places) };
}

/** The same; its output, or `worktree-refused` with git's own words. */
export async function mustInCheckout(
  root: string | Checkout,
  args: readonly string[],
  more: Partial<GitOptions> = {},
): Promise<Buffer> {
  const result = await inCheckout(root, args, more);
  if (result.exitCode === 0) return result.stdout;
  throw gitFailed(args, result);
}

export function requireGit(root: string): GitPlaces {
  const places = findGit(root);
  if (places !== null) return places;
  throw new CountersignError('worktree-refused', `${root} is not a git checkout.`, {
    fix: 'Run actions/checkout before Countersign, or "git init" here.',
  });
}

/** A full commit id, or `worktree-refused`. */
export function checkedSha(sha: string): string {
  if (SHA.test(sha)) return sha;
  throw new CountersignError(
    'worktree-refused',
    `${JSON.stringify(sha)} is not a full commit id.`,
    {
      fix: 'Give all 40 (or 64) hexadecimal digits.',
    },
  );
}

/** The records of `-z` output. */
export function records(bytes: Buffer): string[] {
  return bytes
    .toString('utf8')
    .split('\0')
    .filter((record) => record !== '');
}
