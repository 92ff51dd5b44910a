import {
  type ExpandedWord,
  type ExpandedWords,
  filledWord,
  isDashless,
  literalWord,
  type CommandResult,
  unchangedState,
  withNames,
  type Invocation,
} from '../walk/context.ts';
import type { ProgramReader } from './read-program.ts';
import { noteEscapeHatch, notePathWord, noteUnknown } from '../walk/findings.ts';
import { isOrdinaryPattern } from '../words/paths.ts';
import { listedFileNames } from './printed-names.ts';
import type { FileNames } from '../walk/file-names.ts';
import { byName, wordSet } from '../specs/table.ts';

/** Words of the expression of find(1), GNU findutils 4.9, that only read and take no value. */
const ALONE = wordSet(
  '( ) ! , -a -and -o -or -not -true -false -depth -d -mount -xdev -daystart -follow-disabled -noleaf -ignore_readdir_race -noignore_readdir_race ' +
    '-warn -nowarn -empty -executable -readable -writable -nouser -nogroup -print -print0 -ls -prune -quit -help -version --help --version',
);
const WITH_VALUE = wordSet(
  '-maxdepth -mindepth -regextype -name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -mtime -mmin -atime ' +
    '-amin -ctime -cmin -used -perm -user -group -uid -gid -links -inum -fstype -printf -context',
);
/** A command of its own follows, up to `;` or `{} +`. */
const RUNS = new Set(['-exec', '-execdir', '-ok', '-okdir']);
const REFERENCE = /^-(?:newer(?:[aBcm][aBcm])?|anewer|cnewer|samefile)$/;
const DATED = /^-newer[aBcm]t$/;
const ESCAPE_HATCHES = byName({
  '-delete': 'deletes what it finds',
  '-execdir': 'runs a program in every folder',
  '-ok, -okdir': 'runs a program',
  '-fprint, -fprint0, -fprintf, -fls': 'writes a file',
  '-files0-from': 'names its places by the contents of a file',
  '-L, -follow': 'follows symlinks to anywhere',
});

/** Reads `find`: paths first, then an expression. `-exec` is a wrapper around another command. */
export const readFind: ProgramReader = (invocation: Invocation): CommandResult => {
  const { scope, args } = invocation;
  const places: ExpandedWord[] = [];
  let position = 0;
  while (/^-[HP]$/.test(args[position]?.text ?? '')) position += 1;
  for (; position < args.length; position += 1) {
    const arg = args[position];
    if (arg === undefined || !isDashless(arg) || /^[(!,]/.test(arg.text ?? '')) break;
    places.push(arg);
    notePathWord(arg, 'read', scope);
  }
  // Without a place, find starts in its current folder.
  if (places.length === 0) notePathWord(literalWord('.'), 'read', scope);
  const names = listedFileNames(places, { ordinary: false, regular: false }, scope);
  const items = itemsOf(args.slice(position));
  const terminator = items.some(({ word }) => word === '-print0') ? 'nul' : 'newline';
  const found: FileNames | undefined = names && {
    ...names,
    dashless: names.dashless || places.length === 0,
    ordinary: isAlways(items, asksForOrdinary),
    patterns: items.filter(asksForOrdinary).map(({ value }) => value),
    ...(skipsGit(items, places) ? { withoutGit: true } : {}),
    regular: isAlways(items, asksForRegular),
    terminator,
  };
  const namesOnly = readExpression(invocation, { items, found, places });
  scope.findings.classes.add('@readonly');
  const mixed = terminator === 'nul' && items.some(({ word }) => word === '-print');
  return withNames(unchangedState(scope.state), namesOnly && !mixed ? found : undefined);
};

interface Expression {
  readonly items: readonly ExpressionItem[];
  readonly found: FileNames | undefined;
  readonly places: ExpandedWords;
}

/** Reads the expression. Returns whether find prints only the names that it found. */
function readExpression(invocation: Invocation, { items, found, places }: Expression): boolean {
  const { scope } = invocation;
  for (const { arg, word, next, command } of items) {
    if (arg.text === null) {
      noteUnknown(scope, `\`${arg.source}\` may be an action of find`);
      return false;
    }
    if (word !== '-exec' && !ALONE.has(word) && !takesValue(word))
      noteEscapeHatch(
        `find ${word} ${ESCAPE_HATCHES.get(word) ?? 'is not known to be harmless'}`,
        [arg],
        scope,
      );
    if (RUNS.has(word)) readExec(invocation, { arg, command }, found);
    if (takesValue(word)) readValue(invocation, word, next);
    if (word === '-delete') {
      scope.findings.classes.add('@writes');
      for (const place of places) notePathWord(place, 'write', scope);
    }
    if (/^-f(?:print|ls)/.test(word) && next !== undefined) notePathWord(next, 'write', scope);
  }
  return !items.some(({ word }) => RUNS.has(word) || word === '-printf' || word === '-ls');
}

function takesValue(word: string): boolean {
  return WITH_VALUE.has(word) || DATED.test(word) || REFERENCE.test(word);
}

function readValue(invocation: Invocation, word: string, value: ExpandedWord | undefined): void {
  const { scope } = invocation;
  if (value === undefined) noteEscapeHatch(`find ${word} without its value`, [], scope);
  else if (REFERENCE.test(word) && !DATED.test(word)) notePathWord(value, 'read', scope);
  else if (value.text === null && !value.single && value.glob?.names.length !== 1) {
    noteUnknown(scope, `\`${value.source}\` may be more than one word to find`);
  }
}

function readExec(
  { name, scope }: Invocation,
  { arg, command }: Pick<ExpressionItem, 'arg' | 'command'>,
  found: FileNames | undefined,
): void {
  if (command === undefined) noteEscapeHatch('find -exec without its end', [arg], scope);
  else if (typeof command[0]?.text !== 'string' || command[0].text.includes('{}'))
    noteUnknown(scope, 'find -exec runs what it finds');
  else {
    const words = command.map((word) => foundWord(word, found));
    scope.walker.insideWrapper(name).walkWords(words, scope.state);
  }
}

function foundWord(arg: ExpandedWord, found: FileNames | undefined): ExpandedWord {
  const word = filledWord(arg, '{}', found);
  return arg.text === '{}' ? { ...word, single: false } : word;
}

/** One word of an expression, with its value or its command. */
interface ExpressionItem {
  readonly arg: ExpandedWord;
  /** Empty if it is known only at run time. */
  readonly word: string;
  readonly next: ExpandedWord | undefined;
  /** The text of `next` if that is its value. */
  readonly value: string;
  /** The words of the command that it runs, if they have an end. */
  readonly command: ExpandedWords | undefined;
}

function itemsOf(expression: ExpandedWords): readonly ExpressionItem[] {
  const items: ExpressionItem[] = [];
  for (let position = 0; position < expression.length; position += 1) {
    const [arg, next] = expression.slice(position, position + 2);
    if (arg === undefined) break;
    const word = arg.text ?? '';
    const start = position + 1;
    if (takesValue(word)) position += 1;
    const isRun = RUNS.has(word);
    if (isRun) position = endOfExec(expression, position);
    items.push({
      arg,
      word,
      next,
      value: takesValue(word) ? (next?.text ?? '') : '',
      command:
        isRun && position < expression.length ? expression.slice(start, position) : undefined,
    });
  }
  return items;
}

/** The end of the words of the `-exec` at `position`; the end of the expression if there is none. */
function endOfExec(expression: ExpandedWords, position: number): number {
  const end = expression.findIndex(
    (arg, index) =>
      index > position &&
      (arg.text === ';' || (arg.text === '+' && expression[index - 1]?.text === '{}')),
  );
  return end === -1 ? expression.length : end;
}

const OR = new Set(['-o', '-or', ',']);
const NOT = new Set(['!', '-not']);
const ACTIONS = new Set([...RUNS, '-print', '-print0', '-printf', '-ls']);

/**
 * Whether `isMet` for whatever the expression acts on. find reads it from the left, so a test counts only for later
 * actions, in its own alternative, and not after `!`. Without an action, find prints the names that pass.
 */
function isAlways(
  items: readonly ExpressionItem[],
  isMet: (item: ExpressionItem) => boolean,
): boolean {
  const outer: { before: boolean; every: boolean; negated: boolean }[] = [];
  let group = { before: false, every: true, negated: false };
  let met = false;
  let acts = false;
  for (const [index, item] of items.entries()) {
    const negated = NOT.has(items[index - 1]?.word ?? '');
    if (item.word === '(') {
      outer.push(group);
      group = { before: met, every: true, negated };
    } else if (item.word === ')') {
      met = group.before || (!group.negated && group.every && met);
      group = outer.pop() ?? group;
    } else if (OR.has(item.word)) {
      group.every &&= met;
      met = group.before;
    } else if (ACTIONS.has(item.word)) {
      acts = true;
      if (!met) return false;
    } else if (!negated && isMet(item)) met = true;
  }
  return acts || (group.every && met);
}

/** The names that a first `-prune` skips: one test, or several in parentheses. */
const PRUNED =
  /^(?:-(?:maxdepth=\d+|xdev|mount) )*(?:-type=d (?:-a |-and )?)?(?:(-(?:name|path)=\S+)|\( (-(?:name|path)=\S+(?: (?:-o|-or) -(?:name|path)=\S+)*) \)) (?:-a |-and )?-prune (?:-o|-or) /;

/** Whether find goes past git's own folder: the usual forms `-name .git -prune -o …` and `-not -path './.git/*' …`. */
function skipsGit(items: readonly ExpressionItem[], places: ExpandedWords): boolean {
  const words = items.map(({ word, value }) => (value === '' ? word : `${word}=${value}`));
  if (words.some((word) => /\s/.test(word) || word === '-depth' || word === '-d')) return false;
  const fromHere = places.every(({ text }) => text === '.');
  const isGit = (test: string): boolean =>
    test === '-name=.git' || test === '-path=*/.git' || (fromHere && test === '-path=./.git');
  const pruned = PRUNED.exec(`${words.join(' ')} `);
  const tests = pruned?.[1] ?? pruned?.[2];
  if (tests !== undefined) return tests.split(/ (?:-o|-or) /).some(isGit);
  if (words.some((word) => OR.has(word) || word === '(')) return false;
  const acts = words.findIndex((word) => ACTIONS.has(word.split('=')[0] ?? ''));
  const before = acts === -1 ? words : words.slice(0, acts);
  return before.some(
    (word, index) =>
      NOT.has(words[index - 1] ?? '') &&
      !NOT.has(words[index - 2] ?? '') &&
      (word === '-path=*/.git/*' || (fromHere && word === '-path=./.git/*')),
  );
}

/** Whether the test skips symlinks. */
function asksForRegular({ word, value }: ExpressionItem): boolean {
  return word === '-type' && value === 'f';
}

/** Whether the test selects names that only source files have, or `node_modules`, which `-prune` often skips. */
function asksForOrdinary({ word, value }: ExpressionItem): boolean {
  if (/^-(?:name|path)$/.test(word) && /^(?:\.\/|\*\/)?node_modules$/.test(value)) return true;
  return (word === '-name' || word === '-iname') && isOrdinaryPattern(value);
}
