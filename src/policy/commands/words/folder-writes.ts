import type { Words } from '../analysis.ts';
import { FOLDER_WRITERS_BY_NAME } from '../specs/folder-writers.ts';
import { programOf } from './program-names.ts';
import { startedHere } from './started-programs.ts';

/**
 * The names of the files that a command may rewrite below a folder which its words name, as patterns; `null` if it may write anything there.
 * If a word may be the name of several programs that are started, each counts.
 */
export function writtenBelowFolders(words: Words): readonly string[] | null {
  const started = startedHere(words);
  const all = (started.length === 0 ? [words] : started).map(namesWritten);
  return all.includes(null) ? null : all.flatMap((names) => names ?? []);
}

/** A word that stands for the options in a file. */
const OPTIONS_OF_FILE = /^@/;

function namesWritten(words: Words): readonly string[] | null {
  const args = words.slice(1).map(({ text }) => text);
  if (args.some((text) => text === null || OPTIONS_OF_FILE.test(text))) return null;
  // Behind an option without a value of its own, the next word may be the value: `docker --config build cp`.
  const subcommand = args.find((text) => !/^-[^=]*=/.test(text ?? ''));
  const writer = FOLDER_WRITERS_BY_NAME.get(programOf(words))?.find(
    ({ subcommands }) => subcommands?.includes(subcommand ?? '') !== false,
  );
  const { unless } = writer ?? {};
  if (writer === undefined || args.some((text) => unless?.test(text ?? '') === true)) return null;
  return writer.names;
}
