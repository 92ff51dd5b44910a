import { canonicalJson, sha256 } from '../../common/index.ts';
import type { FinishedCall } from '../../tool-calls/index.ts';

/** Shorter results are sent again: a note would save little. */
const MIN_CHARS = 600;
const MAX_REMEMBERED = 2_000;

/** Remembers long results in the conversation, so that the same result of the same call is not sent twice. */
export interface DuplicateResults {
  /** The earlier call with the same result, which is still in the conversation; `null` if this result has to be sent. */
  earlier(call: FinishedCall): string | null;
  /** Call this when the conversation was cut: earlier results may be gone. */
  forget(): void;
  /** What is remembered, for a checkpoint. */
  sent(): Readonly<Record<string, string>>;
}

/** `earlier`: what a checkpoint kept of the same conversation. */
export function createDuplicateResults(
  earlier: Readonly<Record<string, string>> = {},
): DuplicateResults {
  const sent = new Map(Object.entries(earlier));
  return {
    earlier: (call) => {
      const { content } = call;
      if (typeof content !== 'string' || content.length < MIN_CHARS || call.state !== 'COMPLETED')
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
