import { posix } from 'node:path';
import { analyseCommand } from '../commands/index.ts';
import type { Facts, PathFact, Situation } from '../model/facts.ts';

/** Most folders that `cd` is followed through. */
const MAX_FOLDERS = 8;
/** These programs run what is in a file that no word has to name. */
const IMPLICIT_FILES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    npm: ['package.json'],
    npx: ['package.json'],
    pnpm: ['package.json'],
    yarn: ['package.json'],
    bun: ['package.json'],
    make: ['GNUmakefile', 'makefile', 'Makefile'],
    gmake: ['GNUmakefile', 'makefile', 'Makefile'],
    just: ['justfile', 'Justfile'],
    rake: ['Rakefile'],
  }),
);

/**
 * Every path whose content may decide what a call does: the paths that it touches, and every word of its command that
 * could name a file (a script, a makefile, the value of an option). Wider than the verdict: it only binds an approval.
 */
export function dependsOn(facts: Facts, situation: Situation): readonly string[] {
  const touched = affectedPaths(facts, situation).map(({ path }) => path);
  if (facts.command === undefined) return touched;
  const cwd = facts.cwd ?? '.';
  const { commands } = analyseCommand(facts.command, { pathResolver: situation.pathResolver, cwd });
  const folders = [cwd];
  const names: string[] = [];
  for (const { words } of commands) {
    const [program = '', ...rest] = words.flatMap(({ text }) => (text === null ? [] : [text]));
    const named = [program, ...rest, ...rest.map((word) => word.slice(word.indexOf('=') + 1))];
    names.push(
      ...named.filter((word) => word !== ''),
      ...(IMPLICIT_FILES.get(posix.basename(program)) ?? []),
    );
    const [into] = rest;
    if (program === 'cd' && into !== undefined && folders.length < MAX_FOLDERS) {
      folders.push(posix.join(folders.at(-1) ?? cwd, into));
    }
  }
  const paths = folders.flatMap((folder) =>
    names.map((name) => (posix.isAbsolute(name) ? name : posix.join(folder, name))),
  );
  return [...new Set([...touched, ...paths])];
}

/** Every path that a call names: its own, and those that the words and redirections of its command name. */
export function affectedPaths(facts: Facts, situation: Situation): readonly PathFact[] {
  const own = facts.paths ?? [];
  if (facts.command === undefined) return own;
  const { commands } = analyseCommand(facts.command, {
    pathResolver: situation.pathResolver,
    cwd: facts.cwd ?? '.',
  });
  return [...own, ...commands.flatMap((command) => command.paths)];
}
