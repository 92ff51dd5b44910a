/** I/O: a folder that a command writes and removes files from, which it does only if everything in it is from an earlier run. */
import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { CountersignError, systemReason } from '../common/index.ts';

/** The names in a folder, each with what it has to be: a file, a folder with a content of its own, or something left alone. */
export type FolderContent = readonly (readonly [
  name: string | RegExp,
  below: 'file' | 'ignored' | FolderContent,
])[];

export interface Output {
  /** The word for it in messages. */
  readonly kind: 'site' | 'export';
  /** The file without which a folder is no earlier output. */
  readonly marker: string;
  readonly content: FolderContent;
}

const MAX_SHOWN = 3;

/**
 * The real path of a folder to write, which does not have to exist. Throws `file-refused` if its parent does not exist, or if it is
 * inside the archive.
 */
export async function outputPath(
  folder: string,
  { archive, kind }: Pick<Output, 'kind'> & { readonly archive: string },
): Promise<string> {
  const parent = await realpath(dirname(folder)).catch((error: unknown) => {
    throw refused(
      `The folder ${dirname(folder)} cannot be used (${systemReason(error)}).`,
      `Create it, or name another folder for the ${kind}.`,
      error,
    );
  });
  const path = join(parent, basename(folder));
  const kept = await realpath(archive);
  if (`${path}${sep}`.startsWith(`${kept}${sep}`)) {
    throw refused(
      `The folder ${folder} is inside the archive ${archive}.`,
      'Name a folder outside of the archive.',
    );
  }
  return path;
}

/**
 * The files of an earlier output, below the folder and with `/`; none if the folder is empty or does not exist. Throws `file-refused`
 * if it is a link or no folder, and if anything in it is not of an earlier output by its name and kind. No link ever is.
 */
export async function earlierFiles(
  path: string,
  { kind, marker, content }: Output,
): Promise<readonly string[]> {
  const about = await lstat(path).catch(() => null);
  if (about === null) return [];
  const other = `Name a folder that does not exist, or the folder of an earlier ${kind}.`;
  if (!about.isDirectory()) throw refused(`${path} is not a folder.`, other);
  const [files, foreign]: [string[], string[]] = [[], []];
  await listFolder(path, { content, below: '', found: { files, foreign } });
  if (files.length === 0 && foreign.length === 0) return [];
  if (!files.includes(marker) && !foreign.includes(marker))
    throw refused(
      `The folder ${path} is not empty, and is not the folder of an earlier ${kind}.`,
      other,
    );
  if (foreign.length === 0) return files;
  const shown = foreign.toSorted().slice(0, MAX_SHOWN).join(', ');
  const more = foreign.length > MAX_SHOWN ? ', …' : '';
  throw refused(
    `The folder ${path} contains more than an earlier ${kind}: ${shown}${more}.`,
    `Move that elsewhere, since files that are not of the ${kind} are removed from the folder, or name another folder.`,
  );
}

interface Found {
  readonly files: string[];
  /** What is not of an earlier output. */
  readonly foreign: string[];
}

async function listFolder(
  path: string,
  {
    content,
    below,
    found,
  }: { readonly content: FolderContent; readonly below: string; readonly found: Found },
): Promise<void> {
  for (const entry of await readdir(join(path, below), { withFileTypes: true })) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    const [, expected] = content.find(([one]) => isNamed(entry.name, one)) ?? [];
    if (expected === 'ignored' && entry.isDirectory()) continue;
    if (expected === 'file' && entry.isFile()) found.files.push(name);
    else if (typeof expected === 'object' && entry.isDirectory())
      await listFolder(path, { content: expected, below: name, found });
    else found.foreign.push(name);
  }
}

function isNamed(name: string, expected: string | RegExp): boolean {
  return typeof expected === 'string' ? name === expected : expected.test(name);
}

function refused(message: string, fix: string, cause?: unknown): CountersignError {
  return new CountersignError('file-refused', message, { fix, cause });
}
