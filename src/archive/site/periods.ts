import { MONTHS } from '../../common/index.ts';

const DAY_MS = 86_400_000;
const DAYS_PER_WEEK = 7;
/** Most bars of a chart. */
const MAX_PERIODS = 62;

type Unit = 'day' | 'week' | 'month' | 'year';

/** SQL for the first day of the period of a time, as `2026-01-31`; NULL if it is no time. */
const FIRST_DAY: Readonly<Record<Unit, (time: string) => string>> = {
  day: (time) => `date(${time})`,
  week: (time) => `date(${time}, 'weekday 0', '-6 days')`,
  month: (time) => `date(${time}, 'start of month')`,
  year: (time) => `date(${time}, 'start of year')`,
};

/** A day, week, month or year of a chart. Days are written as `2026-01-31`, in UTC. */
export interface Period {
  readonly from: string;
  /** The last day. */
  readonly to: string;
  readonly name: string;
}

/** The periods of the charts: the finest ones that fit between two days. */
export class Periods {
  readonly unit: Unit;
  readonly list: readonly Period[];

  /**
   * `first` and `last` are days. If even years do not fit, as with the time of a wrong clock, the periods end with `last`, and
   * what is earlier has no place in them.
   */
  constructor(first: string, last: string) {
    const days = Math.round((timeOf(last) - timeOf(first)) / DAY_MS) + 1;
    this.unit =
      days <= MAX_PERIODS
        ? 'day'
        : days <= (MAX_PERIODS - 1) * DAYS_PER_WEEK
          ? 'week'
          : days <= (MAX_PERIODS - 2) * 30
            ? 'month'
            : 'year';
    const list: Period[] = [];
    for (let from = firstDay(this.unit, last); list.length < MAX_PERIODS; ) {
      const next = nextFirst(this.unit, from);
      const to = dayText(timeOf(next) - DAY_MS);
      list.unshift({ from, to, name: nameOf(this.unit, from) });
      if (from <= first) break;
      from = firstDay(this.unit, dayText(timeOf(from) - DAY_MS));
    }
    this.list = list;
  }

  /** SQL that groups a time by its period. */
  sql(time: string): string {
    return FIRST_DAY[this.unit](time);
  }
}

function firstDay(unit: Unit, day: string): string {
  if (unit === 'day') return day;
  if (unit === 'month') return `${day.slice(0, -2)}01`;
  if (unit === 'year') return `${day.slice(0, -5)}01-01`;
  const monday = (new Date(timeOf(day)).getUTCDay() + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK;
  return dayText(timeOf(day) - monday * DAY_MS);
}

function nextFirst(unit: Unit, day: string): string {
  const date = new Date(timeOf(day));
  if (unit === 'day') date.setUTCDate(date.getUTCDate() + 1);
  if (unit === 'week') date.setUTCDate(date.getUTCDate() + DAYS_PER_WEEK);
  if (unit === 'month') date.setUTCMonth(date.getUTCMonth() + 1);
  if (unit === 'year') date.setUTCFullYear(date.getUTCFullYear() + 1);
  return dayText(date.getTime());
}

function nameOf(unit: Unit, day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const inMonth = `${MONTHS[Number(month) - 1]} ${year}`;
  if (unit === 'year') return year;
  if (unit === 'month') return inMonth;
  return `${unit === 'week' ? 'week of ' : ''}${Number(date)} ${inMonth}`;
}

/** A day as a reader sees it: `31 Jan 2026`. */
export function dayName(day: string): string {
  return nameOf('day', day);
}

function timeOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
