import { closeApprovalCheck, readMarker, renderClosedComment } from '../approvals/index.ts';
import { errorText } from '../common/index.ts';
import type { GitHub, GitHubChecks } from '../github/index.ts';
import type { RunReport } from '../reporting/index.ts';
import { describeCallEnd } from './post-summary.ts';
import { type CrashedRunSurvey, surveyCrashedRun } from './survey-trail.ts';

/** Why a suspended run cannot be resumed: no other job can download its checkpoint. */
export const LOST_CHECKPOINT =
  'The run suspended, but its checkpoint could not be uploaded. No answer can resume it.';

/** The same for a run that failed before or while it suspended. */
export const NO_CHECKPOINT =
  'The run failed while this request was open, and saved no checkpoint. No answer can resume it.';

/** The same for a run that ended otherwise. */
export const RUN_ENDED =
  'The run has ended. GitHub did not take the update of this comment that said how each request was decided.';

/** The end of a run whose checkpoint could not be uploaded, for its check run: there is nothing that people could do. */
export function lostEnd(run: string) {
  return { run, outcome: 'error', summary: LOST_CHECKPOINT } as const;
}

/** How many approval comments of one run are closed. */
const MAX_COMMENTS = 50;

interface ClosingContext {
  readonly github: Pick<GitHub, 'comment' | 'updateComment'> & GitHubChecks;
  readonly warn: (message: string) => void;
}

/** Closes the approval comments of a run that cannot be resumed and are not closed, so that nobody answers them. Never rejects. */
export async function closeLostRequests({
  github,
  report,
  because,
  runUrl,
  warn,
}: ClosingContext & {
  readonly report: Pick<RunReport, 'run' | 'trailFolder' | 'head'>;
  readonly because: typeof LOST_CHECKPOINT | typeof NO_CHECKPOINT | typeof RUN_ENDED;
  readonly runUrl: string;
}): Promise<void> {
  const { run, head, trailFolder } = report;
  try {
    const survey = await surveyCrashedRun(trailFolder);
    // Another job of a matrix may have resumed the run: the approval comment then points to that job's checkpoint.
    if (because === LOST_CHECKPOINT && survey.start?.start !== 'fresh') return;
    if (because === RUN_ENDED && !survey.hasStaleComment) return;
    await closeOpenRequests(survey, { github, warn }, { run, runUrl, head, because });
  } catch (error) {
    warn(`The approval comments could not be closed: ${errorText(error)}`);
  }
}

/**
 * Closes each approval comment of the run that still asks for an answer which no job would read. The last one can do so although its
 * requests were decided: the run may have crashed before it updated the comment. If GitHub did not take an update, any can. Never rejects.
 */
export async function closeOpenRequests(
  {
    approvals,
    calls,
    hasStaleComment,
  }: Pick<CrashedRunSurvey, 'approvals' | 'calls' | 'hasStaleComment'>,
  { github, warn }: ClosingContext,
  end: Omit<Parameters<typeof renderClosedComment>[0], 'requests'>,
): Promise<void> {
  const asked = [...approvals.values()];
  const last = asked.at(-1)?.commentId;
  const open = asked.flatMap(({ commentId, status }) =>
    commentId !== null && (status === 'open' || commentId === last || hasStaleComment)
      ? [commentId]
      : [],
  );
  for (const id of [...new Set(open)].slice(0, MAX_COMMENTS)) {
    const requests = asked
      .filter(({ commentId }) => commentId === id)
      .map(({ approval, call, decidedBy }) => {
        const { tool = '', state = '' } = calls.get(call) ?? {};
        return { approval, call, tool, decidedBy, result: describeCallEnd(state) };
      });
    const body = renderClosedComment({ ...end, requests });
    await editOwnComment(
      { github, warn },
      {
        id,
        body: () => body,
        name: 'approval comment',
        isOwn: (text) => {
          const marker = readMarker(text);
          return marker?.run === end.run && marker.state !== 'closed';
        },
        afterwards: (text) =>
          closeApprovalCheck(github, readMarker(text)?.check ?? null, end.because),
      },
    );
  }
}

/** What changing a comment needs. */
interface CommentWriter {
  readonly github: Pick<GitHub, 'comment' | 'updateComment'>;
  readonly warn: (message: string) => void;
}

/** Updates a comment only if its body is one that the run wrote. Never rejects: `warn` gets what failed. */
export async function editOwnComment(
  { github, warn }: CommentWriter,
  comment: {
    readonly id: number;
    /** The new body, from the current one. */
    readonly body: (before: string) => string;
    readonly name: string;
    readonly isOwn: (body: string) => boolean;
    /** Further work, with the body from before the update; also if GitHub did not take that. */
    readonly afterwards?: (body: string) => Promise<void>;
  },
): Promise<void> {
  try {
    const current = await github.comment(comment.id);
    if (current === null || !comment.isOwn(current.body)) return;
    try {
      await github.updateComment(comment.id, comment.body(current.body));
    } finally {
      await comment.afterwards?.(current.body);
    }
  } catch (error) {
    warn(`The ${comment.name} could not be updated: ${errorText(error)}`);
  }
}
