import { type Arg, isDashless, type Outcome, unchanged } from '../arg.ts';
import type { Call, Grammar } from '../call.ts';
import { noteHatch, noteWord } from '../notes.ts';
import { isOrdinaryPattern } from '../paths.ts';
import { namesBelow } from '../program.ts';
import type { Reach } from '../state.ts';

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
export const judgeFind: Grammar = (call: Call): Outcome => {
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
  const ordinary = findsOrdinary(expression);
  const found =
    names === undefined
      ? undefined
      : {
          ...names,
          dashless: names.dashless || places.length === 0,
          ordinary,
          regular: findsRegular(expression),
        };
  const prints = judgeExpression(call, expression, found);
  scope.notes.classes.add('@readonly');
  const outcome = unchanged(scope.state);
  return prints && found !== undefined ? { ...outcome, prints: found } : outcome;
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
    if (word === '-exec') {
      at = judgeExec(call, expression, at, found);
      namesOnly = false;
    } else if (WITH_VALUE.has(word) || DATED.test(word) || REFERENCE.test(word)) {
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

function judgeValue(call: Call, word: string, value: Arg | undefined): void {
  const { scope } = call;
  if (value === undefined) noteHatch(`find ${word} without its value`, [], scope);
  else if (REFERENCE.test(word) && !DATED.test(word)) noteWord(value, 'read', scope);
  else if (value.text === null && !value.single && value.glob?.names.length !== 1) {
    scope.notes.unknown.add(`\`${value.source}\` may be more than one word to find`);
  }
}

/** Judges the command of `-exec`; returns where its words end. */
function judgeExec(
  call: Call,
  expression: readonly Arg[],
  at: number,
  found: Reach | undefined,
): number {
  const { scope } = call;
  const end = expression.findIndex(
    (arg, index) =>
      index > at &&
      (arg.text === ';' || (arg.text === '+' && expression[index - 1]?.text === '{}')),
  );
  if (end === -1) {
    noteHatch('find -exec without its end', expression.slice(at, at + 1), scope);
    return expression.length;
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

/** Whether `-type f` holds for all that is found: symlinks are left out. */
function findsRegular(expression: readonly Arg[]): boolean {
  const texts = expression.map((arg) => arg.text);
  const at = texts.indexOf('-type');
  const alone = !texts.some(
    (text) => text === '-o' || text === '-or' || text === ',' || text === '!' || text === '-not',
  );
  return (
    at !== -1 &&
    texts[at + 1] === 'f' &&
    (alone || (at === 0 && !texts.includes(',') && !topLevelOr(texts)))
  );
}

function topLevelOr(texts: readonly (string | null)[]): boolean {
  let depth = 0;
  for (const text of texts) {
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (depth === 0 && (text === '-o' || text === '-or')) return true;
  }
  return false;
}

/** Whether every way through the expression asks for a name that only source files have. */
function findsOrdinary(expression: readonly Arg[]): boolean {
  const ways: string[][] = [[]];
  for (const arg of expression) {
    if (arg.text === '-o' || arg.text === '-or' || arg.text === ',') ways.push([]);
    else ways.at(-1)?.push(arg.text ?? '');
  }
  const texts = expression.map((arg) => arg.text);
  // What stands in parentheses behind `!` asks for the opposite.
  if (texts.some((text, index) => text === '(' && ['!', '-not'].includes(texts[index - 1] ?? '')))
    return false;
  return ways.every(
    (way) => way.includes('-prune') || way.some((word, index) => asksForOrdinary(way, word, index)),
  );
}

function asksForOrdinary(way: readonly string[], word: string, index: number): boolean {
  const negated = ['!', '-not'].includes(way[index - 1] ?? '');
  return (
    (word === '-name' || word === '-iname') && !negated && isOrdinaryPattern(way[index + 1] ?? '')
  );
}
