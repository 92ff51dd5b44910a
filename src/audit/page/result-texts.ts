import { sliceWhole, visible } from '../../common/index.ts';
import type { RunStatement } from '../verify/statement.ts';
import type { TrailVerdict } from '../verify/verify.ts';
import type { Checked } from './check-given.ts';

/** What the page shows of a trail, as texts: nothing in them is markup. */
export interface ResultTexts {
  readonly tone: 'good' | 'bad' | 'wait';
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly lists: readonly { readonly title: string; readonly items: readonly string[] }[];
}

/** The most items of a list that the page shows. */
const MAX_ITEMS = 200;
const LONG_TEXT_CHARS = 4_000;

/** The verdict, and of an intact trail who asked for what, what people approved and refused, and how it ended. */
export function resultTexts(checked: Checked, heads: readonly string[]): ResultTexts {
  const { verdict, statement } = checked;
  const texts = { ...verdictTexts(verdict), facts: [], lists: [] };
  if (verdict.kind !== 'intact') return shown(texts);
  const warnings = verdict.warnings.map(({ because }) => because);
  return shown({
    ...texts,
    paragraphs: [...texts.paragraphs, ...notProved(checked, heads)],
    facts: [
      ...(statement === null ? [] : factsOf(statement, checked)),
      ['Entries', String(verdict.count)],
      ['Head hash', verdict.head],
    ],
    lists: [
      ...(warnings.length === 0 ? [] : [{ title: 'Warnings', items: warnings }]),
      ...(statement === null ? [] : listsOf(statement)),
    ],
  });
}

function verdictTexts(verdict: TrailVerdict): Pick<ResultTexts, 'tone' | 'title' | 'paragraphs'> {
  switch (verdict.kind) {
    case 'intact':
      return {
        tone: verdict.warningCount > 0 ? 'wait' : 'good',
        title: verdict.warningCount > 0 ? 'Valid, with warnings' : 'Valid',
        paragraphs: [
          `All ${verdict.count} entries of ${verdict.run} are intact, and none contradicts another.`,
        ],
      };
    case 'broken':
      return {
        tone: 'bad',
        title: `Invalid: the first broken entry is ${verdict.seq} (line ${verdict.line})`,
        paragraphs: [`${verdict.code}: ${verdict.because}`],
      };
    case 'unreadable':
      return { tone: 'bad', title: 'Unreadable', paragraphs: [verdict.because] };
  }
}

function notProved({ isAttested }: Checked, heads: readonly string[]): readonly string[] {
  return [
    heads.length > 0
      ? 'It contains the published head hash: up to that entry, it is what the run published.'
      : 'Not compared with a published head hash: whoever can write all of its files could have written another run.',
    ...(isAttested
      ? [
          'It has an attestation, which this page does not check. To check it: countersign audit verify, and gh attestation verify audit.jsonl --repo OWNER/REPO',
        ]
      : []),
  ];
}

type Facts = ResultTexts['facts'];

function factsOf({ predicate }: RunStatement, { request, summary }: Checked): Facts {
  const { runDefinition: run, runDetails: details, calls } = predicate;
  const layers = run.policy.layers.slice(1).map(({ address }) => address);
  return [
    ['Run', run.run],
    [
      'Repository',
      `${run.repository ?? 'unknown'}${run.commit === null ? '' : ` at ${run.commit}`}`,
    ],
    ['Asked for by', accountText(run.requester ?? run.trigger.actor)],
    ['Started by', `${run.trigger.event}${run.trigger.url === null ? '' : `, ${run.trigger.url}`}`],
    ['Request', request],
    ['Policy', [`${run.policy.source} (${run.policy.digest.sha256})`, ...layers].join('\n')],
    ['Models', [...new Set(details.invocations.flatMap(({ models }) => models))].join(', ')],
    ['Sandbox', details.sandbox ?? 'not started'],
    ['Time', `${details.startedOn} to ${details.finishedOn ?? 'now: it has not ended'}`],
    ['Outcome', details.outcome ?? 'none: it has not ended'],
    ['Summary', summary],
    [
      'Calls',
      `${calls.total}: ${calls.executed} executed, ${calls.approved} of them approved by people, ${calls.refused} refused`,
    ],
  ];
}

function listsOf({ predicate }: RunStatement): ResultTexts['lists'] {
  const { approved, refused, executed, commits, calls } = predicate;
  return [
    list(
      'Approved by people',
      approved.map(
        ({ call, tool, approvedBy }) =>
          `${call} ${tool}: ${approvedBy.map(accountText).join(', ')}`,
      ),
      calls.approved,
    ),
    list(
      'Refused',
      refused.map((one) => `${one.call} ${one.tool}: ${refusedBy(one)}`),
      calls.refused,
    ),
    list(
      'Executed, by tool',
      executed.map(({ tool, calls: count }) => `${tool}: ${count}`),
      executed.length,
    ),
    list(
      'Pushed',
      commits.map(({ branch, commit }) => `${commit} to ${branch}`),
      commits.length,
    ),
  ].filter(({ items }) => items.length > 0);
}

function list(title: string, items: readonly string[], count: number) {
  const first = items.slice(0, MAX_ITEMS);
  const more = count - first.length;
  return { title, items: more > 0 ? [...first, `and ${more} more`] : first };
}

function refusedBy({
  verdict,
  rule,
  list: from,
  refusedBy: people,
}: RunStatement['predicate']['refused'][number]): string {
  if (people.length > 0) return people.map(accountText).join(', ');
  return verdict === 'deny' ? `the policy (${rule ?? from})` : 'nobody approved it';
}

function accountText(account: { readonly login: string } | null): string {
  return account === null ? 'nobody' : `@${account.login}`;
}

/** The beginning of a longer text, and how much is left out, so that a browser shows it at once. Invisible and bidirectional characters are written out. */
function shownText(text: string): string {
  if (text.length <= LONG_TEXT_CHARS) return visible(text);
  const begin = sliceWhole(text, LONG_TEXT_CHARS);
  return `${visible(begin)} … ${text.length - begin.length} more characters, in audit.jsonl`;
}

function shown(texts: ResultTexts): ResultTexts {
  return {
    ...texts,
    title: shownText(texts.title),
    paragraphs: texts.paragraphs.map(shownText),
    facts: texts.facts
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, shownText(value)]),
    lists: texts.lists.map(({ title, items }) => ({ title, items: items.map(shownText) })),
  };
}
