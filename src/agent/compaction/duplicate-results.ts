import { canonicalJson, sha256 } from '../../common/index.ts';
import type { FinishedCall } from '../../tool-calls/index.ts';

/** Shorter results are sent again: the note would not be shorter. */
const WORTH_CHARS = 600;
const MAX_REMEMBERED = 2_000;

/** What the conversation holds already, so that the same long result of the same call is not sent twice. */
export interface DuplicateResults {
  /** The earlier call whose result is the same and still there; `null` where this one has to be sent. */
  earlier(call: FinishedCall): string | null;
  /** The conversation was cut: nothing of before can be relied on. */
  forget(): void;
  /** What is remembered, for a checkpoint: the conversation goes on with it. */
  sent(): Readonly<Record<string, string>>;
}

/** `before`: what a checkpoint kept of the same conversation. */
export function createDuplicateResults(
  before: Readonly<Record<string, string>> = {},
): DuplicateResults {
  const sent = new Map(Object.entries(before));
  return {
    earlier: (call) => {
      const { content } = call;
      if (typeof content !== 'string' || content.length < WORTH_CHARS || call.state !== 'COMPLETED')
        return null;
      const digest = call.contentSha256 ?? sha256(content);
      const key = sha256(`${call.request.name} ${canonicalJson(call.request.input)} ${digest}`);
      const same = sent.get(key);
      if (same !== undefined) return same;
      if (sent.size >= MAX_REMEMBERED) sent.clear();
      sent.set(key, call.request.id);
      return null;
    },
    forget: () => sent.clear(),
    sent: () => Object.fromEntries(sent),
  };
}
