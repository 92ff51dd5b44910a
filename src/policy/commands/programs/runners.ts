import type { Arg } from '../walk/arg.ts';
import type { Call } from '../walk/call.ts';
import { type Runner, RUNNERS_BY_NAME } from '../specs/runners.ts';
import { noteHatch } from '../walk/notes.ts';

const ASSIGNMENT = /^[A-Za-z_][\w.]*[:+?!]?=/;
/** An abbreviation shorter than this could be anything, and is taken for a hatch where any option begins with it. */
const SHORTEST_EXACT = 3;

/**
 * A program that runs the checkout's code: whatever in its words would make it run or load something else. Words after
 * `--` belong to the script.
 */
export function noteRunner(call: Call): void {
  const runner = RUNNERS_BY_NAME.get(call.name);
  if (runner === undefined) return;
  const end = call.args.findIndex((arg) => arg.text === '--');
  const own = end === -1 ? call.args : call.args.slice(0, end);
  noteOptions({ ...runner, name: call.name }, own, call);
}

type Openings = Omit<Runner, 'names' | 'source'>;

/** Notes each word of a program that opens it for something else, by what is known of it. */
export function noteOptions(
  known: Openings & { readonly name: string },
  words: readonly Arg[],
  { scope }: Pick<Call, 'scope'>,
): void {
  for (const [index, arg] of words.entries()) {
    if (arg.text === null) {
      if (!arg.prefix.startsWith('-') && arg.prefix !== '') continue;
      scope.notes.unknown.add(`\`${arg.source}\` may be an option of ${known.name}`);
    } else if (opens(known, arg.text)) {
      const what = `${known.name} ${arg.text} changes what is run or loaded`;
      noteHatch(what, withValue(arg, words[index + 1]), scope);
    }
  }
}

function opens(runner: Openings, text: string): boolean {
  if (runner.variables === true && ASSIGNMENT.test(text)) return true;
  if (runner.responseFiles === true && text.startsWith('@')) return true;
  if (!text.startsWith('-') || text === '-') return false;
  const name = text.split('=')[0] ?? text;
  if (runner.only !== undefined) return !runner.only.includes(text);
  if (runner.harmless?.includes(name) === true) return false;
  return (runner.hatches ?? []).some((hatch) => spells(name, hatch));
}

/**
 * Exactly the option; a long one abbreviated, in another case or with other hyphens, or with more behind a dot, each of
 * which some programs take; or a bundle of letters that holds the short one.
 */
function spells(name: string, hatch: string): boolean {
  if (name === hatch) return true;
  if (hatch.startsWith('--')) {
    if (!name.startsWith('--') || name.length < SHORTEST_EXACT) return false;
    const [given, known] = [plain(name), plain(hatch)];
    if (given === known || given.startsWith(`${known}.`)) return true;
    return !known.includes('.') && known.startsWith(given);
  }
  return hatch.length === 2 && /^-[^-]/.test(name) && name.includes(hatch.slice(1));
}

function plain(option: string): string {
  return option.replaceAll(/[-_]/g, '').toLowerCase();
}

/** The option with its value, where that is a word of its own. */
function withValue(arg: Arg, next: Arg | undefined): readonly Arg[] {
  const standsAlone = arg.text?.includes('=') === true || next === undefined;
  return standsAlone || next.text?.startsWith('-') === true ? [arg] : [arg, next];
}
