// Which git commands show the contents of files, and of which files. Files of a commit are in no folder that a word
// names.
import {
  type ExpandedWord,
  type ExpandedWords,
  type Invocation,
  literalWord,
  type Scope,
} from '../walk/context.ts';
import type { GitRead } from '../specs/git.ts';
import type { CompiledSpec } from '../specs/index.ts';
import { words, wordSet } from '../specs/table.ts';
import { hasOption, type MatchedOptions } from '../programs/options.ts';
import { markBelow } from '../programs/read-program.ts';
import { notePath } from '../walk/findings.ts';
import { namePatterns } from '../words/name-filter.ts';
import { exists, fromRoot, isFile, resolvePlaces } from '../words/paths.ts';
import { matchesName } from '../../rules/wildcard.ts';

/** Options by which a diff's lines are shown, by whatever it is asked for beside. */
const PATCH = words(
  '-p -u --patch -U --unified --patch-with-raw --patch-with-stat -W --function-context ' +
    '--word-diff --word-diff-regex --color-words -c --cc -m --diff-merges --binary --check ' +
    '--full-diff',
);
/** Options by which only names or numbers are shown where nothing asks for lines. */
const SUMMARY = words(
  '-s --no-patch --raw --stat --compact-summary --numstat --shortstat --dirstat --summary ' +
    '--name-only --name-status --quiet -q',
);
/** Options that no table lists, since they run programs or are seldom used, and that choose commits or what is said of them. */
const OF_COMMITS = wordSet(
  '--show-signature --no-show-signature --max-age --min-age --since-as-filter --no-min-parents --no-max-parents --show-pulls ' +
    '--in-commit-order --do-walk --bisect --merge --ignore-missing --single-worktree --exclude-first-parent-only --alternate-refs ' +
    '--show-notes --no-expand-tabs --no-diff-merges --find-object',
);
const NAMES_ONLY = words(
  '-l -L -c -q --files-with-matches --name-only --files-without-match --count --quiet',
);
/** These show lines by default. */
const SHOWING = new Set(['show', 'diff']);
/** A hash, which any object may have: a file's contents, too. Behind `^0` it is a commit's. */
const HASH = /^[0-9a-f]{4,64}(?:\^\{(?!(?:commit|tree)\}).*\})?$/i;

/** A git command that only reads: the words behind its subcommand, what is known of it, and its options. */
export interface GitReading extends Invocation {
  readonly known: CompiledSpec<GitRead>;
  readonly matched: MatchedOptions;
  /** The words before the subcommand. */
  readonly globals: ExpandedWords;
}

/** Notes what it shows of files: of all that are tracked, or of those that its pathspecs name. */
export function noteShownContents(reading: GitReading): void {
  const { scope } = reading;
  const shown = shownBy(reading);
  if (shown === 'nothing') return;
  const { root } = scope.walker.pathResolver;
  // With `--full-diff` the pathspecs only choose commits.
  const isWhole =
    shown === 'any object' || mayFindInObject(reading) || hasOption(reading.matched, '--full-diff');
  const pathspecTexts = isWhole ? [] : pathspecs(reading);
  const places = pathspecTexts.filter((text) => !/^:[!^]/.test(text));
  // Exclusions are only known if the command runs in the root.
  const atRoot = scope.state.folders?.every((folder) => folder === root) === true;
  const left = atRoot
    ? pathspecTexts.flatMap((text) => (/^:[!^]/.test(text) ? [text.slice(2)] : []))
    : [];
  // That a file which holds secrets may contain a text needs no approval by itself: only a rule asks for that.
  const isKept = (path: string): boolean =>
    shown !== 'matches' && !left.some((pattern) => isAmong(path, pattern, false));
  // What is left out in one folder may be shown in another.
  const notFiles = left.flatMap((text) =>
    /^\/?\*/.test(text) ? (namesOfPathspec(text) ?? []) : [],
  );
  if (places.length === 0) noteBelowPlace(scope, root, { isShown: isKept, names: { notFiles } });
  for (const pathspec of places) {
    const wildcard = pathspec.search(/[*?[\\]/);
    const folder =
      wildcard === -1 ? pathspec : pathspec.slice(0, pathspec.lastIndexOf('/', wildcard) + 1);
    const isShown = (path: string): boolean =>
      isKept(path) && (wildcard === -1 || !atRoot || isAmong(path, pathspec, true));
    for (const place of resolvePlaces(
      folder === '' ? '.' : folder,
      scope.state,
      scope.walker.pathResolver,
    ) ?? [])
      noteBelowPlace(scope, place, {
        isShown,
        names: { notFiles, only: namesOfPathspec(pathspec) },
      });
  }
}

/** Whether it shows lines of the files that its operands name. */
export function showsNamed(reading: GitReading): boolean {
  return reading.known.name === 'blame' || shownBy(reading) !== 'nothing';
}

/** Notes that a command may print every tracked file. */
export function noteAllContents(scope: Scope): void {
  noteBelowPlace(scope, scope.walker.pathResolver.root, { isShown: () => true });
}

/** In the format of a list of refs: the object that a ref names, which may be a file. */
const RAW = /%\(\*?raw\)/;
/** `--format`, which git lets be shortened, with or without its value. */
const FORMAT = /^--fo/;
const LISTS_REFS = wordSet('for-each-ref branch tag');

/** Whether a list of refs shows the objects that they name, or may: its format is known only at run time. */
function mayShowRaw({ known: { name }, args }: GitReading): boolean {
  return (
    LISTS_REFS.has(name) &&
    args.some(({ text, prefix }, index) =>
      text === null
        ? FORMAT.test(prefix) || FORMAT.test(args[index - 1]?.text ?? '')
        : RAW.test(text),
    )
  );
}

type Shown = 'nothing' | 'matches' | 'files' | 'any object';

/**
 * `matches`: which files contain a text, which is no line of them, but tells as much in the end. `any object`: a hash shows whatever object
 * it names, and no pathspec limits it.
 */
function shownBy(reading: GitReading): Shown {
  const {
    known: { spec, name },
    matched,
  } = reading;
  const { operands } = matched;
  if (mayShowRaw(reading)) return 'any object';
  const hash = operands.some(({ text }) => text === null || HASH.test(text));
  // What `REVISION:PATH` names is noted by its path.
  const paths = operands.length > 0 && operands.every(({ text }) => isPathInRevision(text ?? ''));
  switch (name) {
    case 'show':
      if (hash) return 'any object';
      if (paths) return 'nothing';
      if (showsLines('show', matched)) return 'files';
      return hasOption(matched, '-S', '-G') ? 'matches' : 'nothing';
    case 'cat-file':
      // `--batch` and its like take the names of objects from stdin.
      if (matched.unknown.length > 0) return 'any object';
      return hash && !hasOption(matched, '-t', '-s', '-e') ? 'any object' : 'nothing';
    case 'grep':
      if (hasOption(matched, ...NAMES_ONLY)) return 'matches';
      return mayFindInObject(reading) ? 'any object' : 'files';
    case 'status':
      return hasOption(matched, '-v', '--verbose') ? 'files' : 'nothing';
    case 'stash show':
      return hasOption(matched, ...PATCH) ? 'any object' : 'nothing';
    default: {
      // `-L` shows the ranges of the files that it names.
      const whole = spec.shows === true && name !== 'blame' && !hasOption(matched, '-L');
      if (!whole || paths) return 'nothing';
      if (!showsLines(name, matched)) return hasOption(matched, '-S', '-G') ? 'matches' : 'nothing';
      // `git log` shows commits alone.
      return name.startsWith('diff') && comparesObjects(reading) ? 'any object' : 'files';
    }
  }
}

/** Whether `git grep` may search what a hash names, whatever the pathspecs say. */
function mayFindInObject(reading: GitReading): boolean {
  return reading.known.spec.pattern === true && behindPattern(reading).some(mayBeObject);
}

/** Whether a word is the hash of what need not be a commit, or a range (`a..b`, but not `a...b`) with one. */
function mayBeObject({ text }: ExpandedWord): boolean {
  const ends = (text ?? '').split(/(?<!\.)\.\.(?!\.)/);
  return ends.some((each) => HASH.test(each));
}

/**
 * Whether a diff may show other files than those of its pathspecs: it compares the file of a hash with the only one that is named,
 * and in the folder of a hash a pathspec is another file.
 */
function comparesObjects(reading: GitReading): boolean {
  const { matched, scope } = reading;
  const objects = matched.operands.filter(mayBeObject);
  const named = pathspecs(reading).filter((text) => !/^:[!^]/.test(text));
  if (objects.length === 0 || named.length === 0) return false;
  if (!named.every((text) => isPath(literalWord(text), scope))) return true;
  const isOne = matched.operands.length === 2 && HASH.test(objects[0]?.text ?? '');
  return isOne && !named.every((text) => isFolder(text, scope));
}

function isFolder(text: string, { state, walker: { pathResolver } }: Scope): boolean {
  const places = resolvePlaces(text, state, pathResolver) ?? [];
  return places.every((place) => (pathResolver.list?.(place) ?? []).length > 0);
}

/** An option that no table lists may show lines: `git log --remerge-diff`. */
function showsLines(subcommand: string, matched: MatchedOptions): boolean {
  return (
    matched.unknown.some(({ text }) => !OF_COMMITS.has(text?.split('=')[0] ?? '')) ||
    hasOption(matched, ...PATCH) ||
    (SHOWING.has(subcommand) && !hasOption(matched, ...SUMMARY))
  );
}

/** Words that can only be paths: those after `--`, and existing files, which git refuses if they are also revisions. */
function pathspecs(reading: GitReading): readonly string[] {
  const afterDashes = wordsAfterDashes(reading);
  const behind = behindPattern(reading);
  const before = behind.slice(0, Math.max(0, behind.length - afterDashes.length));
  const found = before.filter((arg) => isPath(arg, reading.scope));
  return [...found, ...afterDashes].map(({ text }) => text ?? '.');
}

function wordsAfterDashes({ args }: GitReading): ExpandedWords {
  const position = args.findIndex(({ text }) => text === '--');
  return position === -1 ? [] : args.slice(position + 1);
}

/** The operands without the pattern that stands before them. */
function behindPattern({ known, matched }: GitReading): ExpandedWords {
  const pattern = known.spec.pattern === true && !hasOption(matched, '-e') ? 1 : 0;
  return matched.operands.slice(pattern);
}

function isPath({ text }: ExpandedWord, { state, walker }: Scope): boolean {
  if (text === null) return false;
  if (/^:[!^]/.test(text)) return true;
  const places = resolvePlaces(text, state, walker.pathResolver) ?? [];
  return places.length > 0 && places.every((place) => exists(place, walker.pathResolver));
}

/** The names of the files that a pathspec is about: `*` crosses folders, so `src/*.ts` is about `src/a/b.ts`, too. */
function namesOfPathspec(pathspec: string): readonly string[] | undefined {
  const [, name = ''] = /^(?:[^*:]*\/)?\*([^*/]*)$/.exec(pathspec) ?? [];
  return (name === '' ? null : namePatterns([`*${name}`])) ?? undefined;
}

/** What is shown below a folder: `isShown`, by path from the root, is asked about files that usually contain secrets. */
interface ShownBelow {
  readonly isShown: (path: string) => boolean;
  readonly names?: {
    readonly notFiles: readonly string[];
    readonly only?: readonly string[] | undefined;
  };
}

/** Notes a folder and, of the files below it that usually contain secrets, those that are shown. */
function noteBelowPlace(scope: Scope, place: string, { isShown, names }: ShownBelow): void {
  const { pathResolver } = scope.walker;
  notePath(place, 'read', scope);
  const { only, notFiles = [] } = names ?? {};
  if (!isFile(place, pathResolver))
    markBelow([place], 'all', scope, { notFiles, ...(only === undefined ? {} : { only }) });
  const inside = place === '/' ? '/' : `${place}/`;
  for (const file of [
    ...(pathResolver.trackedSecrets?.() ?? []),
    ...(pathResolver.secretsBelow?.(place) ?? []),
  ]) {
    if ((file === place || file.startsWith(inside)) && isShown(fromRoot(file, pathResolver.root)))
      notePath(file, 'read', scope);
  }
}

/** Whether a pathspec's pattern, from the root, is about a file: `*` crosses folders, and a folder is all below it. */
function isAmong(path: string, pattern: string, otherwise: boolean): boolean {
  if (/[?[\]{}\\()]/.test(pattern)) return otherwise;
  return matchesName(path, pattern) || path.startsWith(`${pattern.replace(/\/$/, '')}/`);
}

/** `:!PATTERN` and its like are pathspecs, not files of the index. */
function isPathInRevision(text: string): boolean {
  return !/^:[!^(/]/.test(text) && pathInRevision(text) !== null;
}

/** The path in `HEAD:path`, `HEAD@{10:00}:path` or `:0:path`: what follows the first colon outside of braces. */
export function pathInRevision(text: string): string | null {
  let depth = 0;
  for (let position = 0; position < text.length; position += 1) {
    if (text[position] === '{') depth += 1;
    else if (text[position] === '}') depth = Math.max(0, depth - 1);
    else if (text[position] === ':' && depth === 0) {
      const path = position === 0 ? text.slice(1).replace(/^[0-3]:/, '') : text.slice(position + 1);
      return path === '' ? null : path;
    }
  }
  return null;
}
