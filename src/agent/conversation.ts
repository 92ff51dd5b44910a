import { sha256 } from '../common/index.ts';
import type { Message } from '../model/index.ts';
import { tokensOf } from './compaction/context.ts';
import { createDuplicateResults, type DuplicateResults } from './compaction/duplicate-results.ts';

/** The messages of a run. It grows, and is cut where it outgrows the window; each message is digested once. */
export interface Conversation {
  readonly messages: readonly Message[];
  push(message: Message): void;
  /** Puts a smaller conversation in place of this one. */
  replace(messages: readonly Message[]): void;
  /** A chained digest over all messages: SHA-256 of the digest before and the new message's JSON. */
  digest(): string;
  /** What the model counted for the messages as they are; estimates are corrected by it from then on. */
  measured(tokens: number): void;
  /** A careful estimate of the tokens of all messages, from their texts alone. */
  estimate(): number;
  /** The same, corrected by what the model counted. */
  tokens(): number;
  readonly repeats: DuplicateResults;
}

/** Estimates are never corrected downwards, nor further than this. */
const MAX_SCALE = 6;

/** `before`: the messages of an earlier job, and what was remembered of them. */
export function createConversation(
  earlier: readonly Message[] = [],
  before: { readonly repeats?: Readonly<Record<string, string>> } = {},
): Conversation {
  const messages: Message[] = [];
  const repeats = createDuplicateResults(before.repeats);
  let digest = sha256('');
  let scale = 1;
  let tokens = 0;
  const push = (message: Message): void => {
    messages.push(message);
    tokens += tokensOf([message]);
    digest = sha256(digest + JSON.stringify(message));
  };
  for (const message of earlier) push(message);
  return {
    messages,
    push,
    replace: (smaller) => {
      messages.length = 0;
      tokens = 0;
      digest = sha256('');
      repeats.forget();
      for (const message of smaller) push(message);
    },
    digest: () => digest,
    measured: (counted) => {
      if (tokens > 0) scale = Math.min(MAX_SCALE, Math.max(1, counted / tokens));
    },
    estimate: () => tokens,
    tokens: () => tokens * scale,
    repeats,
  };
}
