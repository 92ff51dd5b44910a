import { canonicalJson, sha256 } from '../common/index.ts';
import type { Message } from '../model/index.ts';
import type { FinishedCall } from '../tool-calls/index.ts';
import { estimatedTokens } from './compaction/shorten.ts';

/** Estimates are only corrected upwards, at most by this factor. */
const MAX_SCALE = 6;
/** Shorter results are sent again: a note would save little. */
const MIN_REPEATED_CHARS = 600;
const MAX_REMEMBERED = 2_000;

export type Conversation = ReturnType<typeof createConversation>;

/** The messages of a run. Each message is digested once. `earlier`: the conversation of an earlier job of this run. */
export function createConversation(
  earlier: {
    readonly messages?: readonly Message[];
    readonly duplicates?: Readonly<Record<string, string>>;
  } = {},
) {
  const messages: Message[] = [];
  /** Calls by their name, input and long result. */
  const sent = new Map(Object.entries(earlier.duplicates ?? {}));
  let digest = sha256('');
  let scale = 1;
  let tokens = 0;
  const push = (message: Message): void => {
    messages.push(message);
    tokens += estimatedTokens([message]);
    digest = sha256(digest + JSON.stringify(message));
  };
  for (const message of earlier.messages ?? []) push(message);
  return {
    get messages(): readonly Message[] {
      return messages;
    },
    push,
    /** Replaces the messages by shortened ones. Earlier results may be gone. */
    replace: (smaller: readonly Message[]): void => {
      messages.length = 0;
      tokens = 0;
      digest = sha256('');
      sent.clear();
      for (const message of smaller) push(message);
    },
    /** A chained digest over all messages: SHA-256 of the digest before and the new message's JSON. */
    digest: () => digest,
    /** Corrects later estimates by the number of tokens that the model counted for the current messages. */
    measured: (counted: number): void => {
      if (tokens > 0) scale = Math.min(MAX_SCALE, Math.max(1, counted / tokens));
    },
    /** A high estimate of the tokens of all messages, from their texts alone. */
    estimate: () => tokens,
    /** The estimate, corrected by what the model counted. */
    tokens: () => tokens * scale,
    /** The earlier call with the same long result, which is still in the conversation; `null` if this result has to be sent. */
    sameBefore: ({ request, content, contentSha256, state }: FinishedCall): string | null => {
      if (typeof content !== 'string' || content.length < MIN_REPEATED_CHARS) return null;
      if (state !== 'COMPLETED') return null;
      const digestOfResult = contentSha256 ?? sha256(content);
      const key = sha256(`${request.name} ${canonicalJson(request.input)} ${digestOfResult}`);
      const same = sent.get(key);
      if (same !== undefined) return same;
      if (sent.size >= MAX_REMEMBERED) sent.clear();
      sent.set(key, request.id);
      return null;
    },
    /** What `sameBefore` remembers, for a checkpoint. */
    duplicates: (): Readonly<Record<string, string>> => Object.fromEntries(sent),
  };
}
