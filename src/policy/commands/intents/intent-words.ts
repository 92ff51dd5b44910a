import { type Intent, knownWord } from '../analysis.ts';
import { byName, isListed, type Table } from '../specs/table.ts';
import { behindOptions, SWITCH } from '../words/behind-options.ts';

/** The words of a command after its name; `null` for a word that is known only at run time. */
export type KnownWords = readonly (string | null)[];
export type IntentRule = (texts: KnownWords) => readonly Intent[];

/** The rule of a program that always has an intent. */
export function always(intent: Intent): IntentRule {
  return () => [intent];
}

/** These intents if `isMet`, and none otherwise. */
export function when(isMet: boolean, ...intents: readonly Intent[]): readonly Intent[] {
  return isMet ? intents : [];
}

/** The rule of a program that has an intent with one of these options; see `flagged`. */
export function ifFlagged(intent: Intent, letters: string, ...long: readonly string[]): IntentRule {
  return (texts) => when(flagged(texts, letters, ...long), intent);
}

/** The rule of a program that has an intent with a word of this form; see `hasWord`. */
export function ifWord(intent: Intent, form: RegExp): IntentRule {
  return (texts) => when(hasWord(texts, form), intent);
}

/**
 * What is known of the words before a subcommand: options without a value beside `SWITCH`, and the subcommands that have others
 * (`composer global require`). A word is then one only where a subcommand can stand: neither `cargo test "$X"` nor `cargo test publish`
 * publishes anything.
 */
interface Subcommands {
  readonly switches?: string;
  readonly groups?: string;
  /** The same where a name stands before the subcommand: `yarn workspace NAME add`. */
  readonly namedGroups?: string;
}

/**
 * The rule of a program whose first listed word says the intent: `{ 'install, add': '@install' }`. With `subcommands`, only where one can
 * stand: `helm uninstall web install` installs nothing. Without, wherever it stands.
 */
export function byFirstWord(words: Table<Intent>, subcommands?: Subcommands): IntentRule {
  const known = byName(words);
  return (texts) => intentOfFirst(texts, known, subcommands);
}

/**
 * The same of a program that takes its subcommands shortened: a word that may be the subcommand may be each listed one that begins
 * with it.
 */
export function byShortenedWord(words: Table<Intent>, subcommands?: Subcommands): IntentRule {
  const known = byName(words);
  return (texts) => {
    const all = [knownWord(''), ...texts.map((text) => ({ text, source: text ?? '' }))];
    const meant = [...behindOptions(all, new Set([1]))].flatMap((place) => {
      const text = all[place]?.text ?? '';
      return text === '' ? [] : [...known].filter(([word]) => word.startsWith(text));
    });
    return [...meant.map(([, intent]) => intent), ...intentOfFirst(texts, known, subcommands)];
  };
}

/** Whether a short letter (in any cluster) or a long option (or what it may be shortened to) is there. */
export function flagged(texts: KnownWords, letters: string, ...long: readonly string[]): boolean {
  const end = texts.indexOf('--');
  return (end === -1 ? texts : texts.slice(0, end)).some((text) => {
    if (text === null) return true;
    if (/^-[^-]/.test(text)) return letters.split('').some((letter) => text.includes(letter));
    const name = text.split('=')[0] ?? '';
    return (
      name.length > 2 && name.startsWith('--') && long.some((option) => option.startsWith(name))
    );
  });
}

/** Whether a word has this form, or is known only at run time. */
export function hasWord(texts: KnownWords, form: RegExp): boolean {
  return texts.some((text) => text === null || form.test(text));
}

/**
 * The intent of the first listed word; every intent if a word before it is known only at run time. A listed word directly behind an
 * option may be its value (`uv --directory add publish`), so the next one counts, too, unless the option is known to have none.
 */
function intentOfFirst(
  texts: KnownWords,
  words: ReadonlyMap<string, Intent>,
  subcommands?: Subcommands,
): readonly Intent[] {
  const found = new Set<Intent>();
  const isSwitch = (text: string): boolean => isSwitchOf(subcommands, text);
  const places = subcommands === undefined ? null : subcommandPlaces(texts, subcommands);
  for (const [index, text] of texts.entries()) {
    if (places?.has(index) === false) continue;
    if (text === null) return [...new Set(words.values())];
    const intent = words.get(text);
    if (intent !== undefined) found.add(intent);
    const before = texts[index - 1] ?? '';
    if (words.has(text) && (!/^-[^=]*$/.test(before) || isSwitch(before))) break;
  }
  return [...found];
}

/** Where a subcommand may stand: first, behind options, each of which may have a value, and behind a group of subcommands. */
export function subcommandPlaces(texts: KnownWords, subcommands: Subcommands): ReadonlySet<number> {
  const { groups, namedGroups } = subcommands;
  const places = new Set([0]);
  // A set visits what is added to it meanwhile.
  for (const place of places) {
    // A word that is known only at run time may be an option, or none.
    const text = texts[place] === null || texts[place] === '' ? '-' : (texts[place] ?? '');
    const isOption = /^[-+]/.test(text);
    if (isOption || isListed(groups, text)) places.add(place + 1);
    if (isListed(namedGroups, text)) places.add(place + 2);
    if (isOption && !isSwitchOf(subcommands, text) && text !== '--' && !text.includes('='))
      places.add(place + 2);
  }
  return places;
}

function isSwitchOf(subcommands: Subcommands | undefined, text: string): boolean {
  return SWITCH.test(text) || isListed(subcommands?.switches, text);
}
