const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const MAX_DURATION_MS = 90 * 86_400_000;

/** `90s`, `10m`, `2h`, `7d` in milliseconds; `null` for anything else, and beyond 90 days. */
export function parseDuration(text: string): number | null {
  const found = /^(\d{1,7})(s|m|h|d)$/.exec(text);
  const unit = UNIT_MS[found?.[2] ?? ''];
  if (found === null || unit === undefined) return null;
  const ms = Number(found[1]) * unit;
  return ms <= MAX_DURATION_MS ? ms : null;
}

/**
 * `2M`, `500k`, `1.5M` or a plain number of tokens; `null` for anything else. A small `m` is not a unit: it could mean
 * milli.
 */
export function parseTokens(value: string | number): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null;
  const found = /^(\d{1,9}(?:\.\d{1,6})?)(k|K|M)?$/.exec(value);
  if (found === null) return null;
  const factor = found[2] === 'M' ? 1_000_000 : found[2] === undefined ? 1 : 1_000;
  const tokens = Math.round(Number(found[1]) * factor * 1_000) / 1_000;
  return Number.isSafeInteger(tokens) ? tokens : null;
}
