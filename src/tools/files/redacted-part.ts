import type { Redactor } from '../../common/index.ts';
import { commonEnd, commonStart } from './change/differing-part.ts';

/** Characters around a part. More than a secret of GitHub has (48 KB), also as Base64. */
export const AROUND_CHARS = 66_000;

/** How the mark of a removed secret begins. */
const MARK = '[redacted:';
const MAX_MARK_CHARS = 60;

/**
 * A part of a text without the secrets of the text, which may begin before it and end behind it. `text` has `AROUND_CHARS` on both
 * sides of the part, or all that there is.
 */
export function redactedPart(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  redactor: Pick<Redactor, 'redact'> | undefined,
): string {
  const clean = redactor?.redact(text) ?? text;
  if (redactor === undefined || clean === text) return text.slice(start, end);
  const before = commonStart(redactor.redact(text.slice(0, start)), clean);
  const after = commonEnd(redactor.redact(text.slice(end)), clean, before);
  const last = clean.length - after;
  return clean.slice(
    markAround(clean, before)?.start ?? before,
    markAround(clean, last)?.end ?? last,
  );
}

/** The mark that an index is in the middle of. A half of a secret may have a mark, too, that begins or ends as that of the whole. */
function markAround(text: string, index: number): { start: number; end: number } | null {
  const start = text.lastIndexOf(MARK, index - 1);
  const end = text.indexOf(']', start) + 1;
  return start !== -1 && end > index && end - start <= MAX_MARK_CHARS ? { start, end } : null;
}
