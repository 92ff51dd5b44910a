/** I/O: the folder of a site. It is replaced as a whole, and only if everything in it is from an earlier site. */
import { lstat, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  CountersignError,
  createTempFolder,
  errorText,
  removeLeftTempFolders,
} from '../../common/index.ts';
import { earlierFiles, type Output, outputPath } from '../output-folder.ts';

/** Says that a folder is a site. */
export const SITE_FILE = 'site.json';
const SITE: Output = {
  kind: 'site',
  marker: SITE_FILE,
  content: [
    [SITE_FILE, 'file'],
    [/^(?:index|runs|calls|problems)\.html$/, 'file'],
    ['data', [[/^(?:runs|calls|problems)-\d{1,9}\.js$/, 'file']]],
    ['runs', [[/^[0-9a-f]{64}\.html$/, 'file']]],
  ],
};

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
  const target = await outputPath(folder, { archive, kind: SITE.kind });
  await earlierFiles(target, SITE);
  removeLeftTempFolders(dirname(target));
  const work = createTempFolder(dirname(target));
  try {
    const [fresh, earlier] = [join(work, 'new'), join(work, 'old')];
    await mkdir(fresh);
    const result = await write({ fresh, work });
    const isThere = (await lstat(target).catch(() => null)) !== null;
    // Somebody may have put something there meanwhile.
    await earlierFiles(target, SITE);
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
    throw new CountersignError(
      'file-refused',
      `The site cannot be written to ${folder} (${errorText(error)}).`,
      { fix: 'Check the disk and its permissions. The folder is as it was before.', cause: error },
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
