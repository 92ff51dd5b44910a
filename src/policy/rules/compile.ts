import {
  COMMAND_CLASSES,
  INCLUDED_INTENTS,
  type Intent,
  INTENTS,
  type SimpleCommand,
  type Words,
} from '../commands/analysis.ts';
import { intentsOfWords, mayDoMore } from '../commands/intents/intents.ts';
import { isStarter, startedPrograms } from '../commands/words/started-programs.ts';
import type { RuleApproval } from '../model/approval-needs.ts';
import { BUILTIN_TOOLS } from '../model/builtin-tools.ts';
import type { Facts, VerdictName } from '../model/facts.ts';
import {
  braceWithoutComma,
  compileGlob,
  globProblem,
  hasPossibleClasses,
  isTwoPatterns,
  openBracket,
  type PathGlob,
} from './glob.ts';
import { matchesHost } from './host-pattern.ts';
import type { PathView } from './paths.ts';
import {
  isAboutCommands,
  parseRule,
  type ParsedRule,
  type Refused,
  type Selector,
} from './parse-rule.ts';
import type { Position, Problem } from '../model/problems.ts';
import { matchesName } from './wildcard.ts';
import {
  coversCommand,
  parseWordPattern,
  runsCodeElsewhere,
  type Match,
  type WordPattern,
} from './word-pattern.ts';
import { touchesCommand } from './touches-command.ts';

/** The part of a call that one verdict is about. */
export type CallPart =
  | { readonly type: 'call' }
  | {
      readonly type: 'path';
      readonly view: PathView;
      readonly access: 'read' | 'write';
      readonly caseInsensitive: boolean;
    }
  | { readonly type: 'host'; readonly host: string }
  | { readonly type: 'command'; readonly command: SimpleCommand };

export type PathPart = Extract<CallPart, { type: 'path' }>;

/** A path of the workspace as a part of a call. */
export function workspacePath(
  path: string,
  access: PathPart['access'],
  caseInsensitive = false,
): PathPart {
  return { type: 'path', view: { path, outside: false }, access, caseInsensitive };
}

export interface RuleSource {
  readonly list: VerdictName;
  readonly text: string;
  readonly except: readonly string[];
  /** Where each of `except` stands. Absent outside of a file. */
  readonly exceptAt?: readonly Position[];
  readonly reason: string | null;
  /** For `requireApproval`. Absent: the rule has no approval settings of its own. */
  readonly approval?: RuleApproval;
  /** A rule of an approved plan, by its line there. */
  readonly planLine?: number;
  readonly line: number | null;
  readonly column: number | null;
}

/** The fields of a rule that has only a text: an `auto` rule outside of any file. */
export const BARE_RULE = {
  list: 'auto',
  except: [],
  reason: null,
  line: null,
  column: null,
} as const;

export interface CompiledRule extends RuleSource {
  readonly parsed: ParsedRule;
  /** What it does not cover, those of `except` first, each as a rule. */
  readonly exceptions: readonly ParsedRule[];
  /** It has a specifier, so it beats those without (the order, 2). */
  readonly hasSpecifier: boolean;
  /** Whether the rule is about calls of this tool. */
  selects(facts: Facts): boolean;
  /** Whether it matches this part of a call that it selects. `maybe` only for what is known at run time, or not said. */
  matches(part: CallPart, facts: Facts): Match;
  /** Its path pattern names secrets-like files, or places outside of the workspace, explicitly. */
  readonly glob: PathGlob | null;
  /** Its specifier as words of a command; `null` for a class, an intent, or an unclosed quote. */
  readonly pattern: WordPattern | null;
}

type CompileResult =
  | { readonly ok: true; readonly rule: CompiledRule }
  | (Refused & {
      /** Which of `except` it is about. */
      readonly exception?: number;
    });

interface CompiledSpecifier {
  matches(part: CallPart, facts: Facts): Match;
  readonly glob: PathGlob;
  readonly pattern: WordPattern | null;
}

/** Where an exception of a rule stands. Empty for one in the text of the rule, which stands where the rule does. */
export function placeOfException({ exceptAt }: RuleSource, index: number): Partial<Position> {
  return exceptAt?.[index] ?? {};
}

/** Reads and compiles one rule with its exceptions. Says what is wrong instead of throwing. */
export function compileRule(source: RuleSource): CompileResult {
  const parse = parseRule(source.text);
  if (!parse.ok) return parse;
  const { rule: parsed } = parse;
  const { specifier, exceptions } = splitExceptions(parsed);
  const problem = isAboutCommands(parsed.selector)
    ? (containedProblem(specifier, source.list) ?? folderProblem(specifier))
    : (extendedGlob(parsed.specifier) ?? specifierProblem(specifier));
  if (problem !== null) return { ok: false, ...problem };
  const excepted: Exception[] = [];
  for (const [index, text] of [...source.except, ...exceptions].entries()) {
    const exception = compileException(text, parsed, { gate: source.list === 'auto' });
    if ('message' in exception)
      return { ...exception, ...(index < source.except.length && { exception: index }) };
    excepted.push(exception);
  }
  const gate = source.list !== 'auto';
  const own = specifier === null ? null : compileSpecifier(specifier, { gate });
  const rule: CompiledRule = {
    ...source,
    text: parsed.text,
    parsed,
    exceptions: excepted.map((exception) => exception.parsed),
    hasSpecifier: own !== null,
    glob: own?.glob ?? null,
    pattern: own?.pattern ?? null,
    selects: (facts) => selects(parsed.selector, facts),
    matches: (part, facts) => {
      const match = own === null ? matchWholeTool(part, gate) : own.matches(part, facts);
      if (match === 'no') return 'no';
      // A rule that forbids needs a certain exception; for one that allows, a possible exception is enough.
      const isException = excepted.some((exception) => {
        const found = exception.matches(part, facts);
        return gate ? found === 'yes' : found !== 'no';
      });
      return isException ? 'no' : match;
    },
  };
  return { ok: true, rule };
}

/** A rule without a specifier covers every call of its tools, but `auto` covers no escape hatch. */
function matchWholeTool(part: CallPart, gate: boolean): Match {
  if (gate || part.type !== 'command') return 'yes';
  return part.command.escapeHatches.length === 0 ? 'yes' : 'no';
}

function selects(selector: Selector, facts: Facts): boolean {
  switch (selector.by) {
    case 'tool':
      return matchesName(facts.tool, selector.name);
    case 'kind':
      return facts.kind === selector.kind;
    case 'category':
      return facts.category === selector.name;
    case 'tag':
      return facts.tags?.includes(selector.name) ?? false;
  }
}

/** `gate`: it limits what runs, as in a rule that denies or asks, or in an exception of one that allows. */
function compileSpecifier(text: string, { gate }: { readonly gate: boolean }): CompiledSpecifier {
  const commandClass = [...COMMAND_CLASSES, ...INTENTS].find((known) => known === text) ?? null;
  const pattern = commandClass === null ? parseWordPattern(text) : null;
  // What limits a folder by its name, or by the form of it, limits what is below it. A file has nothing below it.
  const glob = compileGlob(gate && endsWithName(text) ? `${text}/` : text);
  return {
    glob,
    pattern,
    matches: (part, facts) => {
      switch (part.type) {
        case 'call':
          return gate && saysNothing(facts) ? 'maybe' : 'no';
        case 'path':
          return certain(touchesPath(glob, part, gate));
        case 'host':
          if (matchesHost(part.host, text, { anyPort: gate })) return 'yes';
          // No host has a slash: the specifier is about files.
          return gate && text.includes('/') && saysNoFiles(facts) ? 'maybe' : 'no';
        case 'command':
          return matchCommand({ commandClass, pattern }, part.command, gate);
      }
    },
  };
}

/**
 * Whether a tool of a module, a server or a program does not say what its call touches. A rule that gates its calls by what they
 * touch may be about this one. `paths: []` says that it touches no file. Built-in tools say everything.
 */
function saysNothing(facts: Facts): boolean {
  return saysNoFiles(facts) && facts.hosts === undefined && facts.command === undefined;
}

function saysNoFiles({ tool, paths, replacesBuiltin }: Facts): boolean {
  return paths === undefined && (replacesBuiltin === true || !BUILTIN_TOOLS.includes(tool));
}

/** Whether the last part of a path pattern is a name or the form of one (`.git*`): neither `.` nor `..`, nor `*` or `**` alone. */
function endsWithName(pattern: string): boolean {
  return /(?:^|\/)(?!(?:\.{0,2}|\*+)$)[^/]+$/.test(pattern);
}

function certain(matches: boolean): Match {
  return matches ? 'yes' : 'no';
}

/** Writing to a folder touches what is below it, so a gate for something below counts. */
function touchesPath(glob: PathGlob, part: PathPart, gate: boolean): boolean {
  const { path, outside } = part.view;
  if (
    glob.matches(path, part.caseInsensitive) &&
    (!outside || glob.source.startsWith('/') || glob.source.startsWith('~/') || gate)
  )
    return true;
  if (!gate || part.access !== 'write' || outside || glob.base === '') return false;
  const [base, folder] = part.caseInsensitive
    ? [glob.base.toLowerCase(), path.toLowerCase()]
    : [glob.base, path];
  return folder === '.' || base === folder || base.startsWith(`${folder}/`);
}

function matchCommand(
  specifier: { commandClass: string | null; pattern: WordPattern | null },
  command: SimpleCommand,
  gate: boolean,
): Match {
  const { commandClass, pattern } = specifier;
  if (commandClass !== null) {
    const { classes, intents, words, started = [] } = command;
    const inside = gate ? started.flatMap((each) => each.intents) : [];
    const known: readonly string[] = [...classes, ...intents, ...inside];
    if (!known.includes(commandClass)) return 'no';
    if (gate) return 'yes';
    // Whatever it is, it has no effect.
    if (commandClass === '@contained') return 'yes';
    // A class or intent allows what it names and nothing else: `@install` is not `sudo npm install`.
    const allowed: readonly string[] = [commandClass, ...(INCLUDED_INTENTS[commandClass] ?? [])];
    const more =
      command.escapeHatches.some(
        ({ starts, writesNamed }) =>
          starts !== true && !(writesNamed === true && commandClass === '@writes'),
      ) ||
      started.length > 0 ||
      (!isIntent(commandClass) && commandClass !== '@readonly' && isStarter(command)) ||
      runsCodeElsewhere(command) ||
      intents.some((intent) => !allowed.includes(intent)) ||
      (isIntent(commandClass) && doesMore(commandClass, words));
    return more ? 'no' : 'yes';
  }
  if (pattern === null) return 'no';
  return gate ? touchesCommand(pattern, command) : certain(coversCommand(pattern, command));
}

/** Whether a command may do more than this intent says: by options that no table knows, or by another program that it starts. */
function doesMore(intent: Intent, words: Words): boolean {
  return (
    mayDoMore(words[0]?.text ?? '') ||
    startedPrograms(words).some((started) => !intentsOfWords(started).includes(intent))
  );
}

function isIntent(name: string): name is Intent {
  return INTENTS.some((intent) => intent === name);
}

interface Exception {
  readonly parsed: ParsedRule;
  matches(part: CallPart, facts: Facts): Match;
}

const WHOLE_RULE = /^(?:(?:kind|category|tag):|[A-Za-z_][\w*.-]*\()/;
const BARE_NAME = /^[A-Za-z_][\w*.-]*$/;

/**
 * An exception is written as the rule's specifier is (`except: [docs/**]`), or as a rule of its own. A bare name is a
 * tool where the rule is about several tools as a whole, or if a built-in tool has it, and a specifier otherwise.
 */
function compileException(
  text: string,
  { selector, specifier }: ParsedRule,
  { gate }: { readonly gate: boolean },
): Exception | Refused {
  const several = selector.by !== 'tool' || selector.name.includes('*');
  const isTool =
    several && BARE_NAME.test(text) && (specifier === null || BUILTIN_TOOLS.includes(text));
  const tool = selector.by === 'tool' ? selector.name : '*';
  const written =
    isTool || WHOLE_RULE.test(text) ? text : `${tool}(${text.replace(/^\s*!(?!\()\s*/, '')})`;
  const compiled = compileRule({ ...BARE_RULE, text: written });
  if (!compiled.ok) return compiled;
  const { rule } = compiled;
  if (rule.exceptions.length > 0)
    return {
      ok: false,
      message: `The exception "${text}" has an exception of its own.`,
      fix: 'Write a rule for each.',
    };
  const inner = rule.parsed.specifier;
  const own = inner === null ? null : compileSpecifier(inner, { gate });
  return {
    parsed: rule.parsed,
    matches: (part, facts) => {
      if (!rule.selects(facts)) return 'no';
      return own === null ? 'yes' : own.matches(part, facts);
    },
  };
}

/** `src/** !src/gen/**`: what follows a space and `!` is an exception. Only paths are written so. */
function splitExceptions(parsed: ParsedRule): {
  specifier: string | null;
  exceptions: readonly string[];
} {
  const { specifier, selector } = parsed;
  if (specifier === null || isAboutCommands(selector)) return { specifier, exceptions: [] };
  if (specifier.startsWith('!'))
    return { specifier: '**', exceptions: specifier.slice(1).split(/[\s,]+!/) };
  const [first, ...others] = specifier.split(/,?\s+!/);
  return { specifier: first ?? specifier, exceptions: others };
}

/** The class says where a command runs and not what it does, so there is nothing to forbid or to ask about. */
function containedProblem(specifier: string | null, list: VerdictName): Problem | null {
  if (specifier !== '@contained' || list === 'auto') return null;
  return {
    message: '"@contained" is a class for "auto" alone',
    fix: 'Name what is to be denied or asked about: a program, a class such as @writes, or an intent such as @install.',
  };
}

function folderProblem(specifier: string | null): Problem | null {
  const folder = specifier === null ? null : (parseWordPattern(specifier)?.folder ?? null);
  return specifierProblem(folder === null ? null : folder.source);
}

function specifierProblem(specifier: string | null): Problem | null {
  if (specifier === null) return null;
  const glob = globProblem(specifier);
  if (glob !== null) return { message: glob, fix: 'Split the rule into several.' };
  const bracket = openBracket(specifier);
  if (bracket !== null)
    return {
      message: `The path pattern "${specifier}" has a "${bracket}" without its other half.`,
      fix: `Write the other half, or "\\${bracket}" if the name of the file contains it.`,
    };
  if (!hasPossibleClasses(specifier))
    return {
      message: `The path pattern "${specifier}" has a class of characters that contains none.`,
      fix: 'Write its ranges upwards, as in "[a-z]"; or "\\[" and "\\]" if the name of the file contains the brackets.',
    };
  return unmeantPattern(specifier) ?? unmeantBraces(specifier);
}

/** Braces that stand for themselves, or for paths that do not exist. */
function unmeantBraces(specifier: string): Problem | null {
  const alone = braceWithoutComma(specifier);
  if (alone !== null)
    return {
      message: `"${alone}" in the path pattern "${specifier}" has no alternatives.`,
      fix: 'Write them with commas, as in "{1,2,10}"; or "\\{" and "\\}" if the name of the file contains the braces.',
    };
  if (!BRACES_WITH_SLASH.test(specifier)) return null;
  return {
    message: `An alternative in the braces of "${specifier}" matches nothing, because of its slash at the end or at the beginning.`,
    fix: 'Write the slash behind the braces or before them, as in "{src,lib}/**".',
  };
}

/** An alternative that ends or begins with a slash where the pattern has another slash, or ends. */
const BRACES_WITH_SLASH = /\/(?:,[^{}]*)?\}(?:\/|$)|\/\{(?:[^{}]*,)?\//;
/** `src/** !(a)/**` leaves out what is in a folder with such a name. */
const EXTENDED_GLOB = /(?<![\s,\\])!\(|(?<!\\)[@+?*]\([^()]*\|/;

function extendedGlob(specifier: string | null): Problem | null {
  if (specifier === null || !EXTENDED_GLOB.test(specifier)) return null;
  return {
    message: `"${specifier}" is an extended glob of a shell, which no rule understands.`,
    fix: 'Write alternatives in braces, as in "{src,lib}/**", and what is left out in "except". If the name of a file contains it, write "\\(".',
  };
}

/** `\` where no wildcard stands behind it: a person meant the folders of Windows. `\\` is one in a name. */
const BACKSLASH_AS_SLASH = /\\(?:\w|\*\*)|\w\\\./;

/** A valid pattern that nobody means, because nothing has such a name. */
function unmeantPattern(specifier: string): Problem | null {
  if (BACKSLASH_AS_SLASH.test(specifier.replaceAll('\\\\', ''))) {
    const withFolders = `Write "/" between folders: "${specifier.replaceAll(/\\+/g, '/')}".`;
    const plain = specifier.replaceAll('\\.', '.');
    return {
      message: `The path pattern "${specifier}" has "\\" between names.`,
      // A person may have thought of a regular expression, too.
      fix: plain === specifier ? withFolders : `${withFolders} A "." needs no "\\": "${plain}".`,
    };
  }
  if (/^(?![a-z][\w+.-]*:).*\/\//i.test(specifier) || /(?:^|\/)\.\.(?:\/|$)/.test(specifier))
    return {
      message: `The path pattern "${specifier}" matches nothing: no path has an empty part or "..".`,
      fix: 'Write the path from the workspace root, such as src/**, or the absolute path of a file outside.',
    };
  if (/^(["']).*[*/].*\1$/.test(specifier))
    return {
      message: `${specifier} has quotes, which would be part of the name.`,
      fix: 'Write it without quotes.',
    };
  if (!isTwoPatterns(specifier)) return null;
  return {
    message: `"${specifier}" is two patterns in one.`,
    fix: 'Write a rule for each, or alternatives in braces without blanks, as in "{src,lib}/**". If the name of a file contains the comma, write "\\,".',
  };
}
