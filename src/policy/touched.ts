import { analyseCommand } from './commands/index.ts';
import type { Facts, PathFact, Situation } from './facts.ts';

/** Every path that a call names: its own, and those that the words and redirections of its command name. */
export function touchedPaths(facts: Facts, situation: Situation): readonly PathFact[] {
  const own = facts.paths ?? [];
  if (facts.command === undefined) return own;
  const { commands } = analyseCommand(facts.command, {
    world: situation.world,
    cwd: facts.cwd ?? '.',
  });
  return [...own, ...commands.flatMap((command) => command.paths)];
}
