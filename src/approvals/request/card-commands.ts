import type { Verdict } from '../../policy/index.ts';

/** A simple command of a call, as people are shown it. */
export interface ListedCommand {
  readonly words: string;
  readonly asks: boolean;
  readonly because: string;
  /** How often exactly this one is there. */
  readonly times: number;
}

/** The simple commands of a call that are listed, those that ask first, and how many more of each kind there are. */
export interface ListedCommands {
  readonly shown: readonly ListedCommand[];
  readonly left: { readonly asking: number; readonly others: number };
}

/** Found out once: a request is rendered again with each answer. */
const SORTED = new WeakMap<Verdict, readonly ListedCommand[]>();

function sortedCommands(verdict: Verdict): readonly ListedCommand[] {
  const before = SORTED.get(verdict);
  if (before !== undefined) return before;
  const known = new Map<string, ListedCommand>();
  for (const { words, verdict: own, because } of verdict.commands ?? []) {
    const text = words.map(asWord).join(' ');
    const asks = own !== 'auto';
    const key = JSON.stringify([asks, text, because]);
    const times = (known.get(key)?.times ?? 0) + 1;
    known.set(key, { words: text, asks, because, times });
  }
  const all = [...known.values()];
  const sorted = [...all.filter(({ asks }) => asks), ...all.filter(({ asks }) => !asks)];
  SORTED.set(verdict, sorted);
  return sorted;
}

/** At most `max` of the simple commands of a call. What is the same is listed once. */
export function listedCommands(verdict: Verdict, max: number): ListedCommands {
  const sorted = sortedCommands(verdict);
  const rest = sorted.slice(max);
  const count = (asks: boolean): number =>
    rest.reduce((sum, one) => sum + (one.asks === asks ? one.times : 0), 0);
  const { asking = 0, others = 0 } = verdict.commandsLeftOut ?? {};
  return {
    shown: sorted.slice(0, max),
    left: { asking: asking + count(true), others: others + count(false) },
  };
}

/** How many commands are not listed, in words; empty where all of them are. */
export function leftWords({ asking, others }: ListedCommands['left']): string {
  const parts = [
    asking === 0 ? '' : `${asking} ${asking === 1 ? 'command that asks' : 'commands that ask'}`,
    others === 0
      ? ''
      : `${others} ${others === 1 ? 'command that runs by itself' : 'commands that run by themselves'}`,
  ];
  return parts.filter((part) => part !== '').join(' and ');
}

/** Quoted where it would not be told from two words, or from none. */
function asWord(word: string): string {
  return /^$|\s/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : word;
}
