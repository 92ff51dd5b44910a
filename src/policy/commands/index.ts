import type { PathResolver } from '../model/facts.ts';
import type { CommandAnalysis } from './analysis.ts';
import { BeyondLimit } from './parse/limits.ts';
import { type ParseOutcome, parseSource } from './parse/parse.ts';
import type { SourceFault } from './parse/source-fault.ts';
import { absoluteFrom, normalised } from './words/paths.ts';
import type { ShellState } from './walk/shell-state.ts';
import { createWalker, walkList } from './walk/walk.ts';
import { withWrittenScripts } from './walk/written-scripts.ts';

export { type Intent, INTENTS } from './analysis.ts';
export { GIT_ENVIRONMENT, gitConfigReason } from './git/git-settings.ts';
export { intentsOfWords } from './intents/intents.ts';
export { isDescribed, isReadByTable, runnerOf } from './specs/index.ts';
export { isStarter, startedPrograms, startsUnknown } from './words/started-programs.ts';
export { lastHonestStatement, plainWords, planCommand } from './plan.ts';

const NOTHING_TO_RUN: SourceFault = {
  because: 'the command contains nothing to run',
  instead: 'Write the command to run.',
};

/**
 * Analyses shell source on its syntax tree, as bash reads it: every simple command at every depth, what it is known to
 * be, what it reads and writes, and what is unknown before it runs. `cwd` is the folder that it starts in, from the
 * workspace root. Never throws; what exceeds a limit has a `problem`.
 */
export function analyseCommand(
  source: string,
  options: { readonly pathResolver: PathResolver; readonly cwd?: string },
): CommandAnalysis {
  const { pathResolver, cwd = '.' } = options;
  const parsed = readSource(source);
  if (parsed.kind === 'refused')
    return { problem: parsed.fault.because, fault: parsed.fault, commands: [], unknown: [] };
  const walker = createWalker(pathResolver, source);
  const state: ShellState = { folders: startFolders(cwd, pathResolver), variables: new Map() };
  let problem: string | null = null;
  try {
    walkList(parsed.script.commands, { walker, state });
  } catch (error) {
    if (!(error instanceof BeyondLimit) && !(error instanceof RangeError)) throw error;
    problem = error instanceof BeyondLimit ? error.message : 'the command is nested too deep';
  }
  if (walker.commands.length === 0 && problem === null)
    problem = 'the command contains nothing to run';
  const commands = withWrittenScripts(walker.commands, pathResolver);
  return { problem, commands, unknown: [...walker.unknown] };
}

/**
 * Why shell source cannot be read, and what to write instead; `null` if it can. It is the caller's to refuse such a source:
 * nobody can say what it would do, so nobody can approve it. Never throws.
 */
export function sourceFault(source: string): SourceFault | null {
  const parsed = readSource(source);
  return parsed.kind === 'refused' ? parsed.fault : null;
}

function readSource(source: string): ParseOutcome {
  const parsed = parseSource(source);
  if (parsed.kind === 'refused' || parsed.script.commands.length > 0) return parsed;
  return { kind: 'refused', fault: NOTHING_TO_RUN };
}

function startFolders(cwd: string, pathResolver: PathResolver): string[] | null {
  const logical = normalised(absoluteFrom(pathResolver.root, cwd));
  const real = pathResolver.realpath(logical);
  return real === null ? null : [...new Set([logical, real])];
}
