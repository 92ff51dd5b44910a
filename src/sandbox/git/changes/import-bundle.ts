/** Imports a bundle of a work tree, with every check of git. This file does I/O. */
import { workTreeRefused } from '../../files/checkout-folder.ts';
import { gitError } from '../isolated-git.ts';
import { type ScratchRepository, tryScratchGit } from '../store/scratch-repository.ts';

const ID = /\b(?:[0-9a-f]{64}|[0-9a-f]{40})\b/gu;
const BUNDLE = /^# v[23] git bundle\n/;
/**
 * The checks of git that find a folder with the name of one of its files, and a line of attributes that is too long. A git that has
 * these checks reads nothing of either.
 */
const UNREAD_BY_GIT =
  'gitattributesBlob=ignore,gitattributesLineLength=ignore,gitmodulesBlob=ignore';

/** A bundle to import: the commit that it needs, and those that it brings. */
interface BundleCommits {
  readonly base: string;
  readonly tips: readonly string[];
}

/** Git names every object by its content; an incomplete bundle is rejected, and so are objects that git refuses. */
export async function importBundle(
  scratch: ScratchRepository,
  bundle: string,
  options: BundleCommits,
): Promise<void> {
  const refused = await refusedObjects(scratch, bundle);
  if (refused !== null) throw refused.error;
  const whole = ['rev-list', '--objects', '--quiet', ...options.tips, '--not', options.base];
  const checked = await tryScratchGit(scratch, whole);
  if (checked.exitCode !== 0) throw workTreeRefused('The bundle does not contain all commits.');
}

/** Imports the objects of a bundle. The ids that git names when it refuses some, and its error; `null` if it takes all. */
export async function refusedObjects(
  scratch: ScratchRepository,
  bundle: string,
): Promise<{ readonly ids: ReadonlySet<string>; readonly error: Error } | null> {
  const bytes = Buffer.from(bundle, 'base64');
  const end = bytes.indexOf('\n\n');
  if (end === -1 || !BUNDLE.test(bytes.toString('latin1', 0, 20)))
    throw workTreeRefused('The bundle of the work tree is not a git bundle.');
  const stdin = bytes.subarray(end + 2);
  const checkedByAll = await tryScratchGit(scratch, unpacking('--strict'), { stdin });
  if (checkedByAll.exitCode === 0) return null;
  // Only now: an old git refuses the name of a check that it does not have.
  const args = unpacking(`--strict=${UNREAD_BY_GIT}`);
  const checked = await tryScratchGit(scratch, args, { stdin });
  if (checked.exitCode === 0) return null;
  const ids = new Set(checked.stderr.toString('latin1').match(ID) ?? []);
  return { ids, error: gitError(args, checked) };
}

function unpacking(strict: string): readonly string[] {
  return ['index-pack', strict, '--fix-thin', '--stdin'];
}
