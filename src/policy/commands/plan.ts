import type { CommandPlan } from './analysis.ts';
import { literalWord } from './walk/context.ts';
import { NEUTRAL_SETTINGS } from './git/git-settings.ts';
import { GIT_SUBCOMMANDS, programName } from './specs/index.ts';
import { matchOptions } from './programs/options.ts';
import { type CommandTree, isWhole, parseSource, type WordNode } from './parse/parse.ts';
import { wordSet } from './specs/table.ts';

/**
 * How to start a command so that what runs is what was analysed: a single plain command of literal words directly,
 * anything else by a shell. A direct `git` gets options that keep it from running programs.
 */
export function planCommand(source: string): CommandPlan {
  const argv = plainWords(source);
  if (argv === null) return { shell: source };
  const [program, ...args] = argv;
  return { argv: programName(program) === 'git' ? [program, ...neutralizeGit(args)] : argv };
}

/**
 * Words that are only special to a shell would mean something else without one. A list of its own: the page that verifies
 * trails reads plain commands, and nothing of what walks others.
 */
const SHELL_WORDS = wordSet(
  'cd pushd popd export set unset read mapfile readarray exit return break continue wait shift jobs times dirs command builtin exec ' +
    'type help echo printf test [ . source eval alias unalias trap shopt enable hash bind complete compgen compopt declare typeset local readonly let ' +
    'getopts caller history fc disown fg bg suspend logout umask ulimit : pwd kill true false time coproc',
);

/**
 * The words of a single plain command, as it is started without a shell: no pipe, list, redirection, assignment, expansion
 * or builtin. `null` for everything else. The exit code of such a call is the command's own.
 */
export function plainWords(source: string): readonly [string, ...string[]] | null {
  const parsed = parseSource(source);
  if (parsed.kind !== 'script' || parsed.script.commands.length !== 1) return null;
  const statement = parsed.script.commands[0];
  if (
    statement === undefined ||
    statement.background === true ||
    statement.command.type !== 'Command'
  )
    return null;
  const { name, prefix, suffix } = statement.command;
  if (name === undefined || prefix.length > 0 || !isWhole(statement.command, source)) return null;
  const words: string[] = [];
  for (const word of [name, ...suffix]) {
    const text = word.type === 'Word' ? literalText(word) : null;
    if (text === null) return null;
    words.push(text);
  }
  const [program, ...args] = words;
  // An empty name is the shell's to refuse; a builtin is not always a program too.
  if (program === undefined || program === '' || SHELL_WORDS.has(program)) return null;
  return [program, ...args];
}

function literalText(word: WordNode): string | null {
  if (/^~|^[A-Za-z_]\w*\+?=.*~/.test(word.text)) return null;
  for (const part of word.parts ?? []) {
    if (part.type === 'Literal' || part.type === 'SingleQuoted') continue;
    if (part.type !== 'DoubleQuoted' || part.parts.some((child) => child.type !== 'Literal'))
      return null;
  }
  return word.value;
}

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

function neutralizeGit(args: readonly string[]): string[] {
  const settings = NEUTRAL_SETTINGS.flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const start = args.findIndex((arg) => !arg.startsWith('-'));
  const [globals, words] = start === -1 ? [args, []] : [args.slice(0, start), args.slice(start)];
  const length = GIT_SUBCOMMANDS.has(words.slice(0, 2).join(' ')) ? 2 : 1;
  const [subcommand, rest] = [words.slice(0, length), words.slice(length)];
  const known = GIT_SUBCOMMANDS.get(subcommand.join(' '));
  const isPlain = globals.every((arg) => arg.startsWith('--no-') || arg === '--literal-pathspecs');
  if (known?.spec.shows !== true || !isPlain) return ['--no-pager', ...settings, ...args];
  const off = disablingOptions(words[0] ?? '', rest);
  return ['--no-pager', ...settings, ...globals, ...subcommand, ...off, ...rest];
}

/** `reflog` takes its own subcommand first; in its bare form it shows. */
function disablingOptions(subcommand: string, rest: readonly string[]): string[] {
  const [first] = matchOptions(
    rest.map((word) => literalWord(word)),
    { known: new Map(), digits: true, operandsLast: true, separate: false },
  ).operands;
  if (subcommand === 'reflog' && first !== undefined) return [];
  if (subcommand === 'blame' || subcommand === 'annotate') return ['--no-textconv'];
  return ['--no-ext-diff', '--no-textconv'];
}
