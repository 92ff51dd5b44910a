import { sliceWhole } from '../../common/index.ts';
import { openFence } from '../events/author-lines.ts';

/** GitHub refuses bodies over 65,536 characters; what it counts differs from what JavaScript counts, so stay below. */
export const MAX_BODY_CHARS = 60_000;
/** What is sent once more where GitHub finds even that too long. */
export const SHORTER_BODY_CHARS = 30_000;
const NOTE_CHARS = 120;

/**
 * `body` as it may be sent: whole, or its head with a note of how much was left out. An open code fence is closed
 * before the note. Redact before: half a secret matches nothing.
 */
export function cutBody(body: string, maxChars: number = MAX_BODY_CHARS): string {
  if (body.length <= maxChars) return body;
  const head = sliceWhole(body, maxChars - NOTE_CHARS);
  const fence = openFence(head);
  const closing = fence === null ? '' : `\n${fence}`;
  const left = body.length - head.length;
  return `${head}${closing}\n\n_Cut here: ${left.toLocaleString('en-US')} more characters would not fit into a comment._`;
}

/** Whether two bodies are the same to GitHub, which trims them and may change line ends. */
export function sameBody(a: string, b: string): boolean {
  return normal(a) === normal(b);
}

function normal(body: string): string {
  return body.replaceAll('\r\n', '\n').trim();
}
