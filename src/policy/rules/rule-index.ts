import type { Facts } from '../model/facts.ts';
import type { CallPart, CompiledRule } from './compile.ts';
import type { SimpleCommand } from '../commands/analysis.ts';
import { equalPatterns } from './equal-patterns.ts';
import { formsOf } from './touches-command.ts';
import { namesOf } from './word-pattern.ts';

/**
 * The rules about one kind of call, each with its place in the policy, by the first word of a command or the first folder of a
 * path that what they match must have; `null`: they can match anything.
 */
interface RuleIndex {
  readonly all: readonly CompiledRule[];
  readonly byProgram: ReadonlyMap<string | null, readonly PlacedRule[]>;
  readonly byFolder: ReadonlyMap<string | null, readonly PlacedRule[]>;
}

type PlacedRule = readonly [place: number, rule: CompiledRule];

/** By what a rule can ask of a call as a whole: many calls share an index. */
const INDICES = new WeakMap<readonly CompiledRule[], Map<string, RuleIndex>>();

/** The rules about a call with these facts. */
export function rulesAbout(rules: readonly CompiledRule[], facts: Facts): readonly CompiledRule[] {
  return indexOf(rules, facts).all;
}

/**
 * The rules about a call with these facts that could match this part of it. What is left out certainly does not match.
 * So a policy of thousands of rules is not compared with each of a thousand commands.
 */
export function rulesForPart(
  rules: readonly CompiledRule[],
  facts: Facts,
  part: CallPart,
): readonly CompiledRule[] {
  const index = indexOf(rules, facts);
  switch (part.type) {
    case 'command':
      return rulesWith(programKeys(part.command), index.byProgram, index);
    case 'path':
      return rulesWith(folderKeys(part.view.path), index.byFolder, index);
    case 'call':
    case 'host':
      return index.all;
  }
}

/** The rules with one of these keys or none, in the order of the policy. */
function rulesWith(
  keys: readonly string[] | null,
  byKey: RuleIndex['byProgram'],
  { all }: RuleIndex,
): readonly CompiledRule[] {
  if (keys === null) return all;
  return [...new Set([null, ...keys].flatMap((key) => byKey.get(key) ?? []))]
    .sort(([one], [other]) => one - other)
    .map(([, rule]) => rule);
}

function indexOf(rules: readonly CompiledRule[], facts: Facts): RuleIndex {
  const known = INDICES.get(rules) ?? new Map<string, RuleIndex>();
  INDICES.set(rules, known);
  const { tool, kind, category = null, tags = [] } = facts;
  const key = JSON.stringify([tool, kind, category, tags]);
  const index = known.get(key) ?? createIndex(rules.filter((rule) => rule.selects(facts)));
  known.set(key, index);
  return index;
}

function createIndex(all: readonly CompiledRule[]): RuleIndex {
  const placed = [...all.entries()];
  return {
    all,
    byProgram: groupedByKeys(placed, programsOf),
    byFolder: groupedByKeys(placed, (rule) => [folderOf(rule)]),
  };
}

function groupedByKeys(
  placed: readonly PlacedRule[],
  keysOf: (rule: CompiledRule) => readonly (string | null)[],
): ReadonlyMap<string | null, readonly PlacedRule[]> {
  const found = new Map<string | null, PlacedRule[]>();
  for (const each of placed)
    for (const key of new Set(keysOf(each[1]))) {
      const others = found.get(key);
      if (others === undefined) found.set(key, [each]);
      else others.push(each);
    }
  return found;
}

/**
 * The first words of a rule for commands under each name that it knows a program by; `null` if one has a wildcard or a folder, or if
 * the rule is about the `cd` before a command.
 */
function programsOf({ pattern }: CompiledRule): readonly (string | null)[] {
  if (pattern === null || pattern.folder !== null) return [null];
  const names = equalPatterns(pattern).map(({ words: [first] }) => first?.parts ?? []);
  const isOpen = names.some(([name = '/', ...others]) => others.length > 0 || name.includes('/'));
  return isOpen ? [null] : names.map(([name = '']) => name);
}

/** Each name under which a rule may know the program of a command, or one that it starts, and each file that it may be. */
function programKeys(command: SimpleCommand): readonly string[] | null {
  const keys = new Set<string>();
  for (const each of [command, ...(command.started ?? [])])
    for (const [program] of formsOf(each)) {
      if (program === undefined || program.text === null) return null;
      const { text, places = [], copyOf = [] } = program;
      for (const name of [...namesOf(text), ...places, ...copyOf]) keys.add(name);
    }
  return [...keys];
}

/** What is compared without regard to case only where it is certain which characters are the same. */
const ASCII = /^[\u0020-\u007e]*$/;

/** The first folder of a rule for paths, if all that it matches begins with it. */
function folderOf({ glob }: CompiledRule): string | null {
  if (glob === null || glob.base === '') return null;
  const [first = ''] = glob.base.split('/');
  return ASCII.test(first) ? first.toLowerCase() : null;
}

/** A rule about what is below the root is also about the root. */
function folderKeys(path: string): readonly string[] | null {
  const [first = ''] = path.split('/');
  return path === '.' || !ASCII.test(first) ? null : [first.toLowerCase()];
}
