import type { JsonObject } from '../base/index.ts';
import { type TrailEvent, trailEvent, TRAIL_SCHEMA } from './events.ts';
import type { Envelope } from './format.ts';
import * as z from 'zod';

/** One entry of a trail, as typed values: the envelope and the event. */
export type Entry = Omit<Envelope, 'type'> & TrailEvent;

export type ParsedEntry =
  | { readonly kind: 'known'; readonly entry: Entry }
  /** A type that a later minor version added; readers of this one pass over it. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'invalid'; readonly because: string };

const envelope = z.object({
  _schema: z.literal(TRAIL_SCHEMA),
  seq: z.number(),
  time: z.string(),
  run: z.string(),
  prev: z.string(),
  hash: z.string(),
});

const KNOWN_TYPES: ReadonlySet<string> = new Set(
  trailEvent.options.flatMap((option) => [...option.shape.type.values]),
);

/** Reads the fields of an entry by the schema of its type. Fields that the schema does not know are passed over. */
export function parseEntry(fields: JsonObject): ParsedEntry {
  const { type } = fields;
  if (typeof type !== 'string') return { kind: 'invalid', because: 'type is not a name.' };
  if (!KNOWN_TYPES.has(type)) return { kind: 'unknown' };
  const head = envelope.safeParse(fields);
  const event = trailEvent.safeParse(fields);
  if (head.success && event.success) return { kind: 'known', entry: { ...head.data, ...event.data } };
  const error = head.error ?? event.error;
  return { kind: 'invalid', because: `The entry is no valid ${type}: ${firstIssue(error)}` };
}

/** The first thing that a schema found wrong, in one line. */
export function firstIssue(error: z.ZodError | undefined): string {
  const issue = error?.issues[0];
  if (issue === undefined) return 'unknown';
  const path = issue.path.length === 0 ? 'it' : issue.path.map(String).join('.');
  return `${path}: ${issue.message}`;
}
