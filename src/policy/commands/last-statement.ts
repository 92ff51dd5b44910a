import { type CommandTree, parseSource } from './parse/parse.ts';

/**
 * The last statement of a command line, if exit code 0 says that everything in it succeeded: a simple command, or several
 * joined by `&&`. `null` for a pipeline, `||`, `!`, `&` and compound commands, which can hide a failure, and for a source
 * that is not understood.
 */
export function lastHonestStatement(source: string): string | null {
  const parsed = parseSource(source);
  const last = parsed.kind === 'script' ? parsed.script.commands.at(-1) : undefined;
  if (last === undefined || last.background === true || !isHonest(last.command)) return null;
  return source.slice(last.pos, last.end);
}

function isHonest(tree: CommandTree): boolean {
  if (tree.type === 'Command') return true;
  if (tree.type !== 'AndOr') return false;
  return tree.operators.every((operator) => operator === '&&') && tree.commands.every(isHonest);
}
