import type { JsonObject } from '../../common/index.ts';
import type * as z from 'zod';
import { eventSchema, type TrailEvent } from './events.ts';
import type { Envelope } from './format.ts';

type Place = Omit<Envelope, 'type'>;

/** One entry of a type that this version knows, as typed values: the envelope and the event. */
export type KnownEntry = Place & TrailEvent;

/** One entry of a trail. Of a type that a later version added, only its name is known. */
export type Entry = KnownEntry | (Place & { readonly type: 'unknown'; readonly typeName: string });

export type EntryOf<T extends Entry['type']> = Extract<Entry, { type: T }>;

/** One issue is shown, and all those of a list of a million invalid items would take half a minute and a gigabyte. */
const FIRST_ISSUE = { abortEarly: true, reportInput: false };

/** The entry with these fields, by the schema of its type; otherwise why it is none. Skips fields that the schema does not know. */
export function parseEntry(envelope: Envelope, fields: JsonObject): Entry | string {
  const { type, _schema, seq, time, run, prev, hash } = envelope;
  const place = { _schema, seq, time, run, prev, hash };
  const event = eventSchema(type)?.safeParse(fields, FIRST_ISSUE);
  if (event === undefined) return { ...place, type: 'unknown', typeName: type };
  return event.success
    ? { ...event.data, ...place }
    : `The entry is not a valid ${type}: ${firstIssue(event.error)}`;
}

/** The first issue of a failed parse, in one line. */
export function firstIssue(error: z.ZodError | undefined): string {
  const issue = error?.issues[0];
  if (issue === undefined) return 'unknown';
  const path = issue.path.length === 0 ? 'it' : issue.path.map(String).join('.');
  return `${path}: ${issue.message}`;
}
