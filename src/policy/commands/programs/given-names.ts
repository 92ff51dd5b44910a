import type { GivenNames } from '../analysis.ts';
import { runnerOf } from '../specs/index.ts';
import { type ExpandedWord, type ExpandedWords, Findings, type Scope } from '../walk/context.ts';
import { noteFileRead } from './read-program.ts';
import { ownWords } from './runner-options.ts';

/** The address of another machine, whatever follows. */
const ADDRESS = /^(?!file:)[a-z][a-z+.-]*:\/\/[^/]/i;

/**
 * What `cat` would read by the words of a program that are known only at run time; `undefined` if there are none. The words of a
 * program in a container name files of the container.
 */
export function givenNames(
  [program, ...args]: ExpandedWords,
  scope: Scope,
): GivenNames | undefined {
  const runner = runnerOf(program?.text ?? '');
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
