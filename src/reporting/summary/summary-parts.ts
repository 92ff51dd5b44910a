import type { CallView, RunView } from '../../audit/index.ts';
import type { CallLine } from './call-counts.ts';

/** Bars of the picture; GitHub draws no Mermaid text of more than 50,000 characters. */
const MAX_TURNS = 60;
const MAX_CALLS = 120;
const NAME_CHARS = 40;

const COLUMNS = ['completed', 'failed', 'denied', 'interrupted', 'open'] as const;
type Column = (typeof COLUMNS)[number];

const COLUMN_OF: Readonly<Record<CallLine['state'], Column>> = {
  COMPLETED: 'completed',
  FAILED: 'failed',
  DENIED: 'denied',
  SEALED: 'interrupted',
  PENDING: 'open',
  APPROVAL_REQUIRED: 'open',
  APPROVED: 'open',
  EXECUTING: 'open',
};

/** How many calls got which verdict, and how they ended, as one short line for each verdict; empty without calls. */
export function verdictLines(calls: readonly CallLine[]): string {
  return (['auto', 'requireApproval', 'deny', null] as const)
    .flatMap((verdict) => {
      const those = calls.filter((call) => call.verdict === verdict);
      if (those.length === 0) return [];
      const ends = COLUMNS.flatMap((column) => {
        const count = those.filter(({ state }) => COLUMN_OF[state] === column).length;
        return count === 0 ? [] : [`${count} ${column}`];
      });
      return [`- ${verdict ?? 'no verdict'}: ${those.length} (${ends.join(', ')})`];
    })
    .join('\n');
}

/**
 * Turns, calls and waits over time as a Mermaid gantt chart, which GitHub renders; empty if nothing took time. Tool names
 * are untrusted: only letters, digits and a few characters without meaning to Mermaid remain.
 */
export function timeline(view: RunView): string {
  const turns = view.turns
    .slice(0, MAX_TURNS)
    .flatMap(({ turn, time, reply }) =>
      reply === null
        ? []
        : [bar({ name: `turn ${turn}`, tag: 'active', from: time, until: reply.time })],
    );
  const calls = view.calls.slice(0, MAX_CALLS);
  const ran = calls.flatMap((call) =>
    spans(call, 'EXECUTING', call.state === 'COMPLETED' ? 'done' : 'crit'),
  );
  const waited = calls.flatMap((call) => spans(call, 'APPROVAL_REQUIRED', 'active'));
  const sections = [
    ['Model', turns],
    ['Calls', ran],
    ['Waiting for people', waited],
  ] as const;
  const drawn = sections.flatMap(([title, bars]) =>
    bars.length === 0 ? [] : [`  section ${title}`, ...bars],
  );
  if (drawn.length === 0) return '';
  const left = Math.max(0, view.turnCount - MAX_TURNS) + Math.max(0, view.callCount - MAX_CALLS);
  const more = left === 0 ? '' : `\n\n${left} more turns and calls are in the report.`;
  return [
    '```mermaid',
    'gantt',
    '  dateFormat x',
    '  axisFormat %H:%M:%S',
    ...drawn,
    `\`\`\`${more}`,
  ].join('\n');
}

function spans(call: CallView, state: string, tag: string): readonly string[] {
  return call.states.flatMap((entered, index) => {
    const left = call.states[index + 1];
    if (entered.state !== state || left === undefined) return [];
    return [bar({ name: `${call.call} ${call.tool}`, tag, from: entered.time, until: left.time })];
  });
}

function bar(state: {
  readonly name: string;
  readonly tag: string;
  readonly from: string;
  readonly until: string;
}): string {
  const from = Date.parse(state.from);
  // A bar without length is not drawn.
  const until = Math.max(from + 1, Date.parse(state.until));
  const name = state.name.replaceAll(/[^A-Za-z0-9_. -]+/g, '-').slice(0, NAME_CHARS);
  return `    ${name} :${state.tag}, ${from}, ${until}`;
}
