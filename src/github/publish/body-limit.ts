import { sliceWhole } from '../../common/index.ts';
import { openFence } from '../events/author-lines.ts';

/** GitHub refuses bodies over 65,536 characters. It counts differently from JavaScript, so this is lower. */
export const MAX_BODY_CHARS = 60_000;
/** The limit of a second attempt if GitHub still refuses the body. */
export const SHORTER_BODY_CHARS = 30_000;
const NOTE_CHARS = 120;

/**
 * Cuts a body to a limit, with a note of how much was left out. An open code fence is closed before the note. Redact first:
 * half a secret matches no pattern.
 */
export function cutBody(body: string, maxChars: number = MAX_BODY_CHARS): string {
  if (body.length <= maxChars) return body;
  const head = sliceWhole(body, maxChars - NOTE_CHARS);
  const fence = openFence(head);
  const closing = fence === null ? '' : `\n${fence}`;
  const left = body.length - head.length;
  return `${head}${closing}\n\n_Truncated: ${left.toLocaleString('en-US')} more characters did not fit into a comment._`;
}

/** Whether two bodies are equal to GitHub. */
export function sameBody(left: string, right: string): boolean {
  return normalizeBody(left) === normalizeBody(right);
}

/** A body without what GitHub may change: it trims bodies, and may return other newlines. */
export function normalizeBody(body: string): string {
  return body.replaceAll('\r\n', '\n').trim();
}
