import { literalArg, type Outcome } from '../walk/arg.ts';
import type { Call, Grammar } from '../walk/call.ts';
import { PROGRAMS } from '../specs/index.ts';
import { noteHatch, noteWord } from '../walk/notes.ts';
import { has, type Matched, valuesOf } from './options.ts';
import { isOrdinaryPattern } from '../words/paths.ts';
import { matchesName } from '../../rules/wildcard.ts';
import { fitsOne, readProgram, noteFile, markBelow, noteBelow, placesOf } from './program.ts';
import { namesBelow, placesRead } from '../words/printed-names.ts';

/** What lies below the folders that are searched and usually holds secrets, as far as it is among what is read. */
function noteSecrets(
  call: Call,
  isRead: (path: string) => boolean,
  below: 'all' | 'visible' = 'all',
): void {
  const places = placesRead(call.scope);
  noteBelow(places, isRead, call.scope);
  markBelow(places, below, call.scope);
}

/** Searching from the root reads `.git/config` and `.env`, whose paths no word names. */
function noteProtected(call: Call): void {
  const { notes, walk } = call.scope;
  const root = walk.pathResolver.root;
  const above = notes.paths.some(
    ({ path }) =>
      path === '.' ||
      (path.startsWith('/') && `${root}/`.startsWith(path === '/' ? '/' : `${path}/`)),
  );
  if (above)
    notes.unknown.add(
      `${call.name} would also search \`.git\` and \`.env\`: name a folder or a kind of file`,
    );
}

function judged(call: Call): { matched: Matched; outcome: Outcome } | null {
  const known = PROGRAMS.get(call.name);
  return known === undefined ? null : readProgram(call, known);
}

function ends(call: Call): Outcome {
  const { state } = call.scope;
  return { after: state, success: state, failure: state };
}

/** `grep`: with `-r` it reads whole folders. */
export const readGrep: Grammar = (call) => {
  const result = judged(call);
  if (result === null) return ends(call);
  const { matched, outcome } = result;
  const recursive =
    has(matched, '-r', '--recursive') ||
    valuesOf(matched, '-d', '--directories').some(
      (value) => value?.text !== 'skip' && value?.text !== 'read',
    );
  const places = placesOf(matched);
  if (recursive && places.length === 0) noteFile(literalArg('.'), call.scope);
  const included = includedNames(matched);
  const ordinary = included.length > 0 && included.every((name) => isOrdinaryPattern(name));
  if (recursive && !ordinary && !excludesProtected(matched)) noteProtected(call);
  if (recursive)
    noteSecrets(call, (path) => (ordinary ? fitsOne(path, included) : !isExcluded(path, matched)));
  if (!has(matched, '-l', '--files-with-matches') || !tellsNamesOnly(matched, GREP_NAMES))
    return outcome;
  // Of its stdin it prints a name that `--label` may have made up.
  if (places.some(({ text }) => text === '-') || (places.length === 0 && !recursive))
    return outcome;
  const prints = namesBelow(
    places,
    {
      ordinary: ordinary || !recursive,
      regular: true,
      ...(ordinary ? { named: included } : {}),
      ended: has(matched, '-Z', '--null') ? 'nul' : 'newline',
    },
    call.scope,
  );
  return prints === undefined ? outcome : { ...outcome, prints };
};

/** Options beside which names are printed as they are, and nothing else. */
const GREP_NAMES =
  /^(?:-[EFGPHIlrivwxsaZe]|--(?:extended-regexp|fixed-strings|basic-regexp|perl-regexp|with-filename|files-with-matches|recursive|ignore-case|invert-match|word-regexp|line-regexp|no-messages|text|null|regexp|include|exclude|exclude-dir|exclude-from))$/;
const RG_NAMES =
  /^(?:-[FPSTgilstuvwx0e.]|--(?:fixed-strings|pcre2|smart-case|type-not|glob|iglob|ignore-case|files-with-matches|files|case-sensitive|type|unrestricted|invert-match|word-regexp|line-regexp|null|hidden|no-hidden|no-ignore|no-ignore-vcs|max-depth|maxdepth|sort|sortr|regexp|no-messages|no-config))$/;
const FD_NAMES =
  /^(?:-[HIusigapd0teE1]|--(?:hidden|no-ignore|no-ignore-vcs|unrestricted|case-sensitive|ignore-case|glob|regex|fixed-strings|absolute-path|full-path|print0|max-depth|min-depth|exact-depth|type|extension|exclude|size))$/;

function tellsNamesOnly(matched: Matched, options: RegExp): boolean {
  return (
    matched.options.every(({ flag }) => options.test(flag)) &&
    matched.strange.length + matched.doubtful.length === 0
  );
}

function textsOf(matched: Matched, ...flags: readonly string[]): string[] {
  return valuesOf(matched, ...flags).map((value) => value?.text ?? '');
}

/** The only names that are searched; none where others are, too: behind a first `--exclude` whatever fits nothing is. */
function includedNames(matched: Matched): string[] {
  const first = matched.options.find(({ flag }) =>
    /^--(?:include|exclude|exclude-from)$/.test(flag),
  );
  return first?.flag === '--include' ? textsOf(matched, '--include') : [];
}

/** Of an `--include` and an `--exclude` that both fit, the last one counts; so beside the first none is trusted. */
function isExcluded(path: string, matched: Matched): boolean {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  const fits = (text: string, flag: string): boolean =>
    textsOf(matched, flag).some((glob) => matchesName(text, glob));
  if (folders.some((folder) => folder !== '' && fits(folder, '--exclude-dir'))) return true;
  return !has(matched, '--include') && fits(name, '--exclude');
}

function excludesProtected(matched: Matched): boolean {
  const folders = textsOf(matched, '--exclude-dir');
  const files = has(matched, '--include') ? [] : textsOf(matched, '--exclude');
  const hidden = folders.includes('.*') && files.includes('.*');
  return (
    hidden || (folders.includes('.git') && files.includes('.env*') && files.includes('.npmrc'))
  );
}

/** `rg`: leaves hidden files out unless told otherwise; `--files` and `-l` print names. */
export const readRg: Grammar = (call) => {
  const result = judged(call);
  if (result === null) return ends(call);
  const { matched, outcome } = result;
  const lists = has(matched, '--files', '--type-list');
  const places = lists ? matched.operands : placesOf(matched);
  if (lists) for (const operand of matched.operands) noteFile(operand, call.scope);
  // Whether it reads its folder or stdin it decides at run time.
  if (places.length === 0) noteFile(literalArg('.'), call.scope);
  const hidden = searchesHidden(matched);
  if (!lists && hidden) noteProtected(call);
  const globs = textsOf(matched, '-g', '--glob', '--iglob');
  const included = globs.filter((glob) => !glob.startsWith('!'));
  const named = included.length > 0 || has(matched, '-t', '--type');
  const left = (path: string): boolean =>
    included.length === 0 &&
    globs.some((glob) => path.split('/').some((name) => matchesName(name, glob.slice(1))));
  const isRead = (path: string): boolean =>
    hidden || (!path.includes('/.') && (named ? fitsOne(path, included) : !left(path)));
  if (!lists) noteSecrets(call, isRead, hidden ? 'all' : 'visible');
  if (!has(matched, '--files', '-l', '--files-with-matches') || !tellsNamesOnly(matched, RG_NAMES))
    return outcome;
  if (places.some(({ text }) => text === '-')) return outcome;
  const ended = has(matched, '-0', '--null') ? 'nul' : 'newline';
  const prints = namesBelow(
    places,
    hidden
      ? { ordinary: false, regular: true, ended }
      : {
          ordinary: true,
          regular: true,
          visible: true,
          ended,
          ...(named ? { named: included } : {}),
        },
    call.scope,
  );
  return prints === undefined ? outcome : { ...outcome, prints };
};

function searchesHidden(matched: Matched): boolean {
  const unrestricted =
    matched.options.filter((option) => /^(?:-u|--unrestricted)$/.test(option.flag)).length > 1;
  const globs = valuesOf(matched, '-g', '--glob', '--iglob').map((value) => value?.text ?? '');
  // A glob that includes beats the rule that hidden files are left out.
  const included = globs.some((glob) => !glob.startsWith('!') && !isOrdinaryPattern(glob));
  return unrestricted || included || has(matched, '-.', '--hidden');
}

/** `fd`: the first operand is a pattern; it prints names only. */
export const readFd: Grammar = (call) => {
  const result = judged(call);
  if (result === null) return ends(call);
  const { matched, outcome } = result;
  const places = placesOf(matched);
  if (places.length === 0) noteFile(literalArg('.'), call.scope);
  const ended = has(matched, '-0', '--print0') ? 'nul' : 'newline';
  const prints = namesBelow(places, { ordinary: false, regular: false, ended }, call.scope);
  return prints === undefined || !tellsNamesOnly(matched, FD_NAMES)
    ? outcome
    : { ...outcome, prints };
};

/** `diff`: of two folders it reads all files, with `-r` those below them, too. */
export const readDiff: Grammar = (call) => {
  const result = judged(call);
  if (result === null) return ends(call);
  noteProtected(call);
  noteSecrets(call, () => true);
  return result.outcome;
};

/** `ls`: prints names, of its own folder unless told otherwise. */
export const readLs: Grammar = (call) => {
  const result = judged(call);
  if (result === null) return ends(call);
  const { matched, outcome } = result;
  const { scope } = call;
  if (matched.operands.length === 0) noteWord(literalArg('.'), 'read', scope);
  if (has(matched, '-L', '--dereference') && has(matched, '-R', '--recursive')) {
    noteHatch('ls -LR follows symlinks to anywhere', [], scope);
  }
  const plain = matched.options.every((option) => /^-[1rtSUvX]$/.test(option.flag));
  const prints = namesBelow(matched.operands, { ordinary: false, regular: false }, scope);
  if (!plain || prints === undefined || scope.state.folders === null) return outcome;
  // The names of what is in a folder are printed without it, so they are read from where the next command stands.
  return {
    ...outcome,
    prints: {
      ...prints,
      roots: [...prints.roots, ...scope.state.folders],
      dashless: false,
      listedIn: scope.state.folders,
    },
  };
};
