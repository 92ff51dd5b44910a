import { readFileSync } from 'node:fs';
import { quoted } from '../shell-words.ts';
import type { Random } from './random.ts';

/** What a rule can become, harmless and as bait. */
interface Rule {
  readonly good: string[];
  readonly bait: string[];
}

export type Grammar = ReadonlyMap<string, Rule>;

export interface Growth {
  readonly grammar: Grammar;
  readonly random: Random;
  /** How often bait is taken where a rule has some. */
  readonly evil: number;
  /** Rules with one answer, such as the awk that is tried. */
  readonly fixed: Readonly<Record<string, string>>;
}

const NAMES = ['words', 'shell', 'scripts', 'awk', 'git'];
const DEEPEST = 6;
const SLOT = /‹('?)([A-Za-z]+)›/g;

/** The rules as `grammar/*.grammar` have them; the first of those files says how they are written. */
export function readGrammar(names: readonly string[] = NAMES): Grammar {
  const rules = new Map<string, Rule>();
  for (const name of names) {
    const file = new URL(`grammar/${name}.grammar`, import.meta.url);
    let into: string[] | null = null;
    for (const line of readFileSync(file, 'utf8').replace(/\n$/, '').split('\n')) {
      const [, bang, rule] = /^=(!?) ([A-Za-z]+)$/.exec(line) ?? [];
      if (rule !== undefined) {
        const found = rules.get(rule) ?? { good: [], bait: [] };
        rules.set(rule, found);
        into = bang === '!' ? found.bait : found.good;
      } else {
        into?.push(line.replaceAll('⏎', '\n'));
      }
    }
  }
  return rules;
}

/** What the rule becomes; deep down only what has no more slots. */
export function grow(growth: Growth, name: string, depth = 0): string {
  const { grammar, random, evil, fixed } = growth;
  const known = fixed[name];
  if (known !== undefined) return known;
  const rule = grammar.get(name);
  if (rule === undefined) throw new Error(`No rule of the grammar is called ${name}.`);
  const from = rule.bait.length > 0 && random.chance(evil) ? rule.bait : rule.good;
  const flat = depth < DEEPEST ? [] : from.filter((line) => !line.includes('‹'));
  const line = random.pick(flat.length === 0 ? from : flat);
  if (depth > 4 * DEEPEST) return 'x';
  return line.replaceAll(SLOT, (_, quote: string, slot: string) => {
    const inner = grow(growth, slot, depth + 1);
    return quote === '' ? inner : quoted(inner);
  });
}
