import type { GivenNames } from '../analysis.ts';
import { programName, runnerOf } from '../specs/index.ts';
import { wordSet } from '../specs/table.ts';
import { type ExpandedWord, type ExpandedWords, Findings, type Scope } from '../walk/context.ts';
import { noteFileRead } from './read-program.ts';
import { ownWords } from './runner-options.ts';

/** The address of another machine, whatever follows. In other schemes it may be a file: `fileb://$FILE`. */
const ADDRESS = /^(?:https?|wss?|ssh|git|git\+ssh|git\+https|ftps?|sftp|s3|gs):\/\//i;
/** Programs whose words are processes, and no files. */
const NAMES_PROCESSES = wordSet('kill killall pkill');

/**
 * What `cat` would read by the words of a program that are known only at run time; `undefined` if there are none. The words of a
 * program in a container name files of the container.
 */
export function givenNames(
  [program, ...args]: ExpandedWords,
  scope: Scope,
): GivenNames | undefined {
  const name = program?.text ?? '';
  if (NAMES_PROCESSES.has(programName(name) ?? '')) return undefined;
  const runner = runnerOf(name);
  const own = runner?.inside === undefined ? args : ownWords(runner, args);
  const words = own.filter(mayBeName);
  if (words.length === 0) return undefined;
  const findings = new Findings();
  for (const word of words) noteFileRead(word, { ...scope, findings });
  return { paths: findings.paths, unknown: [...findings.unknown] };
}

/** Whether a word may be a name that no text says. Those of a wildcard are known, and a number is no name. */
function mayBeName({ text, glob, numbered, number, prefix }: ExpandedWord): boolean {
  if (text !== null || glob !== undefined || numbered !== undefined || number === true)
    return false;
  return !ADDRESS.test(prefix);
}
