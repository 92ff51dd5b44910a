import {
  type ExpandedWord,
  type ExpandedWords,
  isDashless,
  literalWord,
  Findings,
  type CommandResult,
  type Scope,
  unchangedState,
  withNames,
  type Invocation,
} from '../walk/context.ts';
import {
  GIT_CLEAN_FLAGS,
  GIT_COPIES,
  GIT_CREATED,
  GIT_GLOBAL_ESCAPE_HATCHES,
  GIT_GLOBAL_VALUES,
  GIT_OTHERS,
  GIT_PUBLIC_KEYS,
  GIT_REMOTE_ADDRESS,
  GIT_ADDS,
  GIT_APPLIES_AFTER_ALL,
  GIT_CHOOSES_WORK_TREE,
  GIT_CONFIG_BLOB,
  GIT_CONFIG_FILE,
  GIT_KEEPS_NAMES,
  GIT_ONLY_READS_PATCH,
  GIT_PATCH_FLAGS,
  GIT_PATCHES,
  GIT_PRINTS,
  GIT_READ,
  GIT_READ_BY,
  GIT_READS_NAMED,
  GIT_RUNNING_OPTIONS,
  GIT_RUNS_WORDS,
  GIT_SHOWS_WITH,
  GIT_SOURCES,
  GIT_HELPER_ADDRESS,
  GIT_STARTS,
  GIT_NEXT_IS_VALUE,
  GIT_TAKES_OBJECTS,
  GIT_TEXTS,
  GIT_UNPACKS,
  GIT_WRITES,
  GIT_WRITTEN,
  GIT_WRITTEN_BY,
  type GitRead,
} from '../specs/git.ts';
import { wordSet } from '../specs/table.ts';
import { isDataSetting } from './git-settings.ts';
import { GIT_SUBCOMMANDS, type CompiledSpec } from '../specs/index.ts';
import {
  type GitReading,
  noteAllContents,
  noteShownContents,
  pathInRevision,
  showsNamed,
} from './git-contents.ts';
import {
  noteEscapeHatch,
  noteHiddenCommand,
  notePath,
  notePathWord,
  noteUnknown,
} from '../walk/findings.ts';
import {
  compileFlags,
  hasOption,
  type MatchedOptions,
  matchOptions,
  valuesOf,
} from '../programs/options.ts';
import { readPlaces } from '../programs/printed-names.ts';
import {
  markBelow,
  noteFileRead,
  noteListedFiles,
  noteUnknownOptions,
} from '../programs/read-program.ts';
import { printsNamesOnly } from '../programs/search.ts';
import { notePatch } from '../programs/writers.ts';
import { noteIntents } from '../intents/intents.ts';
import type { FileNames } from '../walk/file-names.ts';
import { isOrdinaryPattern, normalised, resolvePlaces } from '../words/paths.ts';
import { withFolders } from '../walk/shell-state.ts';
import type { PathResolver } from '../../model/facts.ts';
import type { SimpleCommand, Words } from '../analysis.ts';
import { noteOptionFiles, noteOptions, valuesMatching } from '../programs/runner-options.ts';

const HARMLESS_GLOBAL = wordSet(
  '--no-pager --no-optional-locks --literal-pathspecs --no-replace-objects',
);
/** A commit by name or by hash; not a path. */
const COMMIT =
  /^(?:HEAD|@|FETCH_HEAD|ORIG_HEAD|MERGE_HEAD|main|master|[0-9a-f]{7,40})(?:[~^]\d*|@\{[\w. -]+\})*$/;

/** `git …`: options of git itself, then a subcommand by its own table. */
export function readGit(invocation: Invocation): CommandResult {
  const { scope } = invocation;
  const result = unchangedState(scope.state);
  const position = readGlobalOptions(invocation);
  noteLiteralPathspecs(invocation.args, position, invocation.scope);
  const words = invocation.args.slice(position);
  if (position > 0 && words.length > 0) scope.findings.spelledOut = [literalWord('git'), ...words];
  noteElsewhere(invocation, position);
  const [subcommand] = words;
  if (subcommand === undefined) {
    if (invocation.args.length === 1 && invocation.args[0]?.text === '--version')
      scope.findings.classes.add('@readonly');
    return result;
  }
  if (subcommand.text === null) {
    noteUnknown(scope, 'the subcommand of git is known only at run time');
    return result;
  }
  if (subcommand.text === 'config') return readConfig(invocation, words.slice(1));
  const known = findRead(words);
  if (known !== null)
    return readReadingSubcommand(
      { ...invocation, args: words.slice(known.named) },
      { known: known.known, globals: invocation.args.slice(0, position) },
    );
  if (!isSubcommand(subcommand.text)) {
    readAlias(invocation, subcommand.text, position);
    return result;
  }
  if (GIT_WRITES.has(subcommand.text)) {
    scope.findings.classes.add('@git-write');
    // In another work tree, every file that it writes has another path.
    if (choosesWorkTree(invocation.args.slice(0, position), scope)) {
      noteAllContents(scope);
      scope.findings.writesUnnamed = true;
    }
  }
  noteFiles(words, scope);
  noteRunning(invocation, words);
  noteConfiguration(scope);
  return result;
}

/**
 * Notes what git would do with these words, for rules that deny or ask: `git-push` in git's own folder is `git push`, and hub passes
 * on every word.
 */
export function noteOtherGit(name: string, args: ExpandedWords, scope: Scope): void {
  const subcommand = /^git-(.+)$/.exec(name)?.[1];
  if (name !== 'hub' && subcommand === undefined) return;
  const words = subcommand === undefined ? args : [literalWord(subcommand), ...args];
  const findings = new Findings();
  readGit({ name: 'git', args: words, scope: { ...scope, findings } });
  noteIntents({ name: 'git', args: words, scope });
  scope.findings.spelledOut = [literalWord('git'), ...words];
  scope.findings.paths.push(...findings.paths);
  scope.findings.writesUnnamed ||= findings.writesUnnamed;
}

/** Whether git has a command of this name, so that no alias can take it. */
function isSubcommand(name: string): boolean {
  return (
    GIT_WRITES.has(name) ||
    GIT_OTHERS.has(name) ||
    GIT_STARTS.has(name) ||
    [...GIT_SUBCOMMANDS.keys()].some((known) => known === name || known.startsWith(`${name} `))
  );
}

/**
 * `git -c alias.NAME=VALUE NAME …`: walks what the alias stands for. Any other name may be an alias of the repository's
 * configuration, which can stand for every command of git and of the shell, or a program of its own.
 */
function readAlias({ args, scope }: Invocation, name: string, position: number): void {
  const alias = args
    .slice(0, position)
    .flatMap(({ text }, index) => {
      const setting = text === '-c' ? (args[index + 1]?.text ?? '') : '';
      const equals = setting.indexOf('=');
      const isAlias = setting.slice(0, equals).toLowerCase() === `alias.${name.toLowerCase()}`;
      return isAlias ? [setting.slice(equals + 1)] : [];
    })
    .at(-1);
  if (alias === undefined || /[\\'"]/.test(alias.replace(/^!.*/s, ''))) {
    const because = `\`git ${name}\` is not a command of git itself: it may be an alias of any other command`;
    noteUnknown(scope, because);
    return;
  }
  if (alias.startsWith('!')) {
    scope.walker.walkSource(alias.slice(1), scope.state, ['git']);
    return;
  }
  const standsFor = alias.split(/\s+/).filter((word) => word !== '');
  const words = [literalWord('git'), ...standsFor.map((word) => literalWord(word))];
  scope.walker.insideWrapper('git').walkWords([...words, ...args.slice(position + 1)], scope.state);
}

/** With `--literal-pathspecs`, `:!x` is the name of a file, and leaves nothing out. */
function noteLiteralPathspecs(args: ExpandedWords, position: number, scope: Scope): void {
  const isLiteral = args.slice(0, position).some(({ text }) => text === '--literal-pathspecs');
  if (isLiteral && args.some(({ text }) => text?.startsWith(':') === true))
    noteUnknown(scope, 'with `--literal-pathspecs`, no pathspec leaves files out');
}

/** `git -C FOLDER`: notes the paths of the rest as they are read in that folder. */
function noteElsewhere(invocation: Invocation, position: number): void {
  const { scope, args } = invocation;
  const { pathResolver } = scope.walker;
  const option = args.slice(0, position).findIndex((arg) => arg.text === '-C');
  const folder = args[option + 1];
  if (option === -1 || folder === undefined) return;
  if (folder.text !== null) notePath(folder.text, 'read', scope);
  const folders =
    folder.text === null
      ? [pathResolver.root]
      : resolvePlaces(folder.text, scope.state, pathResolver);
  if (folders === null) {
    noteUnknown(scope, `where \`${folder.source}\` leads is known only at run time`);
    return;
  }
  const there = { ...scope, state: withFolders(scope.state, folders), findings: new Findings() };
  readGit({
    ...invocation,
    args: args.filter((_, index) => index !== option && index !== option + 1),
    scope: there,
  });
  scope.findings.paths.push(...there.findings.paths);
  if (there.findings.writesUnnamed) scope.findings.writesUnnamed = true;
  if (folder.text !== null) return;
  // What the rest writes may be anywhere, too.
  if (there.findings.paths.some(({ access }) => access === 'write'))
    scope.findings.writesUnnamed = true;
  if (!there.findings.paths.some(({ access }) => access === 'read')) return;
  // What the rest reads may be anywhere.
  notePath(pathResolver.root, 'read', scope);
  markBelow([pathResolver.root], 'all', scope);
}

/** Reads the options before the subcommand; returns where the subcommand begins. */
function readGlobalOptions(invocation: Invocation): number {
  for (let position = 0; position < invocation.args.length; position += 1) {
    const arg = invocation.args[position];
    if (arg === undefined || (arg.text === null ? isDashless(arg) : !arg.text.startsWith('-')))
      return position;
    if (arg.text === null) {
      noteUnknown(invocation.scope, `\`${arg.source}\` may be an option of git`);
      return position;
    }
    if (HARMLESS_GLOBAL.has(arg.text) || (arg.text === '--version' && invocation.args.length === 1))
      continue;
    const name = arg.text.split('=')[0] ?? '';
    const words = GIT_GLOBAL_VALUES.includes(arg.text)
      ? invocation.args.slice(position, position + 2)
      : [arg];
    const behind = invocation.args.slice(position + words.length);
    const isRead = arg.text === '-C' && findRead(behind) !== null;
    if (/^(?:-c|--config-env)$/.test(name)) noteSetting(words, invocation.scope);
    if (!(isRead && isSameRepository(words[1], invocation.scope)))
      noteEscapeHatch(
        `git ${name} ${GIT_GLOBAL_ESCAPE_HATCHES.get(name) ?? 'is not known to be harmless'}`,
        words,
        invocation.scope,
      );
    position += words.length - 1;
  }
  return invocation.args.length;
}

/**
 * Notes a setting whose value is known only at run time: it may be a program that git starts, or a file or an address that it reads. Of
 * settings that are neither, any value may be given if it is one word: `-c user.name="$NAME"`.
 */
function noteSetting([option, value]: ExpandedWords, scope: Scope): void {
  const isVariable = option?.text?.startsWith('--config-env') === true;
  const setting = option?.text?.includes('=') === true ? option : value;
  if (setting === undefined || (typeof setting.text === 'string' && !isVariable)) return;
  const [name, ...rest] = (setting.text ?? setting.prefix).replace(/^--config-env=/, '').split('=');
  const isOne = setting.text !== null || setting.single;
  if (isOne && name !== undefined && rest.length > 0 && isDataSetting(name)) return;
  noteUnknown(scope, `what \`${setting.source}\` makes git do is known only at run time`);
}

/** What is known of a subcommand that only reads, and of how many words its name is. */
function findRead([first, second]: Words): { known: CompiledSpec<GitRead>; named: number } | null {
  const two = GIT_SUBCOMMANDS.get(`${first?.text ?? ''} ${second?.text ?? ''}`);
  if (two !== undefined) return { known: two, named: 2 };
  const one = GIT_SUBCOMMANDS.get(first?.text ?? '');
  if (one === undefined) return null;
  const form = one.spec.forms?.includes(second?.text ?? '') === true ? 1 : 0;
  return { known: one, named: 1 + form };
}

function readReadingSubcommand(
  invocation: Invocation,
  given: Pick<GitReading, 'known' | 'globals'>,
): CommandResult {
  const { scope, args } = invocation;
  const { known } = given;
  const { spec, name: subcommand } = known;
  const matched = matchOptions(args, known.flags);
  const reading = { ...invocation, ...given, matched };
  noteUnknownOptions({ ...invocation, name: `git ${subcommand}` }, matched);
  for (const arg of matched.uncertain)
    noteUnknown(scope, `\`${arg.source}\` may be an option of git`);
  const listing = spec.operandsNeed === undefined || hasOption(matched, ...spec.operandsNeed);
  const { operands } = matched;
  const isFew =
    spec.maxOperands === undefined ||
    (operands.length <= spec.maxOperands && operands.every((arg) => arg.single));
  const takesNone = spec.noOperands !== undefined;
  if (operands.length > 0 && (takesNone || !listing || !isFew)) {
    const effect = spec.noOperands === 'refused' ? 'is no command of git' : 'changes something';
    noteEscapeHatch(`git ${subcommand} with operands ${effect}`, operands, scope);
    scope.findings.classes.add('@git-write');
    if (GIT_TAKES_OBJECTS.has(subcommand)) noteObjects(subcommand, args, scope);
  }
  if (spec.texts !== true && !takesNone) noteOperands(reading);
  noteFormats(reading);
  noteOptionFiles(args, GIT_READ_BY.get(subcommand), (value) => noteFileRead(value, scope));
  noteShownContents(reading);
  noteRepository(scope);
  scope.findings.classes.add('@readonly');
  scope.findings.classes.add('@git-readonly');
  return withNames(unchangedState(scope.state), printedNames(reading));
}

/** Options of `ls-files` by which it prints more than names. */
const MORE_THAN_NAMES = wordSet('-s --stage -u --unmerged -t -v --eol --format --debug');

/** Options with which git prints names of files that it can track as they are, and nothing else. */
const GIT_NAMES =
  /^(?:-[deEFGilmoPwxz]|--(?:name-only|files-with-matches|cached|staged|merge-base|diff-filter|deleted|modified|others|exclude|exclude-standard|null|ignore-case|fixed-strings|extended-regexp))$/;

function printedNames({ known, matched, globals, scope }: GitReading): FileNames | undefined {
  const { spec, name } = known;
  const names = spec.printsNames === true && !hasOption(matched, ...MORE_THAN_NAMES);
  const listed =
    (name === 'diff' && hasOption(matched, '--name-only')) ||
    (spec.pattern === true && hasOption(matched, '-l', '--files-with-matches'));
  if (!names && !listed) return undefined;
  const ordinary =
    matched.operands.length > 0 &&
    // What begins with `:` is a pattern with a meaning of its own: `:!*.ts` is every other file.
    matched.operands.every(
      ({ text }) => text !== null && !text.startsWith(':') && isOrdinaryPattern(text),
    );
  const withoutGit = !choosesWorkTree(globals, scope) && printsNamesOnly(matched, GIT_NAMES);
  return {
    roots: [scope.walker.pathResolver.root],
    dashless: false,
    ordinary: ordinary && names,
    ...(withoutGit ? { withoutGit } : {}),
    regular: false,
    clean: false,
    listedIn: scope.state.folders,
    terminator: hasOption(matched, '-z', '--null') ? 'nul' : 'newline',
  };
}

/** Formats by which git asks a signature's program. */
function noteFormats({ matched, scope }: GitReading): void {
  for (const value of valuesOf(matched, '--format', '--pretty')) {
    if (value !== null && (value.text === null || /%[-+ ]?G|%\(\*?signature/.test(value.text)))
      noteEscapeHatch('git checks signatures by a program', [value], scope);
  }
}

function noteOperands(reading: GitReading): void {
  const { known, matched, scope } = reading;
  const { spec } = known;
  const given = hasOption(matched, '-e');
  const patternFirst = spec.pattern === true && !given && matched.operands[0]?.single !== false;
  const operands = patternFirst ? matched.operands.slice(1) : matched.operands;
  if (spec.pattern !== true) noteRanges(matched, scope);
  const isShown = showsNamed(reading);
  for (const operand of operands) {
    const { text } = operand;
    if (text === null && isShown) noteFileRead(operand, scope);
    else if (text === null) notePathWord(operand, 'read', scope);
    else if (!COMMIT.test(text)) noteRevisionOrPath(text, scope);
  }
}

/** `-L 1,5:FILE` names a file. */
function noteRanges(matched: MatchedOptions, scope: Scope): void {
  for (const value of valuesOf(matched, '-L')) {
    const file = /:([^:]+)$/.exec(value?.text ?? '')?.[1];
    if (value === null || value.text === null)
      noteUnknown(scope, 'git -L with a range known only at run time');
    else if (file !== undefined) notePath(file, 'read', scope);
  }
}

/** A word of git may be a revision, a path, or a path in a revision; whatever it is, its path is noted. */
function noteRevisionOrPath(text: string, scope: Scope): void {
  const inside = pathInRevision(text);
  if (/^:[!^]/.test(text)) return;
  if (text.startsWith(':(') || text.startsWith(':/')) {
    noteUnknown(scope, `\`${text}\` is a pattern that is not known`);
  } else if (inside !== null) {
    if (/[\\/]\.\.?(?:\/|$)|^\.\.?(?:\/|$)/.test(inside)) notePath(inside, 'read', scope);
    else notePath(normalised(`${scope.walker.pathResolver.root}/${inside}`), 'read', scope);
  } else notePath(text, 'read', scope);
}

/** Notes what a subcommand takes of a commit: `HEAD:private`, `--source=HEAD:private`. */
function noteObjects(subcommand: string, args: ExpandedWords, scope: Scope): void {
  for (const { text } of withoutTexts(subcommand, args)) {
    const object = text?.replace(/^(?:--[a-z-]+=|-[a-zA-Z](?=.))/, '') ?? '';
    // What begins with a colon is a pathspec.
    if (!object.startsWith(':') && pathInRevision(object) !== null)
      noteRevisionOrPath(object, scope);
  }
}

/** The words without the options that give a text, such as a message, and without the text. */
function withoutTexts(subcommand: string, args: ExpandedWords): ExpandedWords {
  const option = GIT_TEXTS.get(subcommand);
  if (option === undefined) return args;
  const others: ExpandedWord[] = [];
  let next: 'option' | 'text' | 'value' = 'option';
  for (const arg of args) {
    const text = arg.text ?? '';
    const found: RegExpExecArray | null = next === 'option' ? option.exec(text) : null;
    if (next !== 'text' && found === null) others.push(arg);
    if (found !== null) next = found[1] === undefined ? 'text' : 'option';
    else next = next === 'option' && GIT_NEXT_IS_VALUE.test(text) ? 'value' : 'option';
  }
  return others;
}

/** Notes the file that `REVISION:PATH` names; any other name of an object may be that of every file. */
function noteBlob(blob: ExpandedWord, scope: Scope): void {
  if (blob.text === null) noteFileRead(blob, scope);
  else if (pathInRevision(blob.text) === null) noteAllContents(scope);
  else noteRevisionOrPath(blob.text, scope);
}

/** Notes the files and folders that a subcommand names, and those that it prints, copies or writes without naming them. */
function noteFiles([subcommand, ...args]: ExpandedWords, scope: Scope): void {
  const name = subcommand?.text ?? '';
  const form = `${name}-${formOf(name, args)}`;
  const isIn = (list: ReadonlySet<string>): boolean => list.has(name) || list.has(form);
  if (name === 'mv') noteMoved(args, scope);
  if (name === 'clean') noteCleaned(args, scope);
  noteOptionFiles(args, GIT_WRITTEN_BY.get(name), (value) => noteWritten(value, scope));
  noteOptionFiles(args, GIT_READ_BY.get(name), (value) => noteFileRead(value, scope));
  const updates = name === 'read-tree' && args.some(({ text }) => text === null || text === '-u');
  if (updates || isIn(GIT_UNPACKS)) scope.findings.writesUnnamed = true;
  const inForm = [GIT_READ, GIT_WRITTEN, GIT_CREATED].some((list) => list.has(form));
  const operands = (inForm ? args.slice(1) : args).filter(
    (arg) => arg.text === null || isDashless(arg),
  );
  if (isIn(GIT_READ)) for (const file of operands) noteFileRead(file, scope);
  if (isIn(GIT_ADDS))
    for (const file of operands.filter(isDashless)) notePathWord(file, 'read', scope);
  if (isIn(GIT_WRITTEN)) for (const operand of operands) noteWritten(operand, scope);
  // Its files are the last three words: labels may stand before them.
  if (name === 'merge-file' && !args.some(({ text }) => text === '-p' || text === '--stdout'))
    for (const operand of operands.slice(-3, -2)) noteWritten(operand, scope);
  if (isIn(GIT_CREATED) && operands.length > 1)
    for (const operand of operands.slice(-1)) noteWritten(operand, scope);
  const mergesObjects =
    name === 'merge-file' && args.some(({ text }) => text?.startsWith('--ob') === true);
  const shownWith = [GIT_SHOWS_WITH.get(name), GIT_SHOWS_WITH.get(form)];
  const shows = args.some(({ text }) => shownWith.some((word) => word?.test(text ?? '') === true));
  if (GIT_TAKES_OBJECTS.has(name)) noteObjects(name, args, scope);
  const keepsNames =
    name === 'read-tree' && args.every(({ text }) => GIT_KEEPS_NAMES.test(text ?? '/'));
  if ((isIn(GIT_PRINTS) && !keepsNames) || mergesObjects || shows) noteAllContents(scope);
  if (GIT_PATCHES.has(name) && !onlyReadsPatch(args)) notePatch(scope, operands.length > 0);
  if (args.some(({ text }) => GIT_READS_NAMED.test(text ?? ''))) noteListedFiles(scope);
  const isRemote = args.some(({ text }) => GIT_REMOTE_ADDRESS.test(text ?? ''));
  if (!isIn(GIT_COPIES) || (name === 'clone' && isRemote)) return;
  const { root } = scope.walker.pathResolver;
  notePath(root, 'read', scope);
  markBelow([root], 'renamed', scope);
}

/**
 * Whether the words before a subcommand choose another work tree than that of the checkout, or one that is known only at run time. Beside
 * `--git-dir` it is the folder that git runs in.
 */
function choosesWorkTree(globals: ExpandedWords, { state, walker }: Scope): boolean {
  const { root } = walker.pathResolver;
  const isAtRoot =
    state.folders?.every((folder) => folder === root) === true &&
    !globals.some(({ text }) => text === '-C');
  return globals.some(({ text, prefix }, index) => {
    const chosen = GIT_CHOOSES_WORK_TREE.exec(text ?? prefix);
    if (chosen === null) return false;
    const [, option, attached] = chosen;
    const value = text === null ? null : (attached ?? globals[index + 1]?.text ?? null);
    if (!isAtRoot || option === undefined || value === null) return true;
    const own = option === '--git-dir' ? `${root}/.git` : root;
    const places = resolvePlaces(value, state, walker.pathResolver);
    return places?.every((place) => place === own) !== true;
  });
}

/** Whether `git apply` only says what a patch would do, or `git am` continues with those that it has, or aborts. */
function onlyReadsPatch(args: Words): boolean {
  const texts = args.map(({ text }) => text ?? '');
  // Behind another word it may be the value of an option, or a file.
  const first = texts.find((text) => !GIT_PATCH_FLAGS.test(text)) ?? '';
  return (
    GIT_ONLY_READS_PATCH.test(first) && !texts.some((text) => GIT_APPLIES_AFTER_ALL.test(text))
  );
}

/** The word behind a subcommand that chooses its form. `git stash -- FILE` is `git stash push -- FILE`. */
function formOf(name: string, [first]: ExpandedWords): string {
  const text = first?.text ?? '';
  return name === 'stash' && /^-|^$/.test(text) ? 'push' : text;
}

/** A pathspec is written. Git itself expands a pattern, which may be any file in its folder. */
function noteWritten(pathspec: ExpandedWord, scope: Scope): void {
  const { text } = pathspec;
  if (text === null) notePathWord(pathspec, 'write', scope);
  else if (/^:[!^]/.test(text)) return;
  else if (text.startsWith(':')) notePath(scope.walker.pathResolver.root, 'write', scope);
  else if (/[*?[\\]/.test(text))
    notePath(text.replace(/[^/]*[*?[\\].*$/s, '') || '.', 'write', scope);
  else notePath(text, 'write', scope);
}

/** `git mv`: a file under a new name is read there, whatever a rule says about its old name. */
function noteMoved(args: ExpandedWords, scope: Scope): void {
  for (const operand of args.filter((arg) => arg.text === null || isDashless(arg))) {
    notePathWord(operand, 'read', scope);
    notePathWord(operand, 'write', scope);
  }
  markBelow(readPlaces(scope), 'renamed', scope);
}

const CLEAN = compileFlags(GIT_CLEAN_FLAGS);

/** Notes the folders in which `git clean` deletes what is not tracked: the current one, if it names none. */
function noteCleaned(args: ExpandedWords, scope: Scope): void {
  const matched = matchOptions(args, CLEAN);
  const isKnown = matched.unknown.length === 0 && matched.uncertain.length === 0;
  if (isKnown && hasOption(matched, '-n', '--dry-run')) return;
  const folders = [...matched.operands, ...matched.uncertain];
  for (const folder of folders) noteWritten(folder, scope);
  if (folders.length === 0) notePath('.', 'write', scope);
}

/** Notes what a subcommand that may do more than read is given to run. */
function noteRunning(invocation: Invocation, words: ExpandedWords): void {
  const { walker, state } = invocation.scope;
  const [first, ...rest] = words;
  const subcommand = first?.text ?? '';
  for (const word of rest)
    if (GIT_HELPER_ADDRESS.test(word.text ?? ''))
      noteEscapeHatch('git starts a helper program for this address', [word], invocation.scope);
  const escapeHatches = GIT_RUNNING_OPTIONS.get(subcommand);
  if (escapeHatches !== undefined)
    noteOptions({ name: `git ${subcommand}`, escapeHatches }, rest, invocation);
  if (first !== undefined && GIT_STARTS.has(subcommand))
    noteEscapeHatch(`git ${subcommand} starts a program`, [first], invocation.scope);
  const inner = startedByGit(subcommand, rest);
  if (inner !== null) walker.insideWrapper('git').walkWords([literalWord('git'), ...inner], state);
  for (const { text } of valuesMatching(rest, GIT_SOURCES)) {
    if (text === null && escapeHatches !== undefined)
      noteHiddenCommand(invocation.scope, `git ${subcommand} runs what is known only at run time`);
    if (text !== null && text !== '') walker.walkSource(text, state, ['git']);
  }
  const position = rest.findIndex((arg) => GIT_RUNS_WORDS.has(`${subcommand} ${arg.text ?? ''}`));
  if (position === -1) return;
  noteEscapeHatch(
    `git ${subcommand} ${rest[position]?.text ?? ''} runs a program`,
    rest.slice(position),
    invocation.scope,
  );
  // `git submodule foreach --recursive COMMAND`
  const after = rest.slice(position + 1);
  const program = after.slice(Math.max(0, after.findIndex(isDashless)));
  const [source] = program;
  if (program.length === 1 && typeof source?.text === 'string')
    walker.walkSource(source.text, state, ['git']);
  else if (program.length > 0) walker.insideWrapper('git').walkWords(program, state);
}

/** The other command of git that one starts: `git for-each-repo --config=KEY push`, `git subtree --prefix=DIR push`. */
function startedByGit(subcommand: string, args: ExpandedWords): ExpandedWords | null {
  const from = (index: number): ExpandedWords | null => (index === -1 ? null : args.slice(index));
  if (subcommand === 'for-each-repo')
    return from(
      args.findIndex((arg, index) => isDashless(arg) && args[index - 1]?.text !== '--config'),
    );
  return subcommand === 'subtree' ? from(args.findIndex(({ text }) => text === 'push')) : null;
}

/** Notes what the configuration of the repository makes git run. */
function noteConfiguration(scope: Scope): void {
  const runs = scope.walker.pathResolver.gitConfigRuns();
  if (runs !== null) noteUnknown(scope, `git would run a program: ${runs}`);
}

/** Notes that git may run in another repository, and what the configuration makes it run. */
function noteRepository(scope: Scope): void {
  const { findings, state } = scope;
  const { pathResolver } = scope.walker;
  noteConfiguration(scope);
  for (const folder of state.folders ?? []) {
    if (folder !== pathResolver.root && !isPlainFolder(folder, pathResolver))
      findings.unknown.add('git runs in a folder that may be another repository');
  }
  if (state.folders === null)
    findings.unknown.add('git runs in a folder that is known only at run time');
}

/** Whether a folder is the root, or one below it without a repository of its own. */
function isSameRepository(folder: ExpandedWord | undefined, { state, walker }: Scope): boolean {
  const { pathResolver } = walker;
  const places = resolvePlaces(folder?.text ?? '', state, pathResolver);
  return (
    typeof folder?.text === 'string' &&
    places?.every((place) => place === pathResolver.root || isPlainFolder(place, pathResolver)) ===
      true
  );
}

/** A folder below the root, with no repository of its own in it or between. */
function isPlainFolder(folder: string, pathResolver: PathResolver): boolean {
  const { root } = pathResolver;
  if (!folder.startsWith(`${root}/`)) return false;
  for (let place = folder; place !== root; place = place.slice(0, place.lastIndexOf('/'))) {
    const names = pathResolver.list?.(place);
    // Names that are not known may be those of a repository.
    if (names?.some((name) => name === '.git' || name === 'HEAD') !== false) return false;
  }
  return true;
}

const CONFIG_READS = wordSet('--get --get-all get --local --type=bool --bool --int --path');

const LISTS_CONFIG = /^(?:-l|--list|list|--get|--get-all|get)$/;

const CONFIG_OPTIONS = wordSet(
  '--local --global --system --show-origin --show-scope --name-only --includes -z --null',
);

/** Whether the words of a git command only print settings. */
export function printsConfig([, subcommand, ...args]: Words): boolean {
  const texts = args.map(({ text }) => text ?? '');
  const known = texts.every(
    (text) => LISTS_CONFIG.test(text) || CONFIG_OPTIONS.has(text) || /^[A-Za-z][\w.-]*$/.test(text),
  );
  return subcommand?.text === 'config' && known && texts.some((text) => LISTS_CONFIG.test(text));
}

/**
 * Whether no operand makes a git command more than a reading one, so that a word that is known only at run time can be a commit or a
 * path: `git log "$BASE"..HEAD`, but not `git branch "$NAME"`.
 */
export function readsItsOperands({ words, spelledOut = words }: SimpleCommand): boolean {
  const found = findRead(spelledOut.slice(1));
  if (found === null) return false;
  const { noOperands, operandsNeed, maxOperands } = found.known.spec;
  return noOperands === undefined && operandsNeed === undefined && maxOperands === undefined;
}

/**
 * Reads `git config`: one value by a key that cannot contain a token. Every other form may print a token or change a
 * setting.
 */
function readConfig(invocation: Invocation, args: ExpandedWords): CommandResult {
  const { scope } = invocation;
  const texts = args.map((arg) => arg.text ?? '');
  const keys = texts.filter((text) => !CONFIG_READS.has(text));
  const reads = texts.some((text) => text === '--get' || text === '--get-all' || text === 'get');
  const key = keys[0] ?? '';
  noteRepository(scope);
  noteOptionFiles(args, GIT_CONFIG_FILE, (file) => noteFileRead(file, scope));
  noteOptionFiles(args, GIT_CONFIG_BLOB, (blob) => noteBlob(blob, scope));
  // A key alone is printed.
  if (keys.length === 1 && GIT_PUBLIC_KEYS.test(key)) {
    scope.findings.classes.add('@readonly');
    scope.findings.classes.add('@git-readonly');
  } else if (reads || texts.some((text) => LISTS_CONFIG.test(text))) {
    noteEscapeHatch('git config may print a token', args, scope);
  } else {
    scope.findings.classes.add('@git-write');
    noteEscapeHatch('git config sets what git will run', args, scope);
    // From then on, every file that git writes has another path.
    if (texts.some((text) => /^core\.worktree$/i.test(text))) noteAllContents(scope);
  }
  return unchangedState(scope.state);
}
