import { type Arg, isDashless, type Outcome, unchanged } from '../walk/arg.ts';
import type { Call, Grammar } from '../walk/call.ts';
import { noteHatch, noteWord } from '../walk/notes.ts';
import { isOrdinaryPattern } from '../words/paths.ts';
import { namesBelow } from '../words/printed-names.ts';
import type { Reach } from '../walk/state.ts';

/** find(1), GNU findutils 4.9: the words of its expression that only look, by how many words they take. */
const ALONE = new Set(
  (
    '( ) ! , -a -and -o -or -not -true -false -depth -d -mount -xdev -daystart -follow-disabled -noleaf -ignore_readdir_race -noignore_readdir_race ' +
    '-warn -nowarn -empty -executable -readable -writable -nouser -nogroup -print -print0 -ls -prune -quit -help -version --help --version'
  ).split(' '),
);
const WITH_VALUE = new Set(
  (
    '-maxdepth -mindepth -regextype -name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -mtime -mmin -atime ' +
    '-amin -ctime -cmin -used -perm -user -group -uid -gid -links -inum -fstype -printf -context'
  ).split(' '),
);
/** A command of its own follows, up to `;` or `{} +`. */
const RUNS = new Set(['-exec', '-execdir', '-ok', '-okdir']);
const REFERENCE = /^-(?:newer(?:[aBcm][aBcm])?|anewer|cnewer|samefile)$/;
const DATED = /^-newer[aBcm]t$/;
const HATCHES: Readonly<Record<string, string>> = {
  '-delete': 'deletes what it finds',
  '-execdir': 'runs a program in every folder',
  '-ok': 'runs a program',
  '-okdir': 'runs a program',
  '-fprint': 'writes a file',
  '-fprint0': 'writes a file',
  '-fprintf': 'writes a file',
  '-fls': 'writes a file',
  '-files0-from': 'names its places by the contents of a file',
  '-L': 'follows symlinks to anywhere',
  '-follow': 'follows symlinks to anywhere',
};

/** `find`: places first, then an expression; `-exec` is a wrapper around another command. */
export const readFind: Grammar = (call: Call): Outcome => {
  const { scope } = call;
  const places: Arg[] = [];
  let at = 0;
  while (/^-[HP]$/.test(call.args[at]?.text ?? '')) at += 1;
  for (; at < call.args.length; at += 1) {
    const arg = call.args[at];
    if (arg === undefined || !isDashless(arg) || /^[(!,]/.test(arg.text ?? '')) break;
    places.push(arg);
    noteWord(arg, 'read', scope);
  }
  if (places.length === 0) noteHere(call);
  const names = namesBelow(places, { ordinary: false, regular: false }, scope);
  const expression = call.args.slice(at);
  const items = itemsOf(expression);
  const ended = items.some(({ word }) => word === '-print0') ? 'nul' : 'newline';
  const found =
    names === undefined
      ? undefined
      : ({
          ...names,
          dashless: names.dashless || places.length === 0,
          ordinary: isAlways(items, asksForOrdinary),
          named: items.filter(asksForOrdinary).map(({ value }) => value),
          regular: isAlways(items, asksForRegular),
          ended,
        } satisfies Reach);
  const prints = judgeExpression(call, expression, found);
  scope.notes.classes.add('@readonly');
  const outcome = unchanged(scope.state);
  const mixed = ended === 'nul' && items.some(({ word }) => word === '-print');
  return prints && !mixed && found !== undefined ? { ...outcome, prints: found } : outcome;
};

/** Without a place find starts in its folder. */
function noteHere(call: Call): void {
  noteWord({ text: '.', source: '.', single: true, prefix: '.' }, 'read', call.scope);
}

/** Returns whether all it prints is the names it found. */
function judgeExpression(
  call: Call,
  expression: readonly Arg[],
  found: Reach | undefined,
): boolean {
  const { scope } = call;
  let namesOnly = true;
  for (let at = 0; at < expression.length; at += 1) {
    const arg = expression[at];
    const word = arg?.text ?? null;
    if (arg === undefined) break;
    if (word === null) {
      scope.notes.unknown.add(`\`${arg.source}\` may be an action of find`);
      return false;
    }
    if (RUNS.has(word)) {
      if (word !== '-exec') noteHatch(`find ${word} ${HATCHES[word] ?? ''}`, [arg], scope);
      at = judgeExec(call, expression, at, found);
      namesOnly = false;
    } else if (takesValue(word)) {
      at += 1;
      judgeValue(call, word, expression[at]);
      if (word === '-printf') namesOnly = false;
    } else if (!ALONE.has(word)) {
      if (word === '-delete') scope.notes.classes.add('@writes');
      noteHatch(`find ${word} ${HATCHES[word] ?? 'is not known to be harmless'}`, [arg], scope);
    } else if (word === '-ls') namesOnly = false;
  }
  return namesOnly;
}

function takesValue(word: string): boolean {
  return WITH_VALUE.has(word) || DATED.test(word) || REFERENCE.test(word);
}

function judgeValue(call: Call, word: string, value: Arg | undefined): void {
  const { scope } = call;
  if (value === undefined) noteHatch(`find ${word} without its value`, [], scope);
  else if (REFERENCE.test(word) && !DATED.test(word)) noteWord(value, 'read', scope);
  else if (value.text === null && !value.single && value.glob?.names.length !== 1) {
    scope.notes.unknown.add(`\`${value.source}\` may be more than one word to find`);
  }
}

/** Where the words of an `-exec` at `at` end; behind the last word where they do not. */
function endOfExec(expression: readonly Arg[], at: number): number {
  const end = expression.findIndex(
    (arg, index) =>
      index > at &&
      (arg.text === ';' || (arg.text === '+' && expression[index - 1]?.text === '{}')),
  );
  return end === -1 ? expression.length : end;
}

/** Judges the command of `-exec`; returns where its words end. */
function judgeExec(
  call: Call,
  expression: readonly Arg[],
  at: number,
  found: Reach | undefined,
): number {
  const { scope } = call;
  const end = endOfExec(expression, at);
  if (end === expression.length) {
    noteHatch('find -exec without its end', expression.slice(at, at + 1), scope);
    return end;
  }
  const words = expression.slice(at + 1, end).map((arg) => foundWord(arg, found));
  const [name] = words;
  if (typeof name?.text !== 'string') scope.notes.unknown.add('find -exec runs what it finds');
  else scope.walk.behind(call.name).command(words, scope.state);
  return end;
}

function foundWord(arg: Arg, found: Reach | undefined): Arg {
  if (arg.text === null || !arg.text.includes('{}')) return arg;
  const prefix = arg.text.slice(0, arg.text.indexOf('{}'));
  const reach = arg.text === '{}' && found !== undefined ? { reach: found } : {};
  return { text: null, source: arg.source, single: arg.text !== '{}', prefix, ...reach };
}

/** One word of an expression with the word that it takes; the words of a command that it runs are left out. */
interface Item {
  readonly word: string;
  readonly value: string;
}

function itemsOf(expression: readonly Arg[]): readonly Item[] {
  const items: Item[] = [];
  for (let at = 0; at < expression.length; at += 1) {
    const word = expression[at]?.text ?? '';
    const value = takesValue(word) ? (expression[at + 1]?.text ?? '') : '';
    items.push({ word, value });
    if (takesValue(word)) at += 1;
    if (RUNS.has(word)) at = endOfExec(expression, at);
  }
  return items;
}

const OR = new Set(['-o', '-or', ',']);
const NOT = new Set(['!', '-not']);
const ACTIONS = new Set([...RUNS, '-print', '-print0', '-printf', '-ls']);

/**
 * Whether `holds` for whatever the expression acts on: find goes through it from the left, so a test counts only for
 * actions behind it, in its own alternative, and not behind `!`. Without an action the names that pass are printed.
 */
function isAlways(items: readonly Item[], holds: (item: Item) => boolean): boolean {
  const outer: { before: boolean; every: boolean; negated: boolean }[] = [];
  let group = { before: false, every: true, negated: false };
  let held = false;
  let acts = false;
  for (const [index, item] of items.entries()) {
    const negated = NOT.has(items[index - 1]?.word ?? '');
    if (item.word === '(') {
      outer.push(group);
      group = { before: held, every: true, negated };
    } else if (item.word === ')') {
      held = group.before || (!group.negated && group.every && held);
      group = outer.pop() ?? group;
    } else if (OR.has(item.word)) {
      group.every &&= held;
      held = group.before;
    } else if (ACTIONS.has(item.word)) {
      acts = true;
      if (!held) return false;
    } else if (!negated && holds(item)) held = true;
  }
  return acts || (group.every && held);
}

/** Symlinks are left out. */
function asksForRegular({ word, value }: Item): boolean {
  return word === '-type' && value === 'f';
}

/** A name that only source files have, or the folder that is often left out by `-prune`. */
function asksForOrdinary({ word, value }: Item): boolean {
  if (/^-(?:name|path)$/.test(word) && /^(?:\.\/|\*\/)?node_modules$/.test(value)) return true;
  return (word === '-name' || word === '-iname') && isOrdinaryPattern(value);
}
