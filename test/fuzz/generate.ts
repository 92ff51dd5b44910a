import { quoted } from '../shell-words.ts';
import { type Grammar, grow, type Growth } from './grammar.ts';
import { type ProgramOptions, written } from './option-space.ts';
import { type Random, randomFrom } from './random.ts';

/** The shells and awks whose commands are generated. */
export const SHELLS = ['bash', 'dash', 'mawk', 'gawk', 'busybox'] as const;
export type Shell = (typeof SHELLS)[number];

export interface Generated {
  readonly shell: Shell;
  readonly command: string;
}

export interface GenerateOptions {
  readonly count: number;
  readonly seed: number;
  readonly shells: readonly Shell[];
  /** Where a listener waits on 127.0.0.1. */
  readonly port: number;
  readonly grammar: Grammar;
  readonly programs: readonly ProgramOptions[];
}

/** How often a rule takes bait: each command has many rules, so that most have one bait or none. */
const EVIL = [0, 0.02, 0.06, 0.12, 0.25] as const;
const MAX_LENGTH = 1_000;
/** Commands by the shells that are asked for; bash has most to it. */
const BASH_SHARE = 0.4;

/** Commands from the seed, each of them once. */
export function generateCommands(options: GenerateOptions): Generated[] {
  const random = randomFrom(options.seed);
  const found = new Map<string, Generated>();
  const others = options.shells.filter((shell) => shell !== 'bash');
  for (let tries = 0; found.size < options.count && tries < 20 * options.count; tries += 1) {
    const isBash =
      options.shells.includes('bash') && (others.length === 0 || random.chance(BASH_SHARE));
    const shell = isBash ? 'bash' : random.pick(others);
    const source = commandOf(options, { random, shell }).replaceAll('@PORT', String(options.port));
    const command = random.chance(0.02) ? mutated(random, source) : source;
    if (command.length > MAX_LENGTH || command.includes('\0')) continue;
    found.set(command, { shell, command });
  }
  return [...found.values()];
}

function commandOf(
  options: GenerateOptions,
  { random, shell }: { readonly random: Random; readonly shell: Shell },
): string {
  const growthOf = (awk: string): Growth => ({
    grammar: options.grammar,
    random,
    evil: random.pick(EVIL),
    fixed: { AWK: awk },
  });
  switch (shell) {
    case 'bash': {
      const growth = growthOf('awk');
      return random.chance(0.45) ? byOptions(options, growth, 'host') : grow(growth, 'line');
    }
    case 'dash':
      return inShell(growthOf('awk'), [
        ['dash', '-c'],
        ['sh', '-c'],
        ['dash', '-ec'],
      ]);
    case 'busybox': {
      const growth = growthOf('busybox awk');
      const kind = random.below(3);
      if (kind === 0) return byOptions(options, growth, 'busybox');
      if (kind === 1) return grow(growth, 'awk');
      return inShell(growth, [
        ['busybox', 'sh', '-c'],
        ['busybox', 'ash', '-c'],
      ]);
    }
    case 'mawk':
    case 'gawk':
      return grow(growthOf(shell), 'awk');
  }
}

function inShell(growth: Growth, starts: readonly (readonly string[])[]): string {
  const line = grow(growth, 'line');
  return growth.random.chance(0.9)
    ? [...growth.random.pick(starts), quoted(line)].join(' ')
    : `${growth.random.pick(starts)[0]} <<'END'\n${line}\nEND\n`;
}

/** A program with options that it says it has, and operands. */
function byOptions(
  { programs }: GenerateOptions,
  growth: Growth,
  where: 'host' | 'busybox',
): string {
  const { random } = growth;
  const from = programs.filter(({ name }) => name.startsWith('busybox ') === (where === 'busybox'));
  if (from.length === 0) return grow(growth, 'simple');
  const { name, options } = random.pick(from);
  const value = (): string => grow(growth, 'word');
  const chosen = random.some(options, 3).map((option) => written(random, option, value));
  const operands = random
    .some(['file', 'file', 'word', 'folder'], 3)
    .map((rule) => grow(growth, rule));
  const words = random.chance(0.85) ? [...chosen, ...operands] : [...operands, ...chosen];
  const command = [name, ...words].join(' ');
  return random.chance(0.15) ? `${command} ${grow(growth, 'redirection')}` : command;
}

const ODD = ['"', "'", '\\', '$', '`', '(', ')', '{', '}', '\n', ';', '&', '|', '<', '>', '#', '!'];

/** A character too many, or one too few. */
function mutated(random: Random, source: string): string {
  const index = random.below(source.length + 1);
  return random.chance(0.5)
    ? source.slice(0, index) + random.pick(ODD) + source.slice(index)
    : source.slice(0, index) + source.slice(index + 1);
}
