/** All three forms of an HTTP date start with the day of the week; `Date.parse` alone accepts much more. */
const HTTP_DATE = /^\s*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/i;

/**
 * The wait that a server asks for by `Retry-After` (RFC 9110, 10.2.3), in seconds or until a date, which may have passed. `null` for
 * anything else.
 */
export function retryAfterMs(value: string | null | undefined, nowMs: number): number | null {
  const text = value ?? '';
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(text)) return Number(text) * 1000;
  const dateMs = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? null : dateMs - nowMs;
}
