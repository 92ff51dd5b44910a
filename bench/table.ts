import type { Figures } from './measure.ts';
import { median } from './measure.ts';

/** The figures of one contestant over the rounds of one scenario. */
export interface Row {
  readonly scenario: string;
  readonly name: string;
  readonly rounds: readonly Figures[];
  /** Why there are none. */
  readonly failed?: string;
}

export type Figure = keyof Figures;

const COLUMNS: readonly {
  readonly key: Figure;
  readonly title: string;
  readonly digits: number;
}[] = [
  { key: 'firstMs', title: 'first request, ms', digits: 0 },
  { key: 'totalMs', title: 'start to exit, ms', digits: 0 },
  { key: 'turnMs', title: 'turn, ms', digits: 1 },
  { key: 'cpuMs', title: 'CPU, ms', digits: 0 },
  { key: 'peakMb', title: 'peak, MB', digits: 0 },
  { key: 'sentKb', title: 'sent, kB', digits: 0 },
];
const RATIO_OF = 'sdk';

/** The median of a figure over a row's rounds; NaN where the row has none. */
export function figureOf(row: Row | undefined, key: Figure): number {
  return median(row?.rounds.map((figures) => figures[key]) ?? []);
}

/** A Markdown table: medians with min and max, and each as a ratio to the `sdk` loop of the same scenario. */
export function table(rows: readonly Row[]): string {
  const titles = ['scenario', 'who', ...COLUMNS.map(({ title }) => title), 'cached'];
  const lines = rows.map((row) => {
    const base = rows.find(({ scenario, name }) => scenario === row.scenario && name === RATIO_OF);
    if (row.failed !== undefined)
      return [row.scenario, row.name, row.failed, ...COLUMNS.map(() => '')];
    const cells = COLUMNS.map(({ key, digits }) => cell(row, base, { key, digits }));
    return [row.scenario, row.name, ...cells, `${(figureOf(row, 'cached') * 100).toFixed(1)} %`];
  });
  return [titles, titles.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** What Countersign sends to the API in each scenario, as a ratio to the `sdk` loop. */
export function sentLines(rows: readonly Row[]): string {
  const find = (scenario: string, who: string) =>
    rows.find((row) => row.scenario === scenario && row.name === who);
  return [...new Set(rows.map(({ scenario }) => scenario))]
    .map((scenario) => {
      const ratio =
        figureOf(find(scenario, 'countersign'), 'sentKb') /
        figureOf(find(scenario, RATIO_OF), 'sentKb');
      return `sent, × sdk: ${scenario} ${ratio.toFixed(2)}`;
    })
    .join('\n');
}

function cell(
  row: Row,
  base: Row | undefined,
  of_: { readonly key: Figure; readonly digits: number },
): string {
  const { key, digits } = of_;
  const values = row.rounds.map((figures) => figures[key]);
  const middle = figureOf(row, key);
  if (Number.isNaN(middle)) return '–';
  const [low, high] = [Math.min(...values).toFixed(digits), Math.max(...values).toFixed(digits)];
  const spread = low === high ? '' : ` (${low}–${high})`;
  const ratio =
    base === undefined || base === row ? '' : ` ×${(middle / figureOf(base, key)).toFixed(2)}`;
  return `${middle.toFixed(digits)}${spread}${ratio}`;
}
