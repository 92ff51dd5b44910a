import type { TrailHead } from '../../audit/index.ts';
import { markdownCell, type Tally } from '../../reporting/index.ts';

const MAX_APPROVALS = 20;

/**
 * The footer of a pull request that a run opens: who asked, calls by verdict, who approved what, and the trail's
 * current head hash.
 */
export function pullRequestFooter(options: {
  readonly run: string;
  readonly requester: string | null;
  readonly jobUrl: string | null;
  readonly tally: Tally;
  /** `null` without a trail. */
  readonly head: TrailHead | null;
}): string {
  const { tally, head } = options;
  const { total, auto, approved, denied } = tally.counts();
  const job = options.jobUrl === null ? '' : ` in [this job](${options.jobUrl})`;
  const asked =
    options.requester === null ? '' : `, asked for by ${markdownCell(options.requester)}`;
  return [
    `Made by Countersign, run \`${options.run}\`${asked}${job}.`,
    `Calls so far: ${total} (${auto} auto, ${approved} approved, ${denied} denied).`,
    ...approvalsOf(tally),
    ...(head === null
      ? []
      : [
          `Audit trail: ${head.count} entries, head hash \`${head.hash}\`. The job's artifact contains it.`,
        ]),
  ].join('\n\n');
}

function approvalsOf(tally: Tally): readonly string[] {
  const approved = [...tally.calls.values()].filter(
    (line) => line.approval !== null && line.decidedBy !== null && line.state !== 'DENIED',
  );
  if (approved.length === 0) return [];
  const rows = approved
    .slice(0, MAX_APPROVALS)
    .map(
      (line) =>
        `- \`${line.approval ?? ''}\` ${markdownCell(line.tool)} by ${markdownCell(line.decidedBy ?? '')}`,
    );
  const rest = approved.length - rows.length;
  const more = rest > 0 ? [`- … and ${rest} more in the trail`] : [];
  return [['Approvals:', ...rows, ...more].join('\n')];
}
