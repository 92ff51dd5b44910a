/** I/O: the folder of a site. It is replaced as a whole, and only if everything in it is from an earlier site. */
import { lstat, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import {
  CountersignError,
  createTempFolder,
  errorText,
  removeLeftTempFolders,
} from '../../common/index.ts';

/** Says that a folder is a site. */
export const SITE_FILE = 'site.json';
const OWN: Readonly<Record<string, RegExp | null>> = {
  [SITE_FILE]: null,
  'index.html': null,
  'runs.html': null,
  'calls.html': null,
  'problems.html': null,
  data: /^(?:runs|calls|problems)-\d{1,9}\.js$/,
  runs: /^[0-9a-f]{64}\.html$/,
};
const MAX_SHOWN = 3;

/** Where a site is made. */
export interface SiteFolders {
  /** Becomes the site. */
  readonly fresh: string;
  /** For what the site does not need in the end. */
  readonly work: string;
}

/**
 * Makes a site in a new folder beside `folder`, and puts it in its place once `write` is done. If `write` throws, `folder` is as it was
 * and nothing is left. Throws `file-refused` if `folder` is inside the archive, or is something else than an earlier site or an empty
 * folder, and if the disk does not take it.
 */
export async function replaceSite<T>(
  { folder, archive }: { readonly folder: string; readonly archive: string },
  write: (folders: SiteFolders) => Promise<T>,
): Promise<T> {
  const target = await checkedTarget(folder, archive);
  removeLeftTempFolders(dirname(target));
  const work = createTempFolder(dirname(target));
  try {
    const [fresh, earlier] = [join(work, 'new'), join(work, 'old')];
    await mkdir(fresh);
    const result = await write({ fresh, work });
    const isThere = (await lstat(target).catch(() => null)) !== null;
    // Somebody may have put something there meanwhile.
    await checkContent(target);
    if (isThere) await rename(target, earlier);
    try {
      await rename(fresh, target);
    } catch (error) {
      if (isThere) await rename(earlier, target).catch(() => undefined);
      throw error;
    }
    return result;
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw refused(
      `The site cannot be written to ${folder} (${errorText(error)}).`,
      'Check the disk and its permissions. The folder is as it was before.',
      error,
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The real path of the folder. */
async function checkedTarget(folder: string, archive: string): Promise<string> {
  const parent = await realpath(dirname(folder)).catch((error: unknown) => {
    throw refused(
      `The folder ${dirname(folder)} cannot be used (${errorText(error)}).`,
      'Create it, or name another folder for the site.',
      error,
    );
  });
  const target = join(parent, basename(folder));
  const kept = await realpath(archive);
  if (`${target}${sep}`.startsWith(`${kept}${sep}`)) {
    throw refused(
      `The folder ${folder} is inside the archive ${archive}.`,
      'Name a folder outside of the archive.',
    );
  }
  await checkContent(target);
  return target;
}

/** Everything in a folder that is replaced is deleted, so nothing may be in it that is not from an earlier site. */
async function checkContent(folder: string): Promise<void> {
  const about = await lstat(folder).catch(() => null);
  if (about === null) return;
  const other = 'Name a folder that does not exist, or the folder of an earlier site.';
  if (!about.isDirectory()) throw refused(`${folder} is not a folder.`, other);
  const names = await readdir(folder);
  if (names.length === 0) return;
  if (!names.includes(SITE_FILE))
    throw refused(`The folder ${folder} is not empty, and is no earlier site.`, other);
  const foreign = await foreignNames(folder, names);
  if (foreign.length === 0) return;
  const shown = foreign.slice(0, MAX_SHOWN).join(', ');
  const more = foreign.length > MAX_SHOWN ? ', …' : '';
  throw refused(
    `The folder ${folder} has other content than an earlier site: ${shown}${more}.`,
    'Move that elsewhere, since the folder is replaced as a whole, or name another folder.',
  );
}

async function foreignNames(folder: string, names: readonly string[]): Promise<readonly string[]> {
  const foreign: string[] = [];
  for (const name of names) {
    const inside = Object.hasOwn(OWN, name) ? OWN[name] : undefined;
    const isFolder = (await lstat(join(folder, name))).isDirectory();
    if (inside === undefined || isFolder !== (inside !== null)) foreign.push(name);
    if (!isFolder || inside === undefined || inside === null) continue;
    for (const one of await readdir(join(folder, name)))
      if (!inside.test(one)) foreign.push(`${name}/${one}`);
  }
  return foreign;
}

function refused(message: string, fix: string, cause?: unknown): CountersignError {
  return new CountersignError('file-refused', message, { fix, cause });
}
