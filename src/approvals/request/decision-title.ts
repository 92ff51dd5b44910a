import type { RequestState } from './comment-view.ts';
import { code, codePerson } from './markdown.ts';

const REASON_MAX = 200;

/**
 * How requests that nobody waits for ended, in a few words that mention nobody: "approved by `@x`". Requests that ended in
 * different ways are counted.
 */
export function decisionTitle(states: readonly RequestState[]): string {
  const ends = [...Map.groupBy(states, endOf)];
  const [only, ...others] = ends;
  if (only === undefined) return 'nothing waits for an answer';
  if (others.length === 0) return only[0];
  return ends.map(([words, { length }]) => `${length} ${words}`).join(', ');
}

function endOf(state: RequestState): string {
  switch (state.kind) {
    case 'waiting':
      return 'waiting';
    case 'approved':
      return `approved by ${state.by.map(codePerson).join(', ')}`;
    case 'denied':
      return `denied by ${codePerson(state.by)}${reason(state.reason)}`;
    case 'void':
      return `void${reason(state.because)}`;
    case 'expired':
      return 'expired without an answer';
  }
}

function reason(words: string): string {
  return words === '' ? '' : `: ${code(words, REASON_MAX)}`;
}
