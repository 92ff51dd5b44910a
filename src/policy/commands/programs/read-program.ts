import { baseName } from '../words/program-names.ts';
import {
  type ExpandedWord,
  type ExpandedWords,
  type CommandResult,
  type Scope,
  unchangedState,
  withNames,
  type Invocation,
} from '../walk/context.ts';
import type { CommandPath } from '../analysis.ts';
import type { CompiledSpec } from '../specs/index.ts';
import type { OperandKind, ProgramSpec } from '../specs/program-spec.ts';
import { noteEscapeHatch, notePath, notePathWord, noteUnknown } from '../walk/findings.ts';
import { type MatchedOptions, matchOptions } from './options.ts';
import { printedFileNames, withOutput } from './printed-names.ts';
import { MAX_FILES_LOOKED_AT } from '../parse/limits.ts';
import { fromRoot, isOrdinaryPattern, isWithin } from '../words/paths.ts';
import type { FileNames } from '../walk/file-names.ts';
import { type NameFilter, namePatterns } from '../words/name-filter.ts';
import { matchesName } from '../../rules/wildcard.ts';

/** Reads the words of a program that needs more than its table. */
export type ProgramReader = (
  invocation: Invocation,
  spec: CompiledSpec<ProgramSpec>,
) => CommandResult;

/** Reads a program by its table alone: matches its options and notes its operands. */
export function readProgram(
  invocation: Invocation,
  known: CompiledSpec<ProgramSpec>,
): { matched: MatchedOptions; result: CommandResult } {
  const { spec, flags } = known;
  const { scope } = invocation;
  if (spec.operands === 'words') {
    scope.findings.classes.add('@readonly');
    const operands = [...invocation.args];
    const result = withNames(unchangedState(scope.state), printedFileNames(operands, scope));
    return { matched: { options: [], operands, unknown: [], uncertain: [] }, result };
  }
  const matched = matchOptions(invocation.args, flags);
  noteUnknownOptions(invocation, matched, known.escapeHatches);
  if (spec.responseFiles === true) noteResponseFiles(invocation);
  // An option that is known only at run time could be any. If no option does harm, only the values matter.
  for (const arg of matched.uncertain) {
    if (spec.harmlessOptions !== true)
      noteUnknown(scope, `\`${arg.source}\` may be an option of ${invocation.name}`);
    else if (spec.operands !== 'text') matched.operands.push(arg);
  }
  // Words that are known only at run time may be more than one.
  const several = matched.operands.find((arg) => arg.text === null && !arg.single);
  if (spec.maxOperands !== undefined && several !== undefined) {
    noteUnknown(
      scope,
      `\`${several.source}\` may be more words than ${invocation.name} only reads`,
    );
  }
  if (matched.operands.length > (spec.maxOperands ?? Infinity)) {
    noteEscapeHatch(
      `${invocation.name} writes its second file`,
      matched.operands.slice(spec.maxOperands),
      scope,
    );
  }
  noteOperands(spec.operands, matched, scope);
  for (const option of matched.options) {
    if (option.value !== null && option.kind !== 'text' && option.kind !== 'pattern') {
      if (option.kind === 'list') notePathWord(option.value, 'read', scope);
      else noteFileRead(option.value, scope);
    }
  }
  scope.findings.classes.add('@readonly');
  return { matched, result: withOutput(invocation, spec, matched) };
}

/** Notes words `@FILE`: programs of binutils take further words, options included, from that file. */
function noteResponseFiles({ name, args, scope }: Invocation): void {
  for (const arg of args) {
    const names = arg.text === null ? (arg.glob?.names ?? [arg.prefix]) : [arg.text];
    const known = arg.text !== null || arg.glob !== undefined || arg.prefix !== '';
    if (!known) noteUnknown(scope, `\`${arg.source}\` may be a file of words for ${name}`);
    if (names.some((text) => text.startsWith('@')))
      noteEscapeHatch(`${name} ${arg.source} takes words from a file`, [arg], scope);
  }
}

export function noteUnknownOptions(
  invocation: Invocation,
  matched: MatchedOptions,
  escapeHatches: ReadonlyMap<string, string> = new Map(),
): void {
  for (const arg of matched.unknown) {
    const text = arg.text ?? arg.source;
    const [flag, what] = [...escapeHatches].find(([each]) => spells(text, each)) ?? [
      '',
      'is not known to be harmless',
    ];
    noteEscapeHatch(`${invocation.name} ${text} ${what}`, [arg], invocation.scope);
    if (what.startsWith('writes')) noteOptionFile(arg, { flag, access: 'write' }, invocation);
    if (/^(?:reads|names files)/.test(what))
      noteOptionFile(arg, { flag, access: 'read' }, invocation);
    if (what.startsWith('names files')) noteListedFiles(invocation.scope);
  }
}

/** Notes what a list of names, or a patch, may name: anything in the workspace. */
export function noteListedFiles(scope: Scope): void {
  const { root } = scope.walker.pathResolver;
  notePath(root, 'read', scope);
  markBelow([root], 'all', scope);
}

/** Notes the file that an option reads or writes: attached to it, or the next word. */
function noteOptionFile(
  arg: ExpandedWord,
  { flag, access }: { readonly flag: string; readonly access: CommandPath['access'] },
  { args, scope }: Invocation,
): void {
  const text = arg.text ?? '';
  const attached = text.startsWith('--')
    ? /^[^=]*=(.*)$/s.exec(text)?.[1]
    : text.slice(text.indexOf(flag.slice(1), 1) + 1);
  const next = args[args.indexOf(arg) + 1];
  if (attached !== undefined && attached !== '') notePath(attached, access, scope);
  else if (next !== undefined && access === 'read') noteFileRead(next, scope);
  else if (next !== undefined) notePathWord(next, access, scope);
}

function spells(text: string, flag: string): boolean {
  if (text === flag || text.startsWith(`${flag}=`)) return true;
  const [long = ''] = text.split('=');
  if (/^--./.test(long) && flag.startsWith(long)) return true;
  return /^-[^-]$/.test(flag) && /^-[^-]/.test(text) && text.includes(flag.slice(1));
}

function noteOperands(operands: OperandKind, matched: MatchedOptions, scope: Scope): void {
  switch (operands) {
    case 'text':
    case 'words':
      return;
    case 'none':
      if (matched.operands.length > 0)
        noteEscapeHatch('operands are not known to be harmless', matched.operands, scope);
      for (const operand of matched.operands)
        if (operand.text === null) noteFileRead(operand, scope);
      return;
    case 'list':
      for (const operand of matched.operands)
        if (operand.text !== '-') notePathWord(operand, 'read', scope);
      return;
    case 'read':
      for (const operand of matched.operands) noteFileRead(operand, scope);
      return;
    case 'pattern-read':
      for (const operand of fileOperands(matched)) noteFileRead(operand, scope);
      return;
  }
}

/** The operands that are files: all but the pattern, unless an option gave the pattern. */
export function fileOperands(matched: MatchedOptions): ExpandedWords {
  const given = matched.options.some(
    (option) => option.kind === 'pattern' || option.kind === 'patterns',
  );
  const [first] = matched.operands;
  const several = first !== undefined && first.text === null && !first.single;
  return given || several ? matched.operands : matched.operands.slice(1);
}

/** Notes that the contents of a file are read. */
export function noteFileRead(operand: ExpandedWord, scope: Scope): void {
  if (operand.text === '-') return;
  notePathWord(operand, 'read', scope);
  noteFoundFile(operand, scope);
}

/** Notes what is read if a name that is known only at run time names any of the files that were listed. */
export function noteFoundFile(word: ExpandedWord, scope: Scope): void {
  const { root } = scope.walker.pathResolver;
  const found = word.text === null ? word.fileNames : undefined;
  if (found === undefined) return;
  const isGitLeftOut =
    found.withoutGit === true && scope.walker.pathResolver.secretsBelow !== undefined;
  if (!found.ordinary && !isGitLeftOut && found.roots.some((place) => isWithin(root, place)))
    noteUnknown(
      scope,
      `\`${word.source}\` may be \`.env\` or in \`.git\`: ask for a kind of file, as in \`-name '*.ts'\``,
    );
  noteSecretsBelow(found.roots, (path) => mayName(found, path), scope);
  const only =
    found.ordinary && found.regular ? namePatterns(found.patterns?.map(baseName) ?? []) : null;
  const names = only === null ? undefined : { only };
  markBelow(found.roots, found.visible === true ? 'visible' : 'all', scope, names);
  if (mayLeaveWorkspace(found, scope))
    noteUnknown(scope, `\`${word.source}\` may be a symlink that leads elsewhere: use \`-type f\``);
}

/** Whether one of the names may be a file at `path` below its root. */
function mayName({ ordinary, patterns, visible }: FileNames, path: string): boolean {
  if (visible === true && path.includes('/.')) return false;
  return (
    !ordinary || (visible === true && patterns === undefined) || matchesAnyPattern(path, patterns)
  );
}

/** Whether the name of a file fits a pattern, case ignored. Without patterns: whether source files have such a name. */
export function matchesAnyPattern(path: string, patterns: readonly string[] = []): boolean {
  const plain = patterns.length > 0 && patterns.every((pattern) => !/[?[{\\]/.test(pattern));
  if (!plain) return isOrdinaryPattern(path);
  const name = baseName(path).toLowerCase();
  return patterns.some((pattern) => matchesName(name, baseName(pattern).toLowerCase()));
}

/**
 * Notes that everything below `places` (absolute) is read, or as far as `names` says. The policy decides whether a rule is about some of it.
 */
export function markBelow(
  places: readonly string[],
  below: NonNullable<CommandPath['below']>,
  { findings, walker }: Scope,
  names?: NameFilter,
): void {
  const marked = new Set(places.map((place) => fromRoot(place, walker.pathResolver.root)));
  for (const [index, fact] of findings.paths.entries()) {
    if (fact.access !== 'read' || !marked.has(fact.path)) continue;
    const { names: known, ...others } = fact;
    const all = fact.below === undefined ? names : eitherNames(known, names);
    findings.paths[index] = { ...others, below, ...(all === undefined ? {} : { names: all }) };
  }
}

/** What is read of a folder that is read twice: more than one of the two says. */
function eitherNames(one?: NameFilter, other?: NameFilter): NameFilter | undefined {
  const isSame = JSON.stringify(one) === JSON.stringify(other);
  if (isSame || one?.only === undefined || other?.only === undefined)
    return isSame ? one : undefined;
  return { only: [...one.only, ...other.only] };
}

/**
 * Notes the files below `places` (absolute) that usually contain secrets, if `isRead` is true for their path below the
 * place.
 */
export function noteSecretsBelow(
  places: readonly string[],
  isRead: (path: string) => boolean,
  scope: Scope,
): void {
  const { pathResolver } = scope.walker;
  for (const place of places) {
    for (const file of pathResolver.secretsBelow?.(place) ?? [])
      if (isRead(file.slice(place.length))) notePath(file, 'read', scope);
  }
}

/** Whether a symlink among the names may lead out of the workspace or to a protected file. */
function mayLeaveWorkspace(fileNames: FileNames, scope: Scope): boolean {
  const { pathResolver } = scope.walker;
  if (fileNames.regular || pathResolver.list === undefined) return false;
  const folders = [...fileNames.roots];
  for (let seen = 0; folders.length > 0; ) {
    const folder = folders.pop() ?? '';
    const names = pathResolver.list(folder);
    if (names === null) return true;
    for (const name of names) {
      seen += 1;
      if (seen > MAX_FILES_LOOKED_AT) return true;
      if (name === '.git' || name === 'node_modules') continue;
      const path = `${folder}/${name}`;
      const real = pathResolver.realpath(path);
      if (real === path) folders.push(path);
      else if (
        (!fileNames.ordinary || isOrdinaryPattern(name)) &&
        !staysOrdinary(real, pathResolver.root)
      )
        return true;
    }
  }
  return false;
}

function staysOrdinary(real: string | null, root: string): boolean {
  return (
    real !== null &&
    isWithin(real, root) &&
    !/\/\.(?:git|env[^/]*|npmrc)(?:\/|$)/.test(real.slice(root.length))
  );
}
