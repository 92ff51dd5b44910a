import type { SimpleCommand } from '../analysis.ts';
import { type Arg, type Notes, publicWord, type Scope, type Walk } from './arg.ts';
import { meansTheSame } from '../programs/dynamic-dispatch.ts';
import { fromRoot, isStream, leadsTo } from '../words/paths.ts';
import { NOWHERE } from './state.ts';

type Access = 'read' | 'write';
type From = 'argument' | 'redirection';

/** Notes that a word names a file or folder. A word known only at run time is noted as unknown. */
export function noteWord(arg: Arg, access: Access, scope: Scope, from: From = 'argument'): void {
  if (arg.text !== null) notePath(arg.text, access, scope, from);
  else if (arg.glob !== undefined)
    for (const name of arg.glob.names) notePath(name, access, scope, from);
  else if (arg.reach !== undefined) {
    if (!meansTheSame(arg.reach, scope.state)) {
      const because = `the names in \`${arg.source}\` were listed in another folder than they are used in`;
      scope.notes.unknown.add(because);
    }
    for (const root of arg.reach.roots) notePath(root, access, scope, from);
  } else scope.notes.unknown.add(`\`${arg.source}\` names a path that is known only at run time`);
}

/** Notes a path as written, and where symlinks make it lead. */
export function notePath(
  path: string,
  access: Access,
  scope: Scope,
  from: From = 'argument',
): void {
  const { notes, state, walk } = scope;
  if (isStream(path)) return;
  const places = path === '' ? [] : leadsTo(path, state, walk.pathResolver);
  if (places === null) {
    notes.unknown.add(`where \`${path}\` leads is known only at run time`);
    return;
  }
  for (const place of places) {
    const known = fromRoot(place, walk.pathResolver.root);
    if (
      !notes.paths.some(
        (fact) => fact.path === known && fact.access === access && fact.from === from,
      )
    ) {
      notes.paths.push({ path: known, access, from });
    }
  }
}

/** Notes an option or feature that no rule covers without spelling it. */
export function noteHatch(what: string, words: readonly Arg[], scope: Scope): void {
  scope.notes.hatches.push({ what, words: words.map((word) => word.text ?? word.source) });
}

/** Ends a simple command: what was noted becomes one of the analysis' commands. */
export function finish(words: readonly Arg[], notes: Notes, walk: Walk): void {
  noteListed(notes, walk);
  walk.out.push(simpleCommand(words, notes, walk.via));
}

/** A glob tells the names in a folder, as `ls` of it does. Those of the workspace's root anybody may know. */
function noteListed(notes: Notes, walk: Walk): void {
  const { root } = walk.pathResolver;
  for (const folder of notes.listed) {
    const places = leadsTo(folder, NOWHERE, walk.pathResolver);
    if (places === null) notes.unknown.add(`where \`${folder}\` leads is known only at run time`);
    for (const place of places ?? []) {
      const path = fromRoot(place, root);
      const known = notes.paths.some((fact) => fact.path === path && fact.access === 'read');
      if (path !== '.' && !known) notes.paths.push({ path, access: 'read', from: 'argument' });
    }
  }
}

function simpleCommand(words: readonly Arg[], notes: Notes, via: readonly string[]): SimpleCommand {
  const classes = new Set(notes.classes);
  const writes = notes.paths.some((path) => path.access === 'write');
  if (writes) classes.add('@writes');
  // Where only redirections write, the program itself is what it was; each of their targets needs what `fs_write` needs.
  const writesItself = notes.paths.some(
    (path) => path.access === 'write' && path.from !== 'redirection',
  );
  if (
    writesItself ||
    notes.hatches.length > 0 ||
    notes.unknown.size > 0 ||
    classes.has('@forbidden')
  ) {
    classes.delete('@readonly');
    classes.delete('@git-readonly');
  }
  return {
    words: words.map(publicWord),
    via,
    classes: [...classes],
    intents: [...notes.intents],
    hatches: notes.hatches,
    paths: notes.paths,
    hosts: [...notes.hosts],
    unknown: [...notes.unknown],
  };
}
