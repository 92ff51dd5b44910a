import type { InstructionFile, Instructions } from '../../agent/index.ts';
import { errorText, markHandled, truncateMiddle } from '../../common/index.ts';
import type { RunContext } from '../job.ts';
import type { TrustedFiles } from './trusted-files.ts';

/** The names of instruction files. In each folder the first existing one counts: often the second only points to it. */
const NAMES = ['AGENTS.md', 'CLAUDE.md'] as const;
/** Characters of one file below the root; the root's is given whole. */
const MAX_CHARS = 16_000;
/** Limits of one run: folders to search, and files to return. */
const MAX_FOLDERS = 100;
const MAX_FILES = 20;
/** GitHub rejects deeper paths long before. */
const MAX_DEPTH = 20;

/** The instructions of the trusted branch for one folder; `''` is the root. `null` if there are none. */
export async function instructionsIn(
  trusted: Pick<TrustedFiles, 'text'>,
  folder: string,
): Promise<InstructionFile | null> {
  const files = NAMES.map((name) => {
    const path = folder === '' ? name : `${folder}/${name}`;
    return { path, reading: trusted.text(path) };
  });
  // All are read at once, but an error counts only if no file before it exists.
  markHandled(...files.map(({ reading }) => reading));
  for (const { path, reading } of files) {
    const text = await reading;
    if (text !== null) return { path, text };
  }
  return null;
}

/**
 * Instructions below the root, returned when a call first touches a file that they apply to, those of outer folders
 * first. `null` if there is no trusted source. A failed look-up is only a warning: unreadable guidance must not stop a
 * run.
 */
export function nestedInstructions({
  trustedFiles: trusted,
  redactor,
  bus,
}: Pick<RunContext, 'trustedFiles' | 'redactor' | 'bus'>): Instructions | null {
  if (trusted === null) return null;
  const known = new Map<string, Promise<InstructionFile | null>>();
  let given = 0;
  const look = async (folder: string): Promise<InstructionFile | null> => {
    try {
      const file = await instructionsIn(trusted, folder);
      if (file === null || given >= MAX_FILES) return null;
      given += 1;
      const text = redactor.redact(file.text);
      return { path: file.path, text: truncateMiddle(text, MAX_CHARS) };
    } catch (error) {
      const message = `The instructions of ${folder}/ could not be read: ${errorText(error)}`;
      bus.emit({ type: 'warning', message });
      return null;
    }
  };
  return async (paths, instructed) => {
    const folders = [...new Set(paths.flatMap(foldersOf))].filter(
      (folder) => !instructed.has(folder),
    );
    const found: InstructionFile[] = [];
    for (const folder of folders.sort()) {
      instructed.add(folder);
      if (known.size >= MAX_FOLDERS && !known.has(folder)) continue;
      const looked = known.get(folder) ?? look(folder);
      known.set(folder, looked);
      const file = await looked;
      if (file !== null) found.push(file);
    }
    return found;
  };
}

/** `a/b/c.ts` is in `a` and in `a/b`, whatever spelling the call used. */
function foldersOf(path: string): readonly string[] {
  const parts = path
    .split('/')
    .slice(0, -1)
    .filter((part) => part !== '.');
  if (parts.length > MAX_DEPTH || parts.some((part) => part === '' || part === '..')) return [];
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
