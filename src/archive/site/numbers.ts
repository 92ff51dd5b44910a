/** Numbers as a reader sees them. */
import { countText } from '../../common/index.ts';

const SECOND_UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;
const SMALL_SUM_DIGITS = 4;

/** Dollars and cents, with parts of a cent where a sum below a dollar has some. */
export function usdText(usd: number): string {
  if (usd === 0) return '$0';
  if (usd < 1) return `$${usd.toFixed(SMALL_SUM_DIGITS).replace(/00$/, '')}`;
  const [whole = '', part = ''] = usd.toFixed(2).split('.');
  return `$${countText(Number(whole))}.${part}`;
}

/** A length of time in its two largest units: `2 h 5 min`. */
export function secondsText(seconds: number): string {
  const whole = Math.round(seconds);
  const first = SECOND_UNITS.findIndex(([, size]) => whole >= size);
  if (first === -1) return '0 s';
  let rest = whole;
  const parts = SECOND_UNITS.slice(first, first + 2).map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return [count, unit] as const;
  });
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`])).join(' ');
}
