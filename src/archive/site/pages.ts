/** The pages of a site as HTML. Text of audit trails is text in all of them; the overview needs no script. */
import { escapeHtml, inertJson, PAGE_STYLE, pageHead } from '../../audit/index.ts';
import { countText, timeText } from '../../common/index.ts';
import type { Database } from '../sqlite.ts';
import { chartHtml } from './chart.ts';
import {
  answerTo,
  chartsOf,
  denialsByRule,
  type FirstRows,
  type Row,
  type Totals,
} from './figures.ts';
import { LIST_SCRIPT } from './list-script.ts';
import { choicesOf, knownNames, type List, LISTS, nameText, type Uncounted } from './lists.ts';
import { secondsText, usdText } from './numbers.ts';
import { dayName } from './periods.ts';
import { SITE_STYLE } from './site-style.ts';

const STYLE = `${PAGE_STYLE}${SITE_STYLE}`;

/** The files of a list's rows. */
export interface ListFiles {
  readonly rows: number;
  readonly fileRows: number;
  /** The times of the first and the last row of each file. */
  readonly first: readonly string[];
  readonly last: readonly string[];
}

/** The page that opens first: what happened in all runs, and what is not counted. */
export function overviewPage(database: Database, totals: Totals, uncounted: Uncounted): string {
  const { charts, periods } = chartsOf(database, totals);
  return `${pageHead({ title: 'Audit of all runs', style: STYLE, script: null })}${top('index.html', uncounted)}
<main id="main">
<h1>${plural(totals.runs, 'run')} of ${plural(totals.repositories, 'repository', 'repositories')}</h1>
<p class="soft lead">${span(totals)}</p>
${notice(uncounted)}
${tiles(totals, uncounted)}
<h2>Over time</h2>
<div class="charts">
${charts.map((chart) => chartHtml(chart, periods)).join('\n')}
</div>
<div class="tables">
${tables(database)}
</div>
</main>
${foot()}`;
}

/** The page of a list. Its rows lie in files of their own. */
export function listPage(
  database: Database,
  list: List,
  { files, uncounted }: { readonly files: ListFiles; readonly uncounted: Uncounted },
): string {
  const { name, title, noun, searched, names } = list;
  const columns = Object.keys(list.cells);
  const choices = list.choices.map(([column]) => column);
  const index = { list: name, noun, columns, searched, names, choices, ...files };
  const isTall = name === 'problems';
  return `${pageHead({ title: `${title} · Audit of all runs`, style: STYLE, script: LIST_SCRIPT, loadsData: true })}${top(`${name}.html`, uncounted)}
<main id="main">
<h1>${title}</h1>
${isTall ? notice(uncounted) : ''}
${filters(database, list)}
<p id="shown" class="soft" role="status" aria-live="polite">Loading</p>
<noscript><p>This list needs JavaScript. The overview does not.</p></noscript>
<div id="list"${isTall ? ' class="tall"' : ''} role="list" aria-label="${title}, the newest first"></div>
</main>
<script type="application/json" id="index">${inertJson(JSON.stringify(index))}</script>
<script>${LIST_SCRIPT}</script>
</body>
</html>
`;
}

function top(page: string, uncounted: Uncounted): string {
  const links = [
    ['index.html', 'Overview'],
    ...LISTS.map(({ name, title }) => [`${name}.html`, title]),
  ];
  const items = links.map(([address = '', text = '']) => {
    const count = address === 'problems.html' ? ` (${countText(sum(uncounted))})` : '';
    return `<li><a href="${address}"${address === page ? ' aria-current="page"' : ''}>${text}${count}</a></li>`;
  });
  return `<body>
<a class="skip" href="#main">To the content</a>
<header class="top"><strong>Countersign audit</strong><nav aria-label="Pages"><ul>${items.join('')}</ul></nav></header>
`;
}

function foot(): string {
  return `<footer class="soft">
<p>All figures are of audit trails that verified when they were collected. This site does not verify them again: <code>countersign audit verify</code> does, with the folder that the archive keeps.</p>
</footer>
</body>
</html>
`;
}

function span({ first, last, collectedAt }: Totals): string {
  const days = first === null || last === null ? [] : [`${dayName(first)} to ${dayName(last)}`];
  const collected = collectedAt === null ? [] : [`collected until ${timeText(collectedAt)}`];
  return escapeHtml([...days, ...collected].join(' · '));
}

/** What each kind of problem means, for people. */
const KINDS: Readonly<Record<string, string>> = {
  broken: 'do not verify',
  conflict: 'contradict another audit trail of the same run',
  expired: 'or deleted, before they were collected',
  foreign: 'uploaded by another workflow run than they name',
  missing: 'their workflow runs failed without an audit trail',
  'not listed': 'repositories that could not be read',
  refused: 'not the bytes that were uploaded, or no archive that can be unpacked',
  unreadable: 'have no entries to verify',
  waiting: 'not downloaded yet',
};

/** The notice about what is not counted, which comes before any figure. */
function notice(uncounted: Uncounted): string {
  const count = sum(uncounted);
  if (count === 0)
    return '<p class="notice">Every audit trail that the collections know of is here and verifies.</p>';
  const kinds = uncounted.map(
    ([kind, number]) =>
      `<li><a href="problems.html#problem=${encodeURIComponent(kind)}">${countText(number)} ${escapeHtml(kind)}</a> <span class="soft">${escapeHtml(KINDS[kind] ?? '')}</span></li>`,
  );
  return `<div class="notice open"><strong>${countText(count)} not counted.</strong> No figure here contains them.<ul>${kinds.join('')}</ul></div>`;
}

function tiles(totals: Totals, uncounted: Uncounted): string {
  const { runs, done, waiting, calls, denied, approvals, questions, answers, medianSeconds } =
    totals;
  const unpriced = totals.repliesWithoutPrice;
  const tile: readonly (readonly [string, string, string])[] = [
    [countText(runs), 'runs', `${countText(done)} done, ${countText(waiting)} wait`],
    [countText(calls), 'calls', `${countText(denied)} denied`],
    [
      usdText(totals.costUsd),
      'cost',
      unpriced === 0
        ? 'of all replies'
        : `without ${plural(unpriced, 'reply', 'replies')} of unknown price`,
    ],
    [
      medianSeconds === null ? 'none' : secondsText(medianSeconds),
      'until an answer',
      `median of ${plural(answers, 'answer')}`,
    ],
    [countText(approvals), 'approval requests', plural(questions, 'question')],
    [countText(sum(uncounted)), 'not counted', 'in no figure here'],
  ];
  const items = tile.map(
    ([value, name, more]) =>
      `<li><strong>${value}</strong>${name}<span class="soft">${more}</span></li>`,
  );
  return `<ul class="tiles">${items.join('\n')}</ul>`;
}

type Column = readonly [name: string, cell: (row: Row) => string, isText?: boolean];

function tables(database: Database): string {
  const cost = (what: string): string =>
    table(`Cost by ${what}`, answerTo(database, `cost-by-${what}`), {
      question: `cost-by-${what}`,
      columns: [
        [what, (row) => filtered('runs.html', what === 'actor' ? 'person' : what, row[what]), true],
        ['runs', (row) => counted(row['runs'])],
        ['cost', (row) => usdText(Number(row['cost_usd']))],
        ['no price', (row) => counted(row['replies_without_price'])],
      ],
    });
  return [
    cost('repository'),
    cost('actor'),
    cost('model'),
    table('Who answers', answerTo(database, 'approvers'), {
      question: 'approvers',
      columns: [
        ['person', (row) => filtered('calls.html', 'person', row['login']), true],
        ['approved', (row) => counted(row['approved'])],
        ['denied', (row) => counted(row['denied'])],
        ['median', (row) => secondsText(Number(row['median_seconds']))],
        ['slowest', (row) => secondsText(Number(row['slowest_seconds']))],
      ],
    }),
    table('Denied most', denialsByRule(database), {
      question: 'denials',
      columns: [
        ['rule', (row) => textOf(row['rule']), true],
        ['by', (row) => textOf(row['denied_by'])],
        ['calls', (row) => counted(row['calls'])],
        ['runs', (row) => counted(row['runs'])],
      ],
    }),
    table('Asked most, and never refused', answerTo(database, 'rules-never-refused'), {
      question: 'rules-never-refused',
      columns: [
        ['rule', (row) => textOf(row['rule'] ?? row['list']), true],
        ['asked', (row) => counted(row['asked'])],
        ['approved', (row) => counted(row['approved'])],
        ['repositories', (row) => counted(row['repositories'])],
      ],
    }),
  ].join('\n');
}

function table(
  title: string,
  { rows, count }: FirstRows,
  { columns, question }: { readonly columns: readonly Column[]; readonly question: string },
): string {
  const heads = columns.map(
    ([name, , isText]) => `<th scope="col"${isText === true ? '' : ' class="number"'}>${name}</th>`,
  );
  const lines = rows.map((row) => {
    const cells = columns.map(
      ([, cell, isText]) => `<td${isText === true ? '' : ' class="number"'}>${cell(row)}</td>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  const more =
    count > rows.length
      ? `<p class="soft lead">and ${countText(count - rows.length)} more: <code>countersign audit query ${question}</code></p>`
      : '';
  const body =
    rows.length === 0
      ? '<p class="soft">Nothing.</p>'
      : `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${lines.join('\n')}</tbody></table>`;
  return `<section><h2>${title}</h2>${body}${more}</section>`;
}

/** A name, as a link to the rows of a list that have it. */
function filtered(page: string, filter: string, value: unknown): string {
  const name = nameText(value);
  if (name === '') return '<span class="soft">unknown</span>';
  const address = `${page}#${new URLSearchParams([[filter, name]]).toString()}`;
  return `<a href="${escapeHtml(address)}">${escapeHtml(name)}</a>`;
}

function filters(database: Database, { names, choices }: List): string {
  const texts = names.map(([filter]) => {
    const known = knownNames(database, filter).map(
      (name) => `<option value="${escapeHtml(name)}"></option>`,
    );
    return `<label>${filter}<input name="${filter}" list="known-${filter}" autocomplete="off" spellcheck="false"><datalist id="known-${filter}">${known.join('')}</datalist></label>`;
  });
  const selects = choices.map(([column, sql]) => {
    const options = choicesOf(database, sql).map(
      (value) => `<option value="${escapeHtml(value)}">${escapeHtml(value)}</option>`,
    );
    return `<label>${column}<select name="${column}"><option value="">all</option>${options.join('')}</select></label>`;
  });
  return `<form id="filters" class="filters" role="search" autocomplete="off">
<label class="text">text<input name="text" type="search" autocomplete="off" spellcheck="false" placeholder="Press / to search"></label>
${[...texts, ...selects].join('\n')}
<label class="day">from<input name="from" type="date"></label>
<label class="day">to<input name="to" type="date"></label>
<button type="button" id="clear">Clear</button>
</form>`;
}

function sum(counts: Uncounted): number {
  return counts.reduce((total, [, count]) => total + count, 0);
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

function counted(value: unknown): string {
  return countText(Number(value));
}

function textOf(value: unknown): string {
  return escapeHtml(nameText(value));
}
