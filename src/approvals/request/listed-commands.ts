import { counted, shellQuoted } from '../../common/index.ts';
import type { Verdict } from '../../policy/index.ts';

/** A simple command of a call, as the approval request lists it. */
interface ListedCommand {
  readonly words: string;
  readonly asks: boolean;
  readonly because: string;
  /** How often the call contains exactly this command. */
  readonly times: number;
}

/** The listed commands of a call, gated ones first, and how many of each kind are omitted. */
interface ListedCommands {
  readonly shown: readonly ListedCommand[];
  readonly omitted: { readonly asking: number; readonly others: number };
}

function sortedCommands(verdict: Verdict): readonly ListedCommand[] {
  const all = (verdict.commands ?? []).map(({ words, verdict: own, because }) => ({
    words: words.map(asWord).join(' '),
    asks: own !== 'auto',
    because,
  }));
  const equal = [...Map.groupBy(all, (command) => JSON.stringify(command)).values()];
  return equal
    .flatMap(([first, ...others]) => (first ? [{ ...first, times: 1 + others.length }] : []))
    .sort((one, other) => Number(other.asks) - Number(one.asks));
}

/** At most `max` of the simple commands of a call. Equal commands are listed once. */
export function listedCommands(verdict: Verdict, max: number): ListedCommands {
  const sorted = sortedCommands(verdict);
  const rest = sorted.slice(max);
  const count = (asks: boolean): number =>
    rest.reduce((sum, one) => sum + (one.asks === asks ? one.times : 0), 0);
  const { asking = 0, others = 0 } = verdict.commandsLeftOut ?? {};
  return {
    shown: sorted.slice(0, max),
    omitted: { asking: asking + count(true), others: others + count(false) },
  };
}

/** How many commands are not listed, as text; empty if all are listed. */
export function describeOmitted({ asking, others }: ListedCommands['omitted']): string {
  const parts = [
    asking === 0
      ? ''
      : counted(asking, 'command that needs approval', 'commands that need approval'),
    others === 0
      ? ''
      : counted(others, 'command that runs automatically', 'commands that run automatically'),
  ];
  return parts.filter((part) => part !== '').join(' and ');
}

/** Quotes a word that would look like two words, or like none. */
function asWord(word: string): string {
  return /^$|\s/.test(word) ? shellQuoted(word) : word;
}
