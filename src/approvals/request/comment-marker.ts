import * as z from 'zod';

/** Stored in comments of suspended runs: another prefix would not find them. */
const PREFIX = '<!-- countersign:approval-request ';
const SUFFIX = ' -->';
const MARKER_MAX = 8_000;

export const COMMENT_STATES = ['waiting', 'suspended', 'crashed', 'closed'] as const;
/**
 * `waiting`: a job polls the comment. `suspended`: a checkpoint has its requests. `crashed`: the run crashed, a checkpoint
 * can resume it, and the comment asks nothing. `closed`: nothing can be answered.
 */
export type ApprovalCommentState = (typeof COMMENT_STATES)[number];

const markerSchema = z.strictObject({
  v: z.literal(1),
  run: z.string().regex(/^run-[0-9a-z]{1,64}$/),
  ids: z.array(z.string().regex(/^ap-[0-9a-hj-km-np-tv-z]{8}$/)).max(200),
  state: z.enum(COMMENT_STATES),
  /** The workflow run that polls the comment and will upload its checkpoint. */
  workflowRun: z.number().int().positive().nullable(),
  attempt: z.number().int().positive().nullable(),
  /** The check run with the buttons. */
  check: z.number().int().positive().nullable().default(null),
});

/** The hidden data of an approval comment, for programs. It only points to a checkpoint and is never trusted. */
export type ApprovalMarker = z.infer<typeof markerSchema>;

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
  try {
    const value: unknown = JSON.parse(first.slice(PREFIX.length, -SUFFIX.length));
    return markerSchema.safeParse(value).data ?? null;
  } catch {
    return null;
  }
}
