import { sha256 } from '../common/index.ts';
import type { Message } from '../model/index.ts';
import { tokensOf } from './compaction/shorten.ts';
import { createDuplicateResults, type DuplicateResults } from './compaction/duplicate-results.ts';

/** The messages of a run. Each message is digested once. */
export interface Conversation {
  readonly messages: readonly Message[];
  push(message: Message): void;
  /** Replaces the messages by shortened ones. */
  replace(messages: readonly Message[]): void;
  /** A chained digest over all messages: SHA-256 of the digest before and the new message's JSON. */
  digest(): string;
  /** Corrects later estimates by the number of tokens that the model counted for the current messages. */
  measured(tokens: number): void;
  /** A high estimate of the tokens of all messages, from their texts alone. */
  estimate(): number;
  /** The estimate, corrected by what the model counted. */
  tokens(): number;
  readonly duplicates: DuplicateResults;
}

/** Estimates are only corrected upwards, at most by this factor. */
const MAX_SCALE = 6;

/** `earlier`: the conversation of an earlier job of this run. */
export function createConversation(
  earlier: {
    readonly messages?: readonly Message[];
    readonly duplicates?: Readonly<Record<string, string>>;
  } = {},
): Conversation {
  const messages: Message[] = [];
  const duplicates = createDuplicateResults(earlier.duplicates);
  let digest = sha256('');
  let scale = 1;
  let tokens = 0;
  const push = (message: Message): void => {
    messages.push(message);
    tokens += tokensOf([message]);
    digest = sha256(digest + JSON.stringify(message));
  };
  for (const message of earlier.messages ?? []) push(message);
  return {
    messages,
    push,
    replace: (smaller) => {
      messages.length = 0;
      tokens = 0;
      digest = sha256('');
      duplicates.forget();
      for (const message of smaller) push(message);
    },
    digest: () => digest,
    measured: (counted) => {
      if (tokens > 0) scale = Math.min(MAX_SCALE, Math.max(1, counted / tokens));
    },
    estimate: () => tokens,
    tokens: () => tokens * scale,
    duplicates,
  };
}
