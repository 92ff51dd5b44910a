import {
  type CommandAnalysis,
  type Intent,
  shownIntents,
  type SimpleCommand,
} from '../commands/analysis.ts';
import { printsConfig, readsItsOperands } from '../commands/git/read-git.ts';
import { intentsOfWords } from '../commands/index.ts';
import { SUBCOMMANDS_BY_NAME } from '../commands/specs/subcommands.ts';
import { isListed } from '../commands/specs/table.ts';
import { WRAPPERS_BY_NAME } from '../commands/specs/wrappers.ts';
import { WRITERS } from '../commands/specs/writers.ts';
import { isReadByTable, programName } from '../commands/specs/index.ts';
import { startedPrograms } from '../commands/words/started-programs.ts';
import { startedProgram } from '../commands/words/starter-options.ts';
import type { PathFact, PathResolver, VerdictName } from '../model/facts.ts';
import type { CommandProfile, ProfileName } from '../model/profile.ts';
import { resolvePath } from '../rules/paths.ts';

/**
 * The profile that a simple command needs, as far as its words show. An unknown program may need the whole workspace.
 */
type Need = Exclude<ProfileName, 'contained'>;
const WIDEST_FIRST: readonly Need[] = ['program', 'git', 'writing'];

/**
 * The profile of a command that may run, by its rules or by approval. A command that is not known to need less gets
 * `program`. `.git` is writable if every command is git, only reads, or writes known paths.
 */
export function chooseProfile(
  { commands, problem, unknown }: CommandAnalysis,
  { verdict, pathResolver }: { readonly verdict: VerdictName; readonly pathResolver: PathResolver },
): CommandProfile {
  const needs = commands.map(needOf);
  const isKnown = problem === null && unknown.length === 0 && needs.length > 0;
  const name = isKnown
    ? (WIDEST_FIRST.find((need) => needs.includes(need)) ?? 'reading')
    : 'program';
  const pathsOf = (access: PathFact['access']): readonly string[] =>
    insidePaths(commands, pathResolver, access);
  return {
    name,
    write: name === 'writing' ? pathsOf('write') : [],
    // An `auto` verdict names nothing hidden: that would ask.
    show: verdict === 'auto' ? [] : [...pathsOf('read'), ...pathsOf('write')],
    network: name === 'program' || name === 'git' || commands.some(({ hosts }) => hosts.length > 0),
  };
}

function needOf(command: SimpleCommand): Need {
  const { classes, unknown, escapeHatches, paths } = command;
  const program = nameOf(command);
  const reads = classes.includes('@readonly') || classes.includes('@git-readonly');
  if (program === 'git') return reads ? (writes(paths) ? 'writing' : 'reading') : 'git';
  if (unknown.length > 0 || escapeHatches.some(({ writesNamed }) => writesNamed !== true))
    return 'program';
  if (escapeHatches.length > 0) return isReadByTable(program ?? '') ? 'writing' : 'program';
  if (reads || program === null) return writes(paths) ? 'writing' : 'reading';
  return WRITERS.has(program) && writes(paths) ? 'writing' : 'program';
}

/** The name of the program; `null` if the command starts none, and `''` if it is known only at run time. */
function nameOf({ words }: SimpleCommand): string | null {
  const [first] = words;
  return first === undefined ? null : (programName(first.text ?? '') ?? '');
}

function writes(paths: SimpleCommand['paths']): boolean {
  return paths.some(({ access }) => access === 'write');
}

/** Paths of the workspace under every name that they have, from its root, without the root itself. */
function insidePaths(
  commands: readonly SimpleCommand[],
  pathResolver: PathResolver,
  access: PathFact['access'],
): string[] {
  const paths = commands
    .flatMap((command) => command.paths)
    .filter((path) => path.access === access && (path.below ?? 'renamed') === 'renamed')
    .flatMap((path) => resolvePath(path.path, pathResolver).views)
    .filter((view) => !view.outside && view.path !== '.')
    .map((view) => view.path);
  return [...new Set(paths)];
}

/**
 * What a command needs beyond the reading profile, as far as its words show; `null` if nothing. It asks then, instead of running
 * with its writes discarded.
 */
export function moreThanReading(
  { commands }: CommandAnalysis,
  pathResolver: PathResolver,
): string | null {
  const needs = commands.values().map((command) => moreNeeded(command, pathResolver));
  return needs.find((need) => need !== null) ?? null;
}

function moreNeeded(command: SimpleCommand, pathResolver: PathResolver): string | null {
  const { classes, hosts, paths, unknown, escapeHatches } = command;
  const name = nameOf(command) ?? '';
  const mayRead = escapeHatches.length === 0 && readsItsOperands(command);
  const reads = classes.includes('@git-readonly') || classes.includes('@readonly');
  const intent = shownIntents(command).find((each) => !fitsReading(each, command, pathResolver));
  const written = paths.find(
    ({ access, path }) => access === 'write' && isInside(path, pathResolver),
  );
  const [host] = hosts;
  if (intent !== undefined) return `${name} has the intent ${intent}`;
  if (classes.includes('@forbidden')) return `${name} is @forbidden`;
  if (host !== undefined) return `it names the host ${host}`;
  if (written !== undefined) return `it writes ${JSON.stringify(written.path)}`;
  // In the sandbox, the configuration contains no credentials.
  if (name === 'git' && !reads && !printsConfig(command.words) && !mayRead)
    return 'git may change the repository';
  return WRITERS.has(name) && unknown.length > 0
    ? `where ${name} writes is known only when it runs`
    : null;
}

/** Whether a command starts a program of the workspace, and fetches it only if it is missing. */
function isLocalFirst({ via, words }: SimpleCommand): boolean {
  if (via.some((name) => WRAPPERS_BY_NAME.get(name)?.fetches === 'missing')) return true;
  const program = programName(words[0]?.text ?? '') ?? '';
  const subcommand = startedProgram(words, { packages: true })?.subcommand ?? 1;
  return (
    isListed(SUBCOMMANDS_BY_NAME.get(program)?.fetchesMissing, words[subcommand]?.text ?? '') &&
    // `uv run --with x` fetches what it names.
    !(program === 'uv' && words.some(({ text }) => /^(?:--with|-w$)/.test(text ?? ''))) &&
    !startedPrograms(words).some((started) => intentsOfWords(started).includes('@install'))
  );
}

/**
 * Whether an intent fits the reading profile: it runs a program of the workspace, or stays in `/tmp` of the sandbox.
 */
function fitsReading(intent: Intent, command: SimpleCommand, pathResolver: PathResolver): boolean {
  if (intent === '@install') return isLocalFirst(command);
  const { paths, unknown } = command;
  if (intent !== '@recursive-delete' || unknown.length > 0) return false;
  const written = paths.filter(({ access }) => access === 'write');
  return written.length > 0 && written.every(({ path }) => isTemporary(path, pathResolver));
}

function isTemporary(path: string, pathResolver: PathResolver): boolean {
  return resolvePath(path, pathResolver).views.every(
    (view) => view.outside && view.path.startsWith('/tmp/'),
  );
}

function isInside(path: string, pathResolver: PathResolver): boolean {
  return resolvePath(path, pathResolver).views.some(({ outside }) => !outside);
}
