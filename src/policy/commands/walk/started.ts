import { BeyondLimit } from '../parse/limits.ts';
import { isReadByTable } from '../specs/index.ts';
import { byName, type Table } from '../specs/table.ts';
import { directlyStarted, startedInContainer } from '../words/started-programs.ts';
import type { ExpandedWord, Scope } from './context.ts';

/**
 * Options whose value is shell source, of programs that otherwise start a program by its words: `of` these subcommands; absent, of
 * all. Elsewhere they belong to the program that is started, as in `npm run lint -- -c FILE`.
 */
const SHELL_SOURCE_OPTIONS: Table<{
  readonly options: readonly string[];
  readonly of?: readonly string[];
}> = {
  'mise, rtx': { options: ['-c', '--command'], of: ['exec', 'x'] },
  npm: { options: ['-c', '--call'], of: ['exec', 'x'] },
  'nix-shell': { options: ['--run', '--command'] },
};
const SOURCE_OPTIONS = byName(SHELL_SOURCE_OPTIONS, (row) => row);

/** Walks the shell source in the options of a program, as that of `sh -c`. */
function walkSources(words: readonly ExpandedWord[], { walker, state, findings }: Scope): void {
  const name = words[0]?.text?.split('/').at(-1) ?? '';
  const row = SOURCE_OPTIONS.get(name);
  if (row === undefined) return;
  const dashes = words.findIndex(({ text }) => text === '--');
  const own = dashes === -1 ? words : words.slice(0, dashes);
  const { options, of } = row;
  if (of !== undefined && !own.some(({ text }) => text === null || of.includes(text))) return;
  for (const [index, { text }] of own.entries()) {
    const option = options.find((each) => text === each || text?.startsWith(`${each}=`) === true);
    if (option === undefined) continue;
    const source = text === option ? own[index + 1]?.text : text?.slice(option.length + 1);
    if (typeof source === 'string') walker.walkSource(source, state, [name]);
    else findings.unknown.add(`${name} runs what is known only at run time`);
  }
}

/**
 * Notes what a program does that another one only starts, as if that did it: `uv run cat FILE` reads the file. What is
 * unknown about it counts if a table says what the program does; other programs run under a rule for the one that
 * starts them.
 */
export function noteStarted(words: readonly ExpandedWord[], scope: Scope): void {
  const { walker, state, findings } = scope;
  walkSources(words, scope);
  const [draft, contained] = [walker.fork(), walker.fork()];
  try {
    for (const started of directlyStarted(words)) {
      walker.countStep();
      draft.walkWords(started, state);
    }
    for (const started of startedInContainer(words)) {
      walker.countStep();
      contained.walkWords(started, state);
    }
  } catch (error) {
    // The command itself is still evaluated: its words may be denied.
    if (!(error instanceof BeyondLimit)) throw error;
    findings.unknown.add('it may start too many programs');
  }
  for (const { hosts } of contained.commands) for (const host of hosts) findings.hosts.add(host);
  for (const reason of draft.unknown) findings.unknown.add(reason);
  for (const command of draft.commands) {
    for (const intent of command.intents) findings.intents.add(intent);
    for (const host of command.hosts) findings.hosts.add(host);
    findings.paths.push(...command.paths);
    findings.writesUnnamed ||= command.writesUnnamed === true;
    if (!isReadByTable(command.words[0]?.text ?? '/')) continue;
    for (const reason of command.unknown) findings.unknown.add(reason);
    findings.escapeHatches.push(...command.escapeHatches);
  }
}
