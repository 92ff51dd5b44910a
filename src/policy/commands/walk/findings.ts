import type { PathResolver } from '../../model/facts.ts';
import type { SimpleCommand, Word } from '../analysis.ts';
import {
  type ExpandedWord,
  type ExpandedWords,
  type Findings,
  type Scope,
  type Walker,
} from './context.ts';
import { homePath, meanTheSame } from './file-names.ts';
import {
  absoluteFrom,
  fromRoot,
  isStream,
  isWithin,
  normalised,
  resolvePlaces,
} from '../words/paths.ts';
import { isHijacking } from '../words/variable-names.ts';
import { UNREACHABLE } from './shell-state.ts';

type PathAccess = 'read' | 'write';
type PathSource = 'argument' | 'redirection';

/** Notes that a word names a file or folder. A word known only at run time is noted as unknown. */
export function notePathWord(
  arg: ExpandedWord,
  access: PathAccess,
  scope: Scope,
  from: PathSource = 'argument',
): void {
  if (arg.text !== null) notePath(arg.text, access, scope, from);
  else if (arg.glob !== undefined)
    for (const name of arg.glob.names) notePath(name, access, scope, from);
  else if (arg.fileNames !== undefined) {
    if (!meanTheSame(arg.fileNames, scope.state)) {
      const because = `the names in \`${arg.source}\` were listed in another folder than they are used in`;
      noteUnknown(scope, because);
    }
    for (const root of arg.fileNames.roots) notePath(root, access, scope, from);
  } else noteUnknown(scope, `\`${arg.source}\` names a path that is known only at run time`);
}

/** Notes a path as written, and where symlinks make it lead. */
export function notePath(
  path: string,
  access: PathAccess,
  scope: Scope,
  from: PathSource = 'argument',
): void {
  const { findings, state, walker } = scope;
  if (isStream(path)) return;
  const places = path === '' ? [] : resolvePlaces(path, state, walker.pathResolver);
  if (places === null) {
    findings.unknown.add(`where \`${path}\` leads is known only at run time`);
    return;
  }
  for (const place of places) {
    const known = fromRoot(place, walker.pathResolver.root);
    if (
      !findings.paths.some(
        (fact) => fact.path === known && fact.access === access && fact.from === from,
      )
    ) {
      findings.paths.push({ path: known, access, from });
    }
  }
}

/** Notes that a file of the workspace is run, and so read. One that is a link to a program of the machine is none. */
export function noteRanFile(path: string, scope: Scope): void {
  const { state, walker } = scope;
  const { root } = walker.pathResolver;
  const places = resolvePlaces(path, state, walker.pathResolver);
  if (places?.every((place) => isWithin(place, root)) === true) notePath(path, 'read', scope);
}

/** Notes why the command is not fully understood. */
export function noteUnknown({ findings }: Scope, because: string): void {
  findings.unknown.add(because);
}

/** The same if it may hide a whole command, so that whatever starts the command is not understood either. */
export function noteHiddenCommand(scope: Scope, because: string): void {
  noteUnknown(scope, because);
  scope.walker.unknown.add(because);
}

/** Notes that a variable is set which the shell or a program may act on. */
export function noteVariable(scope: Scope, name: string, because: string): void {
  if (isHijacking(name)) scope.findings.classes.add('@forbidden');
  noteUnknown(scope, because);
}

/** All that an escape hatch does; see `EscapeHatch`. */
interface NotedEffect {
  readonly starts?: boolean;
  readonly writesNamed?: boolean;
}

/** Notes an option or feature that an `auto` rule must spell out. */
export function noteEscapeHatch(
  description: string,
  words: ExpandedWords,
  scope: Scope,
  { starts = false, writesNamed = false }: NotedEffect = {},
): void {
  scope.findings.escapeHatches.push({
    description,
    words: words.map((word) => word.text ?? word.source),
    ...(starts ? { starts } : {}),
    ...(writesNamed ? { writesNamed } : {}),
  });
}

/** Adds a simple command with what was found about it to the analysis. */
export function addCommand(words: ExpandedWords, findings: Findings, walker: Walker): void {
  noteListedFolders(findings, walker);
  walker.commands.push(simpleCommand(words, findings, walker));
}

/** A glob reveals the names in a folder, as `ls` does. The names in the workspace root are public. */
function noteListedFolders(findings: Findings, walker: Walker): void {
  const { root } = walker.pathResolver;
  for (const folder of findings.listedFolders) {
    const places = resolvePlaces(folder, UNREACHABLE, walker.pathResolver);
    if (places === null)
      findings.unknown.add(`where \`${folder}\` leads is known only at run time`);
    for (const place of places ?? []) {
      const path = fromRoot(place, root);
      const known = findings.paths.some((fact) => fact.path === path && fact.access === 'read');
      if (path !== '.' && !known) findings.paths.push({ path, access: 'read', from: 'argument' });
    }
  }
}

function simpleCommand(
  words: ExpandedWords,
  findings: Findings,
  { via, pathResolver }: Walker,
): SimpleCommand {
  const classes = new Set(findings.classes);
  const written = findings.paths.filter(({ access }) => access === 'write');
  if (written.length > 0) classes.add('@writes');
  if (
    // If only redirections write, the program itself keeps its class. Each target needs the permission of `fs_write`.
    written.some(({ from }) => from !== 'redirection') ||
    findings.escapeHatches.length > 0 ||
    findings.unknown.size > 0 ||
    classes.has('@forbidden')
  ) {
    classes.delete('@readonly');
    classes.delete('@git-readonly');
  }
  return {
    words: words.map((word, index) => toWord(word, placesOf(word, index, findings, pathResolver))),
    via,
    classes: [...classes],
    intents: [...findings.intents],
    escapeHatches: findings.escapeHatches,
    paths: findings.paths,
    hosts: [...findings.hosts],
    unknown: [...findings.unknown],
    ...(findings.unknownHosts.size === 0 ? {} : { unknownHosts: [...findings.unknownHosts] }),
    ...possibleOnly(findings),
    ...elsewhere(findings.folders, pathResolver.root),
    ...(findings.runsLocalCode ? { runsLocalCode: true } : {}),
    ...(findings.spelledOut.length === 0
      ? {}
      : { spelledOut: findings.spelledOut.map((word) => toWord(word)) }),
    ...(findings.started.length === 0 ? {} : { started: findings.started }),
    ...(findings.inputTexts.length === 0 ? {} : { inputTexts: findings.inputTexts }),
    ...(findings.hasUnreadInput ? { hasUnreadInput: true } : {}),
    ...(findings.writesUnnamed ? { writesUnnamed: true } : {}),
    ...(findings.givenNames === undefined ? {} : { givenNames: findings.givenNames }),
  };
}

function possibleOnly({ intents, shownIntents }: Findings): Pick<SimpleCommand, 'possibleIntents'> {
  const possible = [...intents.difference(shownIntents)];
  return possible.length === 0 ? {} : { possibleIntents: possible };
}

function elsewhere(
  folders: readonly string[] | null,
  root: string,
): Pick<SimpleCommand, 'folders'> {
  if (folders === null) return { folders };
  if (folders.every((folder) => folder === root)) return {};
  return { folders: folders.map((folder) => fromRoot(folder, root)) };
}

function toWord(
  { text, source, glob, fileNames, numbered }: ExpandedWord,
  places: readonly string[] = [],
): Word {
  const home = fileNames === undefined ? null : homePath(fileNames);
  return {
    text,
    source,
    ...(glob === undefined ? {} : { glob: { prefix: glob.prefix, names: glob.names } }),
    ...(home === null ? {} : { home }),
    ...(numbered === undefined ? {} : { numbered }),
    ...(places.length === 0 ? {} : { places }),
  };
}

/** A longer word is a text and no path. */
const MAX_PATH_CHARS = 4_096;

/** What a word names if it is a path, unless that is its own text. A program without a slash is no path. */
function placesOf(
  { text }: ExpandedWord,
  index: number,
  { folders }: Findings,
  { root }: PathResolver,
): readonly string[] {
  if (text === null || text === '' || text.length > MAX_PATH_CHARS) return [];
  if (text.startsWith('-') || text.includes('://') || (index === 0 && !text.includes('/')))
    return [];
  const places = (folders ?? []).map((folder) =>
    fromRoot(normalised(absoluteFrom(folder, text)), root),
  );
  return places.every((place) => place === text) ? [] : [...new Set(places)];
}
