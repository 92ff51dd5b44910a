import { canonicalJson, sha256 } from '../base/index.ts';
import type { SettledCall } from '../calls/index.ts';

/** Shorter results are sent again: the note would not be shorter. */
const WORTH_CHARS = 600;
const MAX_REMEMBERED = 2_000;

/** What the conversation holds already, so that the same long result of the same call is not sent twice. */
export interface Repeats {
  /** The earlier call whose result is the same and still there; `null` where this one has to be sent. */
  earlier(call: SettledCall): string | null;
  /** The conversation was cut: nothing of before can be relied on. */
  forget(): void;
}

export function createRepeats(): Repeats {
  const sent = new Map<string, string>();
  return {
    earlier: (call) => {
      const { content } = call;
      if (typeof content !== 'string' || content.length < WORTH_CHARS || call.state !== 'COMPLETED')
        return null;
      const key = sha256(
        `${call.request.name} ${canonicalJson(call.request.input)} ${sha256(content)}`,
      );
      const before = sent.get(key);
      if (before !== undefined) return before;
      if (sent.size >= MAX_REMEMBERED) sent.clear();
      sent.set(key, call.request.id);
      return null;
    },
    forget: () => sent.clear(),
  };
}
