import { type ExpandedWord, type ExpandedWords, isDashless, literalWord } from '../walk/context.ts';

/**
 * What the value of an option is: any text, a path that is read, a pattern, or a file of them, in place of the first operand, or a path
 * of which only the attributes are read.
 */
const VALUE_KINDS = ['text', 'read', 'pattern', 'patterns', 'list'] as const;
type ValueKind = (typeof VALUE_KINDS)[number];

interface Flag {
  readonly takes: 'nothing' | 'value' | 'optional';
  readonly kind: ValueKind;
}

/** The harmless options of a program, compiled from the one-line form of the tables. */
export interface Flags {
  readonly known: ReadonlyMap<string, Flag>;
  /** `-5` is a number, not an option. */
  readonly digits: boolean;
  /**
   * An option with a value must be a word of its own: inside a cluster, the program would read the rest as the value.
   */
  readonly separate: boolean;
  /** Options end at the first operand. */
  readonly operandsLast: boolean;
}

interface Option {
  readonly flag: string;
  readonly value: ExpandedWord | null;
  readonly kind: ValueKind;
}

/** The words of one program, sorted. `unknown` are options that the table does not list. */
export interface MatchedOptions {
  readonly options: Option[];
  readonly operands: ExpandedWord[];
  readonly unknown: ExpandedWord[];
  /** Words that may turn out to be options at run time. */
  readonly uncertain: ExpandedWord[];
}

/**
 * Compiles `-A -n= --lines= -f=read --color? -NUM`. No mark: a switch. `=`: needs a value (a word after it names its
 * kind). `?`: may have an attached value. `-NUM` allows digits, `POSIX` ends options at the first operand, and with
 * `SEPARATE` an option with a value must be a word of its own.
 */
export function compileFlags(spec: string): Flags {
  const known = new Map<string, Flag>();
  const tokens = spec.split(/\s+/).filter((token) => token !== '');
  for (const token of tokens) {
    const match = /^(-{1,2}[\w.-]+|-[#@%])(?:(\?)|(=)(\w*))?$/.exec(token);
    if (match?.[1] === undefined) continue;
    const takes = match[2] === '?' ? 'optional' : match[3] === '=' ? 'value' : 'nothing';
    const written = match[4] || 'text';
    const kind = VALUE_KINDS.find((each) => each === written);
    // A misspelt kind would make the path that the option reads a text.
    if (kind === undefined) throw new Error(`${token}: its value is ${VALUE_KINDS.join(', ')}.`);
    known.set(match[1], { takes, kind });
  }
  return {
    known,
    digits: tokens.includes('-NUM'),
    operandsLast: tokens.includes('POSIX'),
    separate: tokens.includes('SEPARATE'),
  };
}

/** Sorts the words of a program by its table, as getopt does: no abbreviations, clusters split, `--` honoured. */
export function matchOptions(words: ExpandedWords, flags: Flags): MatchedOptions {
  const args = words.flatMap(expandGlob);
  const matched: MatchedOptions = { options: [], operands: [], unknown: [], uncertain: [] };
  for (let position = 0; position < args.length; position += 1) {
    const arg = args[position];
    if (arg === undefined) break;
    if (arg.text === '--') {
      matched.operands.push(...args.slice(position + 1));
      break;
    }
    if (isDashless(arg) || arg.text === '-') {
      matched.operands.push(arg);
      if (!flags.operandsLast) continue;
      matched.operands.push(...args.slice(position + 1));
      break;
    }
    if (arg.text === null) {
      matchUncertain(arg, flags, matched);
      continue;
    }
    const match = arg.text.startsWith('--') ? matchLong : matchCluster;
    position += match({ arg, text: arg.text, next: args[position + 1], flags, matched });
  }
  return matched;
}

/** A glob whose names are known becomes these names, including hostile ones such as `--output=x`. */
function expandGlob(arg: ExpandedWord): ExpandedWord[] {
  if (arg.glob?.exact !== true) return [arg];
  return arg.glob.names.map((name) => literalWord(name, arg.source));
}

/** `--include="*.$x"`: the option is known, its one word is not. */
function matchUncertain(arg: ExpandedWord, flags: Flags, matched: MatchedOptions): void {
  const long = /^(--[\w-]+)=/.exec(arg.prefix)?.[1];
  const flag = long === undefined ? undefined : flags.known.get(long);
  if (long !== undefined && flag !== undefined && flag.takes !== 'nothing' && arg.single) {
    matched.options.push({ flag: long, value: { ...arg, prefix: '' }, kind: flag.kind });
  } else matched.uncertain.push(arg);
}

/** A word that begins like an option, and the word behind it. */
interface OptionWord {
  readonly arg: ExpandedWord;
  readonly text: string;
  readonly next: ExpandedWord | undefined;
  readonly flags: Flags;
  readonly matched: MatchedOptions;
}

/** Returns how many further words the option took. */
function matchLong(word: OptionWord): number {
  const { arg, text, flags, matched } = word;
  const equals = text.indexOf('=');
  const name = equals === -1 ? text : text.slice(0, equals);
  const flag = flags.known.get(name);
  if (flag === undefined || (flag.takes === 'nothing' && equals !== -1)) {
    matched.unknown.push(arg);
    return 0;
  }
  return takeOption(word, name, flag, equals === -1 ? null : text.slice(equals + 1));
}

/** Returns how many further words the options took. */
function matchCluster(word: OptionWord): number {
  const { arg, text, flags, matched } = word;
  if (flags.digits && /^-\d+$/.test(text)) return 0;
  const whole = flags.separate ? flags.known.get(text) : undefined;
  if (whole?.takes === 'nothing') return 0;
  for (let position = 1; position < text.length; position += 1) {
    const name = `-${text[position] ?? ''}`;
    const flag = flags.known.get(name);
    const clustered = flags.separate && flag?.takes !== 'nothing' && text.length > 2;
    if (flag === undefined || clustered) {
      matched.unknown.push(arg);
      return 0;
    }
    if (flag.takes !== 'nothing')
      return takeOption(word, name, flag, text.slice(position + 1) || null);
    matched.options.push({ flag: name, value: null, kind: flag.kind });
  }
  return 0;
}

/** Takes an option with the value that is attached to it, or in the next word. Returns how many further words it took. */
function takeOption(
  { arg, next, matched }: OptionWord,
  flag: string,
  { takes, kind }: Flag,
  attached: string | null,
): number {
  if (takes !== 'value' || attached !== null) {
    const value = attached === null ? null : literalWord(attached, arg.source);
    matched.options.push({ flag, value, kind });
    return 0;
  }
  // A value that resembles an option may be one, if the value is left out.
  const optionLike = /^-[^\d]/.test(next?.text ?? '') && kind !== 'pattern';
  if (next === undefined || optionLike) {
    matched.unknown.push(arg);
    return 0;
  }
  const several = next.text === null && !next.single && (next.glob?.names.length ?? 2) !== 1;
  if (several) matched.uncertain.push(next);
  else matched.options.push({ flag, value: next, kind });
  return 1;
}

export function hasOption(matched: MatchedOptions, ...flags: readonly string[]): boolean {
  return matched.options.some((option) => flags.includes(option.flag));
}

export function valuesOf(
  matched: MatchedOptions,
  ...flags: readonly string[]
): (ExpandedWord | null)[] {
  return matched.options
    .filter((option) => flags.includes(option.flag))
    .map((option) => option.value);
}
