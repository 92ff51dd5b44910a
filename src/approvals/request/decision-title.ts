import type { RequestState } from './comment-view.ts';
import { code, codePerson } from './markdown.ts';

const REASON_MAX = 200;

/**
 * How requests that nobody waits for ended, in a few words that mention nobody: "approved by `@x`". Requests that ended in
 * different ways are counted.
 */
export function decisionTitle(states: readonly RequestState[]): string {
  const counts = new Map<string, number>();
  for (const state of states) {
    const words = endOf(state);
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const [only, ...others] = [...counts];
  if (only === undefined) return 'nothing waits for an answer';
  if (others.length === 0) return only[0];
  return [only, ...others].map(([words, count]) => `${count} ${words}`).join(', ');
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
