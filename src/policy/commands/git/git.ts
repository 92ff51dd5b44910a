import { type Arg, isDashless, type Outcome, unchanged } from '../walk/arg.ts';
import type { Call } from '../walk/call.ts';
import {
  GIT_GLOBAL_HATCHES,
  GIT_GLOBAL_VALUES,
  GIT_PUBLIC_KEYS,
  GIT_RUNNING,
  GIT_RUNS_WORDS,
  GIT_WRITES,
  type GitRead,
} from '../specs/git.ts';
import { GIT_SUBCOMMANDS, type Known } from '../specs/index.ts';
import { noteContents, pathInRevision } from './git-contents.ts';
import { noteHatch, notePath, noteWord } from '../walk/notes.ts';
import { has, type Matched, matchOptions, valuesOf } from '../programs/options.ts';
import { noteStrange } from '../programs/program.ts';
import { namesBelow } from '../words/printed-names.ts';
import { isOrdinaryPattern, normalised } from '../words/paths.ts';
import { noteOptions } from '../programs/runners.ts';

const HARMLESS_GLOBAL = new Set([
  '--no-pager',
  '--no-optional-locks',
  '--literal-pathspecs',
  '--no-replace-objects',
]);
/** A commit by name or by hash, which is no path. */
const COMMIT =
  /^(?:HEAD|@|FETCH_HEAD|ORIG_HEAD|MERGE_HEAD|main|master|[0-9a-f]{7,40})(?:[~^]\d*|@\{[\w. -]+\})*$/;

/** `git …`: options of git itself, then a subcommand by its own table. */
export function readGit(call: Call): Outcome {
  const { scope } = call;
  const outcome = unchanged(scope.state);
  const at = judgeGlobals(call);
  const words = call.args.slice(at);
  const [subcommand] = words;
  if (subcommand === undefined) {
    if (call.args.length === 1 && call.args[0]?.text === '--version')
      scope.notes.classes.add('@readonly');
    return outcome;
  }
  if (subcommand.text === null) {
    scope.notes.unknown.add('the subcommand of git is known only at run time');
    return outcome;
  }
  if (subcommand.text === 'config') return judgeConfig(call, words.slice(1));
  const known = findRead(words);
  if (known !== null) return judgeRead({ ...call, args: known.args }, known.known);
  if (GIT_WRITES.has(subcommand.text)) scope.notes.classes.add('@git-write');
  noteRunning(call, words);
  noteConfiguration(call);
  return outcome;
}

/** Judges what stands before the subcommand; returns where that begins. */
function judgeGlobals(call: Call): number {
  for (let at = 0; at < call.args.length; at += 1) {
    const arg = call.args[at];
    if (arg === undefined || (arg.text === null ? isDashless(arg) : !arg.text.startsWith('-')))
      return at;
    if (arg.text === null) {
      call.scope.notes.unknown.add(`\`${arg.source}\` may be an option of git`);
      return at;
    }
    if (HARMLESS_GLOBAL.has(arg.text) || (arg.text === '--version' && call.args.length === 1))
      continue;
    const name = arg.text.split('=')[0] ?? '';
    const words = GIT_GLOBAL_VALUES.includes(arg.text) ? call.args.slice(at, at + 2) : [arg];
    noteHatch(
      `git ${name} ${GIT_GLOBAL_HATCHES[name] ?? 'is not known to be harmless'}`,
      words,
      call.scope,
    );
    at += words.length - 1;
  }
  return call.args.length;
}

function findRead(words: readonly Arg[]): { known: Known<GitRead>; args: readonly Arg[] } | null {
  const [first, second] = words;
  const two = GIT_SUBCOMMANDS.get(`${first?.text ?? ''} ${second?.text ?? ''}`);
  if (two !== undefined) return { known: two, args: words.slice(2) };
  const one = GIT_SUBCOMMANDS.get(first?.text ?? '');
  if (one === undefined) return null;
  const form = one.entry.forms?.includes(second?.text ?? '') === true ? 1 : 0;
  return { known: one, args: words.slice(1 + form) };
}

function judgeRead(call: Call, { entry, flags }: Known<GitRead>): Outcome {
  const { scope } = call;
  const matched = matchOptions(call.args, flags);
  const subcommand = entry.names[0] ?? '';
  noteStrange({ ...call, name: `git ${subcommand}` }, matched, {});
  for (const arg of matched.doubtful)
    scope.notes.unknown.add(`\`${arg.source}\` may be an option of git`);
  const listing = entry.operandsNeed === undefined || has(matched, ...entry.operandsNeed);
  if (
    matched.operands.length > 0 &&
    (entry.noOperands === true ||
      !listing ||
      (entry.most !== undefined &&
        !(matched.operands.length <= entry.most && matched.operands.every((arg) => arg.single))))
  ) {
    noteHatch(`git ${subcommand} with operands changes something`, matched.operands, scope);
    scope.notes.classes.add('@git-write');
  }
  if (entry.texts !== true && entry.noOperands !== true) noteOperands(call, entry, matched);
  noteFormats(matched, call);
  noteContents(call, entry, matched);
  noteRepository(call);
  scope.notes.classes.add('@readonly');
  scope.notes.classes.add('@git-readonly');
  const outcome = unchanged(scope.state);
  const prints = printedNames(entry, matched, call);
  return prints === undefined ? outcome : { ...outcome, prints };
}

function printedNames(entry: GitRead, matched: Matched, call: Call): ReturnType<typeof namesBelow> {
  const names =
    entry.printsNames === true &&
    !has(matched, '-s', '--stage', '-u', '--unmerged', '-t', '-v', '--eol', '--format', '--debug');
  const listed =
    (entry.names[0] === 'diff' && has(matched, '--name-only')) ||
    (entry.pattern === true && has(matched, '-l', '--files-with-matches'));
  if (!names && !listed) return undefined;
  const { root } = call.scope.walk.pathResolver;
  const ordinary =
    matched.operands.length > 0 &&
    // What begins with `:` is a pattern with a meaning of its own: `:!*.ts` is every other file.
    matched.operands.every(
      ({ text }) => text !== null && !text.startsWith(':') && isOrdinaryPattern(text),
    );
  return {
    roots: [root],
    dashless: false,
    ordinary: ordinary && names,
    regular: false,
    clean: false,
    listedIn: call.scope.state.folders,
    ended: has(matched, '-z', '--null') ? 'nul' : 'newline',
  };
}

/** Formats by which git asks a signature's program. */
function noteFormats(matched: Matched, call: Call): void {
  for (const value of valuesOf(matched, '--format', '--pretty')) {
    if (value !== null && (value.text === null || /%G|%\(signature/.test(value.text))) {
      noteHatch('git checks signatures by a program', [value], call.scope);
    }
  }
}

function noteOperands(call: Call, entry: GitRead, matched: Matched): void {
  const given = has(matched, '-e');
  const patternFirst = entry.pattern === true && !given && matched.operands[0]?.single !== false;
  const operands = patternFirst ? matched.operands.slice(1) : matched.operands;
  noteRanges(call, matched);
  for (const operand of operands) {
    const { text } = operand;
    if (text === null) noteWord(operand, 'read', call.scope);
    else if (!COMMIT.test(text)) noteRevisionOrPath(text, call);
  }
}

/** `-L 1,5:FILE` names a file. */
function noteRanges(call: Call, matched: Matched): void {
  for (const value of valuesOf(matched, '-L')) {
    const file = /:([^:]+)$/.exec(value?.text ?? '')?.[1];
    if (value === null || value.text === null)
      call.scope.notes.unknown.add('git -L with a range known only at run time');
    else if (file !== undefined) notePath(file, 'read', call.scope);
  }
}

/** A word of git may be a revision, a path, or a path in a revision; whatever it is, its path is noted. */
function noteRevisionOrPath(text: string, call: Call): void {
  const { scope } = call;
  const inside = pathInRevision(text);
  if (/^:[!^]/.test(text)) return;
  if (text.startsWith(':(') || text.startsWith(':/')) {
    scope.notes.unknown.add(`\`${text}\` is a pattern that is not judged`);
  } else if (inside !== null) {
    if (/[\\/]\.\.?(?:\/|$)|^\.\.?(?:\/|$)/.test(inside)) notePath(inside, 'read', scope);
    else notePath(normalised(`${scope.walk.pathResolver.root}/${inside}`), 'read', scope);
  } else notePath(text, 'read', scope);
}

/** What a subcommand that no table knows to only read is told to run. */
function noteRunning(call: Call, words: readonly Arg[]): void {
  const [first, ...rest] = words;
  const subcommand = first?.text ?? '';
  const hatches = GIT_RUNNING.get(subcommand);
  if (hatches !== undefined) noteOptions({ name: `git ${subcommand}`, hatches }, rest, call);
  const at = rest.findIndex((arg) => GIT_RUNS_WORDS.has(`${subcommand} ${arg.text ?? ''}`));
  if (at === -1) return;
  noteHatch(`git ${subcommand} ${rest[at]?.text ?? ''} runs a program`, rest.slice(at), call.scope);
  const inner = rest.slice(at + 1);
  const [source] = inner;
  if (inner.length === 1 && typeof source?.text === 'string')
    call.scope.walk.source(source.text, call.scope.state, ['git']);
  else if (inner.length > 0) call.scope.walk.behind('git').command(inner, call.scope.state);
}

/** What the repository's own configuration would run. */
function noteConfiguration({ scope }: Call): void {
  const runs = scope.walk.pathResolver.gitConfigRuns();
  if (runs !== null) scope.notes.unknown.add(`git would run a program: ${runs}`);
}

/** Which repository it will be, and what its own configuration would run. */
function noteRepository(call: Call): void {
  const { walk, notes, state } = call.scope;
  noteConfiguration(call);
  for (const folder of state.folders ?? []) {
    if (folder !== walk.pathResolver.root && !isPlainFolder(folder, call)) {
      notes.unknown.add('git runs in a folder that may be another repository');
    }
  }
  if (state.folders === null)
    notes.unknown.add('git runs in a folder that is known only at run time');
}

/** A folder below the root, with no repository of its own in it or between. */
function isPlainFolder(folder: string, call: Call): boolean {
  const { root } = call.scope.walk.pathResolver;
  if (!folder.startsWith(`${root}/`)) return false;
  for (let place = folder; place !== root; place = place.slice(0, place.lastIndexOf('/'))) {
    const names = call.scope.walk.pathResolver.list?.(place);
    if (
      names === undefined ||
      names === null ||
      names.some((name) => name === '.git' || name === 'HEAD')
    )
      return false;
  }
  return true;
}

const CONFIG_READS = new Set([
  '--get',
  '--get-all',
  'get',
  '--local',
  '--type=bool',
  '--bool',
  '--int',
  '--path',
]);

/** `git config`: one value by a name that cannot hold a token; everything else may print one or set something. */
function judgeConfig(call: Call, args: readonly Arg[]): Outcome {
  const { scope } = call;
  const texts = args.map((arg) => arg.text ?? '');
  const keys = texts.filter((text) => !CONFIG_READS.has(text));
  const reads = texts.some((text) => text === '--get' || text === '--get-all' || text === 'get');
  const key = keys[0] ?? '';
  noteRepository(call);
  if (reads && keys.length === 1 && GIT_PUBLIC_KEYS.test(key)) {
    scope.notes.classes.add('@readonly');
    scope.notes.classes.add('@git-readonly');
  } else if (reads || texts.some((text) => text === '-l' || text === '--list' || text === 'list')) {
    noteHatch('git config may print a token', args, scope);
  } else {
    scope.notes.classes.add('@git-write');
    noteHatch('git config sets what git will run', args, scope);
  }
  return unchanged(scope.state);
}
