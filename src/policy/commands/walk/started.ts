import { BeyondLimit } from '../parse/limits.ts';
import { isReadByTable } from '../specs/index.ts';
import { directlyStarted } from '../words/started-programs.ts';
import type { ExpandedWord, Scope } from './context.ts';

/**
 * Notes what a program does that another one only starts, as if that did it: `uv run cat FILE` reads the file. What is
 * unknown about it counts if a table says what the program does; other programs run under a rule for the one that
 * starts them.
 */
export function noteStarted(
  words: readonly ExpandedWord[],
  { walker, state, findings }: Scope,
): void {
  const draft = walker.fork();
  try {
    for (const started of directlyStarted(words)) {
      walker.countStep();
      draft.walkWords(started, state);
    }
  } catch (error) {
    // The command itself is still evaluated: its words may be denied.
    if (!(error instanceof BeyondLimit)) throw error;
    findings.unknown.add('it may start too many programs');
  }
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
