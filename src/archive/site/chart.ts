import { escapeHtml } from '../../audit/index.ts';
import { countText } from '../../common/index.ts';
import type { Chart } from './figures.ts';
import { secondsText, usdText } from './numbers.ts';
import type { Period } from './periods.ts';

/** The picture is drawn in these units and stretched to the width of the page; its texts are HTML, which is not stretched. */
const HEIGHT = 100;
const STEP = 10;
const BAR = 8;
const DIGITS = 2;
/** Steps of a scale that people read easily; those of times have one in their middle, too, on a logarithmic scale. */
const DECIMAL_STEPS = [1, 2, 3, 4, 6, 8, 10];
const TIME_STEPS = [100, 3_600, 14_400, 90_000, 360_000, 1_440_000, 3_240_000, 12_960_000];

const TEXT = { count: countText, usd: usdText, seconds: secondsText } as const;

/** Figures over time as a picture, with its numbers as a table. Needs no script. */
export function chartHtml(chart: Chart, periods: readonly Period[]): string {
  const { title } = chart;
  return `<section><h3>${title}</h3>
${legend(chart)}
${picture(chart, periods)}
<details><summary>${title} as a table</summary><div class="wide" tabindex="0" role="region" aria-label="${title} as a table">${table(chart, periods)}</div></details></section>`;
}

function legend({ unit, series, mark, note }: Chart): string {
  const items = series.map(({ name, tone, values }) => {
    const sum = unit === 'seconds' ? '' : ` ${TEXT[unit](values.reduce((a, b) => a + b, 0))}`;
    return `<li><i class="${tone}"></i>${name}${sum}</li>`;
  });
  if (mark !== undefined) items.push(`<li><i class="slow"></i>${mark.name}</li>`);
  if (note !== undefined) items.push(`<li class="soft">${note}</li>`);
  return `<ul class="legend">${items.join('')}</ul>`;
}

function picture(chart: Chart, periods: readonly Period[]): string {
  const { title, unit, series, mark } = chart;
  const sums = periods.map((_, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  const tops = sums.map((sum, index) => Math.max(sum, mark?.values[index] ?? 0));
  const most = Math.max(...tops);
  const top = scaleTop(most, unit);
  // Answers take seconds or days, and only a logarithmic scale shows both.
  const share = (value: number): number =>
    unit === 'seconds' ? Math.log1p(value) / Math.log1p(top) : value / top;
  const y = (value: number): number => round(HEIGHT - share(value) * HEIGHT);
  const middle = unit === 'seconds' ? Math.sqrt(top) : top / 2;
  const bars = periods.map((period, index) => {
    let below = 0;
    const parts = series.map(({ tone, values }) => {
      const value = values[index] ?? 0;
      if (value === 0) return '';
      const from = y(below + value);
      const height = round(y(below) - from);
      below += value;
      return `<rect class="${tone}" x="${index * STEP + 1}" y="${from}" width="${BAR}" height="${height}"/>`;
    });
    const slow = mark?.values[index] ?? 0;
    const line = `<path class="mark" d="M${index * STEP} ${y(slow)}h${STEP}"/>`;
    const words = `<title>${escapeHtml(`${period.name}: ${valueText(chart, index)}`)}</title>`;
    const all = `<rect class="all" x="${index * STEP}" y="0" width="${STEP}" height="${HEIGHT}"/>`;
    return `<g>${words}${all}${parts.join('')}${slow === 0 ? '' : line}</g>`;
  });
  const width = periods.length * STEP;
  const [first, last] = [periods.at(0)?.name ?? '', periods.at(-1)?.name ?? ''];
  const highest = periods[tops.indexOf(most)]?.name ?? '';
  const words =
    most === 0
      ? `${title}: nothing from ${first} to ${last}`
      : `${title} from ${first} to ${last}; the most is ${TEXT[unit](most)}, ${highest}`;
  return `<div class="chart"><div class="scale" aria-hidden="true"><span>${TEXT[unit](top)}</span><span>${TEXT[unit](middle)}</span><span>0</span></div>
<svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${escapeHtml(words)}">
<path class="lines" d="M0 0H${width}M0 ${HEIGHT / 2}H${width}M0 ${HEIGHT}H${width}"/>
<g class="bars">${bars.join('\n')}</g></svg>
<div class="dates" aria-hidden="true"><span>${first}</span><span>${periods.length > 1 ? last : ''}</span></div></div>`;
}

function valueText({ unit, series, mark }: Chart, index: number): string {
  const parts = series.map(({ name, values }) => `${TEXT[unit](values[index] ?? 0)} ${name}`);
  const slow = mark?.values[index] ?? 0;
  if (mark !== undefined && slow > 0) parts.push(`${TEXT[unit](slow)} ${mark.name}`);
  return parts.join(', ');
}

function table({ unit, series, mark, list }: Chart, periods: readonly Period[]): string {
  const columns = [...series, ...(mark === undefined ? [] : [mark])];
  const rows = periods
    .map((period, index) => {
      const cells = columns.map(
        ({ values }) => `<td class="number">${TEXT[unit](values[index] ?? 0)}</td>`,
      );
      const isEmpty = columns.every(({ values }) => (values[index] ?? 0) === 0);
      const address = escapeHtml(`${list}from=${period.from}&to=${period.to}`);
      return isEmpty
        ? ''
        : `<tr><td><a href="${address}">${period.name}</a></td>${cells.join('')}</tr>`;
    })
    .filter((row) => row !== '');
  if (rows.length === 0) return '<p>There is nothing.</p>';
  const heads = columns.map(({ name }) => `<th scope="col" class="number">${name}</th>`);
  return `<table><thead><tr><th scope="col">time</th>${heads.join('')}</tr></thead><tbody>${rows.toReversed().join('\n')}</tbody></table>`;
}

/** The end of a scale for values up to `most`, such that its half is a good number, too. */
function scaleTop(most: number, unit: Chart['unit']): number {
  if (most === 0) return unit === 'count' ? 2 : unit === 'usd' ? 1 : 100;
  const time = unit === 'seconds' ? TIME_STEPS.find((step) => step >= most) : undefined;
  if (time !== undefined) return time;
  const size = 10 ** Math.floor(Math.log10(most));
  // The half of a small count is a whole number, too.
  const isOdd = (one: number): boolean => unit === 'count' && size === 1 && one % 2 === 1;
  const step = DECIMAL_STEPS.find((one) => one * size >= most && !isOdd(one)) ?? 10;
  return Number((step * size).toPrecision(DIGITS));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
