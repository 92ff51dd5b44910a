import type { TrailHead } from '../../audit/index.ts';
import { jobFields, type MarkedJob, markerLine } from './comment-marker.ts';
import { code, codePerson } from './markdown.ts';

/** A call that an approval comment asked for, as the audit trail records it. */
interface ClosedRequest {
  readonly approval: string;
  readonly call: string;
  readonly tool: string;
  /** Who approved or denied it before the run ended. */
  readonly decidedBy: readonly { readonly login: string; readonly decision: 'approve' | 'deny' }[];
  /** How the request ended, in a few words. */
  readonly result: string;
}

/** The approval comment of a job that ended without closing it, rendered from the audit trail alone. It asks nothing. */
export function renderClosedComment(comment: {
  readonly run: string;
  /** Absent: it is not known, or the comment is not that of a job. */
  readonly workflowRun?: { readonly id: number; readonly attempt: number } | null;
  /** Absent: they are not known. */
  readonly requests?: readonly ClosedRequest[];
  /** What the comment asked for; absent: `requests`. */
  readonly ids?: readonly string[];
  readonly because: string;
  readonly runUrl: string | null;
  /** Absent: the trail is lost. */
  readonly head?: TrailHead | null;
}): string {
  const { run, workflowRun, requests = [], because, runUrl, head = null } = comment;
  const marker = markerLine({
    v: 1,
    run,
    ids: [...(comment.ids ?? requests.map(({ approval }) => approval))],
    state: 'closed',
    workflowRun: workflowRun?.id ?? null,
    attempt: workflowRun?.attempt ?? null,
    check: null,
  });
  const lines = requests.map(({ approval, call, tool, decidedBy, result }) => {
    const decisions = decidedBy
      .map(({ login, decision }) => `${decision} by ${codePerson(login)}`)
      .join(', ');
    const prefix = decisions === '' ? '' : `${decisions}; `;
    return `- ${code(approval)} ${code(tool)} (${code(call)}): ${prefix}${result}`;
  });
  const link = runUrl === null ? code(run) : `[${run}](${runUrl})`;
  return [
    marker,
    '### Countersign: nothing here is waiting for an answer',
    because,
    lines.join('\n'),
    footer(link, head),
  ].join('\n\n');
}

/** The comment that reports a crashed run with a checkpoint. It asks nothing; `/resume` continues the run. */
export function renderCrashedComment(comment: {
  readonly run: string;
  readonly workflowRun: MarkedJob;
  readonly runUrl: string;
  readonly head: TrailHead;
  /** What people have to know about the files in the checkpoint. */
  readonly notices: readonly string[];
}): string {
  const { run, workflowRun, runUrl, head, notices } = comment;
  return [
    markerLine({ v: 1, run, ids: [], state: 'crashed', ...jobFields(workflowRun), check: null }),
    '### Countersign: a run crashed and can be resumed',
    'Its state was saved after its last recorded step. Calls that were in flight are marked as interrupted and do not ' +
      'run again by themselves; the agent gets a list of them. Open approval requests are void.',
    ...notices.map((notice) => `⚠️ ${code(notice)}`),
    `**To resume**: write a new comment whose first line is \`/resume ${run}\`. Anybody who may start a run can resume it. The state is uploaded after this comment was written; until then, and if that failed, the answer says so.`,
    footer(`[${run}](${runUrl})`, head),
  ].join('\n\n');
}

/** The end of a comment: `line`, and folded where the audit trail stood; `null` if it is lost. */
export function footer(line: string, head: TrailHead | null): string {
  if (head === null) return line;
  const { count, hash } = head;
  return `${line}\n\n<details><summary>Audit trail: ${count} entries</summary>\n\nhead hash \`${hash}\`\n\n</details>`;
}
