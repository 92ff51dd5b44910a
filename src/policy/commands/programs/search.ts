import {
  withNames,
  type ExpandedWord,
  type ExpandedWords,
  literalWord,
  unknownWord,
  type Scope,
  type Invocation,
} from '../walk/context.ts';
import {
  type ProgramReader,
  matchesAnyPattern,
  readProgram,
  noteFileRead,
  markBelow,
  noteSecretsBelow,
  fileOperands,
} from './read-program.ts';
import { noteEscapeHatch, notePathWord } from '../walk/findings.ts';
import { hasOption, type MatchedOptions, valuesOf } from './options.ts';
import { isOrdinaryPattern } from '../words/paths.ts';
import { type NameFilter, namePatterns } from '../words/name-filter.ts';
import { byName } from '../specs/table.ts';
import { matchesName } from '../../rules/wildcard.ts';
import { listedFileNames, readPlaces } from './printed-names.ts';

/** Notes the files below the searched folders that usually contain secrets and are read. */
function noteSecrets(
  invocation: Invocation,
  isRead: (path: string) => boolean,
  {
    below = 'all',
    names,
  }: { readonly below?: 'all' | 'visible'; readonly names?: NameFilter | undefined } = {},
): void {
  const places = readPlaces(invocation.scope);
  noteSecretsBelow(places, isRead, invocation.scope);
  markBelow(places, below, invocation.scope, names);
}

/** A search from the root reads `.git/config` and `.env`, whose paths no word names. */
function noteProtected(invocation: Invocation): void {
  const { findings, walker } = invocation.scope;
  const root = walker.pathResolver.root;
  const above = findings.paths.some(
    ({ path }) =>
      path === '.' ||
      (path.startsWith('/') && `${root}/`.startsWith(path === '/' ? '/' : `${path}/`)),
  );
  if (above)
    findings.unknown.add(
      `${invocation.name} would also search \`.git\` and \`.env\`: name a folder or a kind of file`,
    );
}

/** Reads `grep`: with `-r` it reads whole folders, and with `-R`, which no spec allows, what links in them lead to as well. */
export const readGrep: ProgramReader = (invocation, spec) => {
  const { matched, result } = readProgram(invocation, spec);
  const recursive =
    hasOption(matched, '-r', '--recursive') ||
    [...matched.unknown, ...matched.uncertain].some(mayBeRecursive) ||
    valuesOf(matched, '-d', '--directories').some(
      (value) => value?.text !== 'skip' && value?.text !== 'read',
    );
  const places = fileOperands(matched);
  if (recursive && mayNameNoPlace(matched, places))
    noteFileRead(literalWord('.'), invocation.scope);
  const included = includedNames(matched);
  const ordinary = included.length > 0 && included.every((name) => isOrdinaryPattern(name));
  if (recursive && !ordinary && !excludesProtected(matched, invocation.scope))
    noteProtected(invocation);
  if (recursive)
    noteSecrets(
      invocation,
      (path) => (ordinary ? matchesAnyPattern(path, included) : !isExcluded(path, matched)),
      { names: grepNames(matched, included) },
    );
  if (!hasOption(matched, '-l', '--files-with-matches') || !printsNamesOnly(matched, GREP_NAMES))
    return result;
  // For its stdin, grep prints a name that `--label` may have made up.
  if (places.some(({ text }) => text === '-') || (places.length === 0 && !recursive)) return result;
  const prints = listedFileNames(
    places,
    {
      ordinary: ordinary || !recursive,
      regular: true,
      ...(ordinary ? { patterns: included } : {}),
      terminator: hasOption(matched, '-Z', '--null') ? 'nul' : 'newline',
    },
    invocation.scope,
  );
  return withNames(result, prints);
};

/** Options with which names are printed as they are, and nothing else. */
const GREP_NAMES =
  /^(?:-[EFGPHIlrivwxsaZe]|--(?:extended-regexp|fixed-strings|basic-regexp|perl-regexp|with-filename|files-with-matches|recursive|ignore-case|invert-match|word-regexp|line-regexp|no-messages|text|null|regexp|include|exclude|exclude-dir|exclude-from))$/;
const RG_NAMES =
  /^(?:-[FPSTgilstuvwx0e.]|--(?:fixed-strings|pcre2|smart-case|type-not|glob|iglob|ignore-case|files-with-matches|files|case-sensitive|type|unrestricted|invert-match|word-regexp|line-regexp|null|hidden|no-hidden|no-ignore|no-ignore-vcs|max-depth|maxdepth|sort|sortr|regexp|no-messages|no-config))$/;
const FD_NAMES =
  /^(?:-[HIusigapd0teE1]|--(?:hidden|no-ignore|no-ignore-vcs|unrestricted|case-sensitive|ignore-case|glob|regex|fixed-strings|absolute-path|full-path|print0|max-depth|min-depth|exact-depth|type|extension|exclude|size))$/;

/** Whether no option is given but those that `options` describes. */
export function printsNamesOnly(matched: MatchedOptions, options: RegExp): boolean {
  return (
    matched.options.every(({ flag }) => options.test(flag)) &&
    matched.unknown.length + matched.uncertain.length === 0
  );
}

function textsOf(matched: MatchedOptions, ...flags: readonly string[]): string[] {
  return valuesOf(matched, ...flags).map((value) => value?.text ?? '');
}

/**
 * The only names that are searched; empty if others are searched, too. After a first `--exclude`, whatever fits no
 * option is searched.
 */
function includedNames(matched: MatchedOptions): string[] {
  const first = matched.options.find(({ flag }) =>
    /^--(?:include|exclude|exclude-from)$/.test(flag),
  );
  return first?.flag === '--include' ? textsOf(matched, '--include') : [];
}

/** If an `--include` and an `--exclude` both fit, the last one counts. So `--exclude` is ignored beside `--include`. */
function isExcluded(path: string, matched: MatchedOptions): boolean {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  const fits = (text: string, flag: string): boolean =>
    textsOf(matched, flag).some((glob) => matchesName(text, glob));
  if (folders.some((folder) => folder !== '' && fits(folder, '--exclude-dir'))) return true;
  return !hasOption(matched, '--include') && fits(name, '--exclude');
}

/**
 * Whether a search may name no place, and so is about its folder: the word behind an option that no spec allows may be its value, and
 * then the next one is the pattern (`rg --pre cat x`).
 */
function mayNameNoPlace({ unknown }: MatchedOptions, places: ExpandedWords): boolean {
  return places.length === 0 || unknown.some(({ text }) => mayTakeNext(text ?? ''));
}

/** A long option that no spec allows, but for those that are known to have no value. */
function mayTakeNext(option: string): boolean {
  return /^--[^=]*$/.test(option) && !/^--(?:follow|search-zip|der.*|rec.*)$/.test(option);
}

/** Whether a word that no spec allows may be `-R` among other letters, or `--recursive` shortened, as grep takes long options. */
function mayBeRecursive({ text }: ExpandedWord): boolean {
  return text === null || /^-[A-Za-z0-9]*R|^--/.test(text);
}

/** The names that grep searches below a folder. A pattern that is known only at run time narrows nothing. */
function grepNames(matched: MatchedOptions, included: readonly string[]): NameFilter | undefined {
  const only = namePatterns(included) ?? undefined;
  const notFolders = namesOf(matched, '--exclude-dir');
  const notFiles = hasOption(matched, '--include') ? [] : namesOf(matched, '--exclude');
  return { ...(only === undefined ? {} : { only }), notFolders, notFiles };
}

/** The values of options that are patterns for names, each for itself. */
function namesOf(matched: MatchedOptions, ...flags: readonly string[]): readonly string[] {
  return textsOf(matched, ...flags).flatMap((text) =>
    text.includes('{') ? [] : (namePatterns([text]) ?? []),
  );
}

/** If files that usually contain secrets are looked for below the folder, only git's own folder must be excluded. */
function excludesProtected(matched: MatchedOptions, { walker }: Scope): boolean {
  const folders = textsOf(matched, '--exclude-dir');
  const files = hasOption(matched, '--include') ? [] : textsOf(matched, '--exclude');
  const hidden = folders.includes('.*') && files.includes('.*');
  if (folders.includes('.git') && walker.pathResolver.secretsBelow !== undefined) return true;
  return (
    hidden || (folders.includes('.git') && files.includes('.env*') && files.includes('.npmrc'))
  );
}

/** Reads `rg`: it skips hidden files by default; `--files` and `-l` print names. */
export const readRg: ProgramReader = (invocation, spec) => {
  const { matched, result } = readProgram(invocation, spec);
  const lists = hasOption(matched, '--files', '--type-list');
  const places = lists ? matched.operands : fileOperands(matched);
  if (lists) for (const operand of matched.operands) noteFileRead(operand, invocation.scope);
  // rg decides at run time whether it reads its folder or stdin.
  if (mayNameNoPlace(matched, places)) noteFileRead(literalWord('.'), invocation.scope);
  const hidden = searchesHidden(matched);
  if (!lists && hidden) noteProtected(invocation);
  const globs = textsOf(matched, '-g', '--glob', '--iglob');
  const included = globs.filter((glob) => !glob.startsWith('!'));
  const named = included.length > 0 || hasOption(matched, '-t', '--type');
  const left = (path: string): boolean =>
    included.length === 0 &&
    globs.some((glob) => path.split('/').some((name) => matchesName(name, glob.slice(1))));
  const isRead = (path: string): boolean =>
    hidden || (!path.includes('/.') && (named ? matchesAnyPattern(path, included) : !left(path)));
  if (!lists)
    noteSecrets(invocation, isRead, {
      below: hidden ? 'all' : 'visible',
      names: rgNames(matched, globs),
    });
  if (
    !hasOption(matched, '--files', '-l', '--files-with-matches') ||
    !printsNamesOnly(matched, RG_NAMES)
  )
    return result;
  if (places.some(({ text }) => text === '-')) return result;
  const terminator = hasOption(matched, '-0', '--null') ? 'nul' : 'newline';
  const prints = listedFileNames(
    places,
    {
      ordinary: !hidden,
      regular: true,
      terminator,
      ...(hidden ? {} : { visible: true }),
      ...(named && !hidden ? { patterns: included } : {}),
    },
    invocation.scope,
  );
  return withNames(result, prints);
};

/**
 * Types of rg 13 and 14 whose names are the same in both. Others have names that nobody expects: `tf` has `*.auto.tfvars`.
 */
const RG_TYPES = byName<readonly string[]>({
  'py, python': ['*.py', '*.pyi'],
  rust: ['*.rs'],
  go: ['*.go'],
  ts: ['*.ts', '*.tsx', '*.cts', '*.mts'],
  js: ['*.js', '*.jsx', '*.vue', '*.cjs', '*.mjs'],
});

/** The names that rg searches below a folder. Of globs, the last one that fits counts. */
function rgNames(matched: MatchedOptions, globs: readonly string[]): NameFilter | undefined {
  const types = textsOf(matched, '-t', '--type');
  const ofTypes = types.map((type) => RG_TYPES.get(type));
  if (ofTypes.includes(undefined)) return undefined;
  const left = globs.flatMap((glob) => (glob.startsWith('!') ? [glob.slice(1)] : []));
  const included = globs.filter((glob) => !glob.startsWith('!'));
  if (included.length + types.length > 0) {
    const only = namePatterns([...included, ...ofTypes.flatMap((each) => each ?? [])]);
    return only === null ? undefined : { only };
  }
  const names = namePatterns(left.filter((glob) => !/[{}]/.test(glob)));
  return names === null ? undefined : { notFiles: names, notFolders: names };
}

function searchesHidden(matched: MatchedOptions): boolean {
  const unrestricted =
    matched.options.filter((option) => /^(?:-u|--unrestricted)$/.test(option.flag)).length > 1;
  const globs = textsOf(matched, '-g', '--glob', '--iglob');
  // A glob that includes files overrides the rule that hidden files are skipped.
  const included = globs.some((glob) => !glob.startsWith('!') && !isOrdinaryPattern(glob));
  return unrestricted || included || hasOption(matched, '-.', '--hidden');
}

const RUNS = /^(?:-[A-Za-z0-9]*[xX]|--exec(?:-batch)?(?:=|$))/;

/** The words of `fd` up to the option that runs a program, with it, and behind its `;`. Walks the command between them. */
function searchWords(invocation: Invocation): ExpandedWords {
  const { args, name, scope } = invocation;
  const index = args.findIndex(({ text }) => RUNS.test(text ?? ''));
  if (index === -1) return args;
  const attached = args[index]?.text?.replace(RUNS, '') ?? '';
  const after = args.slice(index + 1);
  const end = after.findIndex(({ text }) => text === ';');
  const words = [
    ...(attached === '' ? [] : [literalWord(attached)]),
    ...(end === -1 ? after : after.slice(0, end)),
  ];
  // fd fills in what it finds, or appends it.
  const command = words.map(
    (word): ExpandedWord =>
      /\{[/.]{0,2}\}/.test(word.text ?? '') ? unknownWord(word.source, { single: true }) : word,
  );
  const fills = command.some(({ text }) => text === null);
  if (words.length > 0)
    scope.walker
      .insideWrapper(name)
      .walkWords(
        [...command, ...(fills ? [] : [unknownWord('(found)', { single: true })])],
        scope.state,
      );
  const rest = end === -1 ? [] : after.slice(end + 1);
  return [...args.slice(0, index + 1), ...searchWords({ ...invocation, args: rest })];
}

/** Reads `fd`: its first operand is a pattern, and it prints names only. */
export const readFd: ProgramReader = (invocation, spec) => {
  const args = searchWords(invocation);
  const { matched, result } = readProgram({ ...invocation, args }, spec);
  const places = fileOperands(matched);
  if (places.length === 0) noteFileRead(literalWord('.'), invocation.scope);
  const terminator = hasOption(matched, '-0', '--print0') ? 'nul' : 'newline';
  const prints = listedFileNames(
    places,
    { ordinary: false, regular: false, terminator },
    invocation.scope,
  );
  return printsNamesOnly(matched, FD_NAMES) ? withNames(result, prints) : result;
};

/** Reads `diff`: for two folders it reads all files, with `-r` also those below them. */
export const readDiff: ProgramReader = (invocation, spec) => {
  const { result } = readProgram(invocation, spec);
  noteProtected(invocation);
  noteSecrets(invocation, () => true);
  return result;
};

/** Reads `ls`: it prints names, by default those in its own folder. */
export const readLs: ProgramReader = (invocation, spec) => {
  const { matched, result } = readProgram(invocation, spec);
  const { scope } = invocation;
  if (matched.operands.length === 0) notePathWord(literalWord('.'), 'read', scope);
  if (hasOption(matched, '-L', '--dereference') && hasOption(matched, '-R', '--recursive')) {
    noteEscapeHatch('ls -LR follows symlinks to anywhere', [], scope);
  }
  // vdir prints the attributes of files, too.
  const plain = invocation.name !== 'vdir' && printsNamesOnly(matched, /^-[1rtSUvX]$/);
  const prints = listedFileNames(matched.operands, { ordinary: false, regular: false }, scope);
  if (!plain || prints === undefined || scope.state.folders === null) return result;
  // ls prints names without their folder, so the next command reads them relative to its own folder.
  const { folders } = scope.state;
  const roots = [...prints.roots, ...folders];
  // Without an option for them, it prints no names that begin with a dot.
  const shown = { visible: true, withoutGit: true, dashless: false } as const;
  return withNames(result, { ...prints, ...shown, roots, listedIn: folders });
};
