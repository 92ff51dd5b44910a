import { sha256 } from '../base/index.ts';
import type { Message } from '../model/index.ts';

/** The messages of a run. It only grows, and each message is digested once, when it comes. */
export interface Conversation {
  readonly messages: readonly Message[];
  push(message: Message): void;
  /** A chained digest over all messages: SHA-256 of the digest before and the new message's JSON. */
  digest(): string;
}

export function createConversation(earlier: readonly Message[] = []): Conversation {
  const messages: Message[] = [];
  let digest = sha256('');
  const push = (message: Message): void => {
    messages.push(message);
    digest = sha256(digest + JSON.stringify(message));
  };
  for (const message of earlier) push(message);
  return { messages, push, digest: () => digest };
}
