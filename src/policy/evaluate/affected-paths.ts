import { posix } from 'node:path';
import { distinctBy } from '../../common/index.ts';
import { SUBCOMMANDS_BY_NAME } from '../commands/specs/subcommands.ts';
import { byName } from '../commands/specs/table.ts';
import type { Facts, PathFact, Situation, Verdict } from '../model/facts.ts';
import { resolvePath } from '../rules/paths.ts';
import { analyse } from './evaluate.ts';

/** Most folders that `cd` is followed through. */
const MAX_FOLDERS = 8;
/** These programs run what is in a file that no word has to name. */
const IMPLICIT_FILES = byName<readonly string[]>({
  'make, gmake': ['GNUmakefile', 'makefile', 'Makefile'],
  just: ['justfile', 'Justfile'],
  rake: ['Rakefile'],
});

function implicitFiles(program: string): readonly string[] {
  const isOfPackages = SUBCOMMANDS_BY_NAME.get(program)?.ofPackages === true;
  return isOfPackages ? ['package.json'] : (IMPLICIT_FILES.get(program) ?? []);
}

/**
 * Every path whose content may decide what a call does: the paths that it touches, and every word of its command that
 * could name a file (a script, a makefile, the value of an option). Wider than the verdict: it only binds an approval.
 */
export function dependsOn(facts: Facts, situation: Situation): readonly string[] {
  const touched = affectedPaths(facts, situation).map(({ path }) => path);
  const analysis = analyse(facts, situation);
  if (analysis === null) return touched;
  const { cwd = '.' } = facts;
  const folders = [cwd];
  const names: string[] = [];
  for (const { words } of analysis.commands) {
    const [program = '', ...rest] = words.flatMap(({ text }) => (text === null ? [] : [text]));
    const named = [program, ...rest, ...rest.map((word) => word.slice(word.indexOf('=') + 1))];
    names.push(...named.filter((word) => word !== ''), ...implicitFiles(posix.basename(program)));
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
  const commands = analyse(facts, situation)?.commands ?? [];
  return [...(facts.paths ?? []), ...commands.flatMap(({ paths }) => paths)];
}

/**
 * The same from the workspace root (absolute if outside), as named and, if that differs, as it really is, now and when the call
 * was evaluated (`evaluated`): a link leads no call past who looks at its paths.
 */
export function affectedPlaces(
  facts: Facts,
  situation: Situation,
  evaluated: Verdict['places'],
): readonly PathFact[] {
  const places = affectedPaths(facts, situation).flatMap(({ path, access }) => {
    const now = resolvePath(path, situation.pathResolver).views.map((view) => view.path);
    const before = evaluated?.get(path);
    return [...now, ...(before === undefined ? [] : [before])].map((one) => ({
      path: one,
      access,
    }));
  });
  return distinctBy(places, ({ access, path }) => `${access} ${path}`);
}

/**
 * The files that a call touches, by every name that they have, for CODEOWNERS; `null` if that is not known. A command whose
 * writes the sandbox does not limit to named paths may touch any file. A path outside of the workspace stays absolute,
 * and nobody owns it.
 */
export function touchedFiles(
  facts: Facts,
  situation: Situation,
  { profile }: Pick<Verdict, 'profile'>,
): readonly string[] | null {
  const analysis = analyse(facts, situation);
  if (analysis !== null) {
    if (profile === undefined || profile.name === 'program' || profile.name === 'git') return null;
    const { problem, unknown, commands } = analysis;
    const isUnknown = commands.some((command) => command.unknown.length > 0);
    if (problem !== null || unknown.length > 0 || isUnknown) return null;
  }
  const files = new Set<string>();
  for (const { path } of affectedPaths(facts, situation)) {
    const resolved = resolvePath(path, situation.pathResolver);
    if (resolved.unknown !== null) return null;
    for (const view of resolved.views) files.add(view.path);
  }
  return [...files];
}
