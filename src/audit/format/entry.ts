import type { JsonObject } from '../../common/index.ts';
import type * as z from 'zod';
import { eventSchema, type TrailEvent } from './events.ts';
import type { Envelope } from './format.ts';

/** One entry of a trail, as typed values: the envelope and the event. */
export type Entry = Omit<Envelope, 'type'> & TrailEvent;

/** The entries of one type. */
export type EntryOf<T extends Entry['type']> = Extract<Entry, { type: T }>;

type ParsedEntry =
  | { readonly kind: 'known'; readonly entry: Entry }
  /** A type that a later minor version added; this version skips it. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'invalid'; readonly because: string };

/** One issue is shown, and all those of a list of a million invalid items would take half a minute and a gigabyte. */
const FIRST_ISSUE = { abortEarly: true, reportInput: false };

/** Parses the fields of an entry by the schema of its type. Skips fields that the schema does not know. */
export function parseEntry(envelope: Envelope, fields: JsonObject): ParsedEntry {
  const { type, _schema, seq, time, run, prev, hash } = envelope;
  const event = eventSchema(type)?.safeParse(fields, FIRST_ISSUE);
  if (event === undefined) return { kind: 'unknown' };
  if (event.success) {
    return { kind: 'known', entry: { ...event.data, _schema, seq, time, run, prev, hash } };
  }
  return {
    kind: 'invalid',
    because: `The entry is not a valid ${type}: ${firstIssue(event.error)}`,
  };
}

/** The first issue of a failed parse, in one line. */
export function firstIssue(error: z.ZodError | undefined): string {
  const issue = error?.issues[0];
  if (issue === undefined) return 'unknown';
  const path = issue.path.length === 0 ? 'it' : issue.path.map(String).join('.');
  return `${path}: ${issue.message}`;
}
