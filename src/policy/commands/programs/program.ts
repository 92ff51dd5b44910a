import { type Arg, type Outcome, type Scope, unchanged } from '../walk/arg.ts';
import type { CommandPath } from '../analysis.ts';
import type { Call } from '../walk/call.ts';
import type { Known } from '../specs/index.ts';
import type { Operands, Program } from '../specs/program.ts';
import { noteHatch, notePath, noteWord } from '../walk/notes.ts';
import { type Matched, matchOptions } from './options.ts';
import { printedWords, withOutput } from '../words/printed-names.ts';
import { MAX_FILES_LOOKED_AT } from '../parse/limits.ts';
import { fromRoot, isOrdinaryPattern } from '../words/paths.ts';
import type { Reach } from '../walk/state.ts';
import { matchesName } from '../../rules/wildcard.ts';

/** A program of the tables: its options are matched, its operands noted. */
export function readProgram(
  call: Call,
  known: Known<Program>,
): { matched: Matched; outcome: Outcome } {
  const { entry, flags } = known;
  const { scope } = call;
  if (entry.operands === 'words') {
    scope.notes.classes.add('@readonly');
    const operands = [...call.args];
    const matched = { options: [], operands, strange: [], doubtful: [] };
    return { matched, outcome: { ...unchanged(scope.state), ...printedWords(operands, scope) } };
  }
  const matched = matchOptions(call.args, flags);
  noteStrange(call, matched, entry.hatches ?? {});
  if (entry.responseFiles === true) noteResponseFiles(call);
  // An option that only exists at run time could be any; where none can do harm, only the values matter.
  for (const arg of matched.doubtful) {
    if (entry.tame !== true)
      scope.notes.unknown.add(`\`${arg.source}\` may be an option of ${call.name}`);
    else if (entry.operands !== 'text') matched.operands.push(arg);
  }
  // Words that only exist at run time may be more than one.
  const several = matched.operands.find((arg) => arg.text === null && !arg.single);
  if (entry.most !== undefined && several !== undefined) {
    scope.notes.unknown.add(`\`${several.source}\` may be more words than ${call.name} only reads`);
  }
  if (matched.operands.length > (entry.most ?? Infinity)) {
    noteHatch(`${call.name} writes its second file`, matched.operands.slice(entry.most), scope);
  }
  noteOperands(entry.operands, matched, scope);
  for (const option of matched.options) {
    if (option.value !== null && option.kind !== 'text' && option.kind !== 'pattern') {
      noteWord(option.value, 'read', scope);
    }
  }
  scope.notes.classes.add('@readonly');
  return { matched, outcome: withOutput(call, entry, matched) };
}

/** Every program of binutils takes further words, options among them, from what a word `@FILE` names. */
function noteResponseFiles({ name, args, scope }: Call): void {
  for (const arg of args) {
    const names = arg.text === null ? (arg.glob?.names ?? [arg.prefix]) : [arg.text];
    const known = arg.text !== null || arg.glob !== undefined || arg.prefix !== '';
    if (!known) scope.notes.unknown.add(`\`${arg.source}\` may be a file of words for ${name}`);
    if (names.some((text) => text.startsWith('@')))
      noteHatch(`${name} ${arg.source} takes words from a file`, [arg], scope);
  }
}

export function noteStrange(
  call: Call,
  matched: Matched,
  hatches: Readonly<Record<string, string>>,
): void {
  for (const arg of matched.strange) {
    const text = arg.text ?? arg.source;
    const name = Object.keys(hatches).find((flag) => spells(text, flag));
    const what = (name === undefined ? undefined : hatches[name]) ?? 'is not known to be harmless';
    noteHatch(`${call.name} ${text} ${what}`, [arg], call.scope);
  }
}

function spells(text: string, flag: string): boolean {
  if (text === flag || text.startsWith(`${flag}=`)) return true;
  return /^-[^-]$/.test(flag) && /^-[^-]/.test(text) && text.includes(flag.slice(1));
}

function noteOperands(operands: Operands, matched: Matched, scope: Scope): void {
  switch (operands) {
    case 'text':
    case 'words':
      return;
    case 'none':
      if (matched.operands.length > 0)
        noteHatch('operands are not known to be harmless', matched.operands, scope);
      return;
    case 'list':
      for (const operand of matched.operands)
        if (operand.text !== '-') noteWord(operand, 'read', scope);
      return;
    case 'read':
      for (const operand of matched.operands) noteFile(operand, scope);
      return;
    case 'pattern-read': {
      for (const operand of placesOf(matched)) noteFile(operand, scope);
      return;
    }
  }
}

/** The operands that are files: without the pattern, where no option brought it. */
export function placesOf(matched: Matched): readonly Arg[] {
  const given = matched.options.some(
    (option) => option.kind === 'pattern' || option.kind === 'patterns-file',
  );
  const [first] = matched.operands;
  const several = first !== undefined && first.text === null && !first.single;
  return given || several ? matched.operands : matched.operands.slice(1);
}

/** Notes that the contents of a file are read. */
export function noteFile(operand: Arg, scope: Scope): void {
  if (operand.text === '-') return;
  noteWord(operand, 'read', scope);
  const { root } = scope.walk.pathResolver;
  const found = operand.text === null ? operand.reach : undefined;
  if (
    found !== undefined &&
    !found.ordinary &&
    found.roots.some((place) => isWithin(root, place))
  ) {
    scope.notes.unknown.add(
      `\`${operand.source}\` may be \`.env\` or in \`.git\`: ask for a kind of file, as in \`-name '*.ts'\``,
    );
  }
  if (found !== undefined) {
    noteBelow(found.roots, (path) => mayName(found, path), scope);
    markBelow(found.roots, found.visible === true ? 'visible' : 'all', scope);
  }
  if (found !== undefined && mayLeadOut(found, scope)) {
    scope.notes.unknown.add(
      `\`${operand.source}\` may be a symlink that leads elsewhere: look for \`-type f\``,
    );
  }
}

/** Whether words of this reach may name a file at `path` below one of its places. */
function mayName({ ordinary, named, visible }: Reach, path: string): boolean {
  if (visible === true && path.includes('/.')) return false;
  return !ordinary || (visible === true && named === undefined) || fitsOne(path, named);
}

/** Whether a file's name may be one of these patterns', upper and lower case alike; without any, one of source files. */
export function fitsOne(path: string, patterns: readonly string[] = []): boolean {
  const plain = patterns.length > 0 && patterns.every((pattern) => !/[?[{\\]/.test(pattern));
  if (!plain) return isOrdinaryPattern(path);
  const name = nameOf(path).toLowerCase();
  return patterns.some((pattern) => matchesName(name, nameOf(pattern).toLowerCase()));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Notes that what lies below `places` (absolute) is read: whether a rule is about some of it is the policy's to say. */
export function markBelow(
  places: readonly string[],
  below: NonNullable<CommandPath['below']>,
  { notes, walk }: Scope,
): void {
  const marked = new Set(places.map((place) => fromRoot(place, walk.pathResolver.root)));
  for (const [index, fact] of notes.paths.entries())
    if (fact.access === 'read' && marked.has(fact.path)) notes.paths[index] = { ...fact, below };
}

/** Notes that files which usually hold secrets are read where they lie below `places` (absolute) and `isRead` says so. */
export function noteBelow(
  places: readonly string[],
  isRead: (path: string) => boolean,
  scope: Scope,
): void {
  const { pathResolver } = scope.walk;
  for (const place of places) {
    for (const file of pathResolver.secretsBelow?.(place) ?? [])
      if (isRead(file.slice(place.length))) notePath(file, 'read', scope);
  }
}

/** Whether a symlink that the words could name leads out of the workspace, or to a protected file. */
function mayLeadOut(reach: Reach, scope: Scope): boolean {
  const { pathResolver } = scope.walk;
  if (reach.regular || pathResolver.list === undefined) return false;
  const folders = [...reach.roots];
  for (let seen = 0; folders.length > 0; ) {
    const folder = folders.pop() ?? '';
    for (const name of pathResolver.list(folder) ?? []) {
      seen += 1;
      if (seen > MAX_FILES_LOOKED_AT) return true;
      if (name === '.git' || name === 'node_modules') continue;
      const path = `${folder}/${name}`;
      const real = pathResolver.realpath(path);
      if (real === path) folders.push(path);
      else if (
        (!reach.ordinary || isOrdinaryPattern(name)) &&
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

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}
