import * as z from 'zod';
import { memoize } from '../../common/index.ts';

const PREFIX = '<!-- countersign:card ';
const SUFFIX = ' -->';
const MARKER_MAX = 8_000;

export const CARD_STATES = ['waiting', 'suspended', 'killed', 'closed'] as const;
/**
 * `waiting`: a job holds the card. `suspended`: a checkpoint does. `killed`: it asks nothing, and a checkpoint holds a run
 * that was killed. `closed`: nothing on it can be answered.
 */
export type ApprovalCommentState = (typeof CARD_STATES)[number];

const marker = memoize(() =>
  z.strictObject({
    v: z.literal(1),
    run: z.string().regex(/^run-[0-9a-z]{1,64}$/),
    ids: z.array(z.string().regex(/^ap-[0-9a-hj-km-np-tv-z]{8}$/)).max(200),
    state: z.enum(CARD_STATES),
    /** The workflow run that holds the card, and where its checkpoint will be looked for. */
    workflowRun: z.number().int().positive().nullable(),
    attempt: z.number().int().positive().nullable(),
    /** The check run with the card's buttons. */
    check: z.number().int().positive().nullable().default(null),
  }),
);

/** What a card says of itself to the programs that find it. It points; it is never believed. */
export type ApprovalMarker = z.infer<ReturnType<typeof marker>>;

/** The card's first line. Its values have no character that could end an HTML comment. */
export function markerLine(value: ApprovalMarker): string {
  return `${PREFIX}${JSON.stringify(marker().parse(value))}${SUFFIX}`;
}

/**
 * Reads the marker of a comment, or `null` where its first line is none. Only the first line: what a model or a
 * stranger wrote further down cannot pass for one.
 */
export function readMarker(body: string): ApprovalMarker | null {
  const first = body.split(/\r?\n/, 1)[0] ?? '';
  if (first.length > MARKER_MAX || !first.startsWith(PREFIX) || !first.endsWith(SUFFIX))
    return null;
  try {
    const value: unknown = JSON.parse(first.slice(PREFIX.length, -SUFFIX.length));
    return marker().safeParse(value).data ?? null;
  } catch {
    return null;
  }
}
