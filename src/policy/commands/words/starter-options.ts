import type { Word } from '../analysis.ts';
import { type PlacedOptions, SUBCOMMANDS_BY_NAME } from '../specs/subcommands.ts';
import { isListed } from '../specs/table.ts';
import { programOf } from './program-names.ts';

type SomeWord = Pick<Word, 'text'>;

/** An option with its value: how many words it has; 0 for any other word, and where the value is missing or known only at run time. */
function lengthOf(
  words: readonly SomeWord[],
  place: number,
  { switches, values }: PlacedOptions,
): number {
  const text = words[place]?.text ?? '';
  if (isListed(switches, text)) return 1;
  const [name = ''] = text.split('=');
  if (name !== text) return name.startsWith('--') && isListed(values, name) ? 1 : 0;
  return isListed(values, text) && /^[^-]/.test(words[place + 1]?.text ?? '') ? 2 : 0;
}

/** Where the program stands that a command starts, and where the options before it do which change nothing about it. */
interface StartedProgram {
  /** Where the subcommand stands. */
  readonly subcommand: number;
  readonly program: number;
  /** The places of each option and its value. */
  readonly options: readonly (readonly number[])[];
}

/**
 * Finds the program behind options that are all known; `null` if one is not. With `packages`, those that choose packages of the workspace
 * may stand there, too.
 */
export function startedProgram(
  words: readonly SomeWord[],
  { packages = false }: { readonly packages?: boolean } = {},
): StartedProgram | null {
  const known = SUBCOMMANDS_BY_NAME.get(programOf(words))?.options;
  if (known === undefined) return null;
  const options: (readonly number[])[] = [];
  const skip = (from: number, some: readonly (PlacedOptions | undefined)[]): number => {
    let place = from;
    for (;;) {
      const length = Math.max(0, ...some.map((each) => lengthOf(words, place, each ?? {})));
      if (length === 0) return place;
      options.push(Array.from({ length }, (_, index) => place + index));
      place += length;
    }
  };
  const subcommand = skip(1, [known.before, packages ? known.packages : undefined]);
  if (!isListed(known.subcommands, words[subcommand]?.text ?? '')) return null;
  let program = skip(subcommand + 1, [known.behind]);
  if (words[program]?.text === '--') {
    options.push([program]);
    program += 1;
  }
  return /^[^-]/.test(words[program]?.text ?? '') ? { subcommand, program, options } : null;
}

/** The words of a command without the options of a starter that an `auto` rule may leave out, but with those that it spells out. */
export function withoutStarterOptions<W extends SomeWord>(
  words: readonly W[],
  spelled: ReadonlySet<string>,
): readonly W[] {
  const found = startedProgram(words);
  if (found === null) return words;
  const left = found.options.filter(([place = 0]) => !spelled.has(words[place]?.text ?? ''));
  const places = new Set(left.flat());
  return places.size === 0 ? words : words.filter((_, place) => !places.has(place));
}
