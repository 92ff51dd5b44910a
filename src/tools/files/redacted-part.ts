import type { Redactor } from '../../common/index.ts';
import { commonEnd, commonStart } from './change/differing-part.ts';

/** Characters around a part. More than a secret of GitHub has (48 KB), also as Base64. */
export const AROUND_CHARS = 66_000;

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
  return clean.slice(before, clean.length - after);
}
