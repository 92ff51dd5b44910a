import * as z from 'zod';
import type { IssueComment } from '../../github/index.ts';
import { parseJson } from '../../common/index.ts';
import { APPROVAL_ID } from '../binding.ts';

/** Stored in comments of suspended runs: another prefix would not find them. */
const PREFIX = '<!-- countersign:approval-request ';
const SUFFIX = ' -->';
const MARKER_MAX = 8_000;

const COMMENT_STATES = ['waiting', 'suspended', 'crashed', 'closed'] as const;
/**
 * `waiting`: a job polls the comment. `suspended`: a checkpoint has its requests. `crashed`: the run crashed, a checkpoint
 * can resume it, and the comment asks nothing. `closed`: nothing can be answered.
 */
export type ApprovalCommentState = (typeof COMMENT_STATES)[number];

const JOB_ID = /^[A-Za-z_][\w-]{0,99}$/;
const approvalIdSchema = z.string().regex(APPROVAL_ID);

const markerSchema = z.strictObject({
  v: z.literal(1),
  run: z.string().regex(/^run-[0-9a-z]{1,64}$/),
  ids: z.array(approvalIdSchema).max(200),
  /** Those of the ids that are questions. Absent: none. */
  questions: z.array(approvalIdSchema).max(200).optional(),
  state: z.enum(COMMENT_STATES),
  /** The workflow run that polls the comment and will upload its checkpoint. */
  workflowRun: z.number().int().positive().nullable(),
  attempt: z.number().int().positive().nullable(),
  /** The id of its job, which the job that resumes the run has, too. Absent: not known. */
  job: z.string().regex(JOB_ID).optional(),
  /** The commit that the run works on, and which has its check run. Absent: not known. */
  commit: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/)
    .optional(),
  /** True if a review of the pull request answers, too. Absent: it does not. */
  reviews: z.literal(true).optional(),
  /** The check run with the buttons. */
  check: z.number().int().positive().nullable().default(null),
});

/** The hidden data of an approval comment, for programs. It only points to a checkpoint and is never trusted. */
export type ApprovalMarker = z.infer<typeof markerSchema>;

/** The job that an approval comment names. */
export interface MarkedJob {
  readonly id: number;
  readonly attempt: number;
  readonly job: string;
}

/** A job as a marker has it; without an id that GitHub would not take as one. */
export function jobFields(marked: MarkedJob | undefined) {
  const { id = null, attempt = null, job = '' } = marked ?? {};
  return { workflowRun: id, attempt, ...(JOB_ID.test(job) ? { job } : {}) };
}

/** The comment's first line. Its values contain no character that could end an HTML comment. */
export function markerLine(marker: ApprovalMarker): string {
  return `${PREFIX}${JSON.stringify(markerSchema.parse(marker))}${SUFFIX}`;
}

/**
 * Reads the marker of a comment, or returns `null`. Only the first line counts: text by a model or an untrusted user
 * further down cannot be a marker.
 */
export function readMarker(body: string): ApprovalMarker | null {
  const first = body.split(/\r?\n/, 1)[0] ?? '';
  if (first.length > MARKER_MAX || !first.startsWith(PREFIX) || !first.endsWith(SUFFIX))
    return null;
  const value = parseJson(first.slice(PREFIX.length, -SUFFIX.length));
  return markerSchema.safeParse(value).data ?? null;
}

/** Whether a comment has a marker, also one of another version of the program, which `readMarker` cannot read. */
export function hasMarker(body: string): boolean {
  return body.startsWith(PREFIX);
}

/**
 * Why an answer that names no call does not mean the calls of an approval comment; `null` if it does: the comment asks for one
 * call, and no other one was open. Pure.
 */
export function notOnlyReason({
  calls,
  others,
  answer,
}: {
  readonly calls: number;
  /** The other approval comments by the run's account. */
  readonly others: readonly IssueComment[];
  readonly answer: IssueComment;
}): string | null {
  if (calls !== 1) return `it names no call, and ${calls} calls were asked for`;
  return others.some((other) => mayHaveBeenOpen(other, answer))
    ? 'it names no call, and another approval comment was open'
    : null;
}

/**
 * Whether an approval comment waited for an answer when `answer` was written: it waits now, or was closed since. GitHub's times
 * have whole seconds, so a comment that was closed in the same second counts as open.
 */
export function mayHaveBeenOpen(
  comment: Pick<IssueComment, 'id' | 'body' | 'updatedAt'>,
  answer: Pick<IssueComment, 'id' | 'createdAt'>,
): boolean {
  const marker = readMarker(comment.body);
  if (marker === null || comment.id > answer.id || marker.ids.length === 0) return false;
  if (marker.state === 'waiting' || marker.state === 'suspended') return true;
  return !(Date.parse(comment.updatedAt) < Date.parse(answer.createdAt));
}
