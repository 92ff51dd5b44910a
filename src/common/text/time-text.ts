import { counted } from './text.ts';

/** In English, as `Date` numbers them. */
export const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** A point in time as a person reads it: `30 Nov 2026, 11:57 UTC`. GitHub shows nobody's local time. */
export function timeText(time: string | number): string {
  const date = new Date(time);
  const [hours, minutes] = [date.getUTCHours(), date.getUTCMinutes()].map((part) =>
    String(part).padStart(2, '0'),
  );
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return `${day}, ${hours}:${minutes} UTC`;
}

/** A length of time in whole units: `7 days`, `1 hour`, `90 seconds`. */
export function durationWords(ms: number): string {
  const [name, unitMs] = UNITS.find(([, unit]) => ms >= unit && ms % unit === 0) ?? [
    'second',
    1_000,
  ];
  return counted(Math.round(ms / unitMs), name);
}
