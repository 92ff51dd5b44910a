import { hash as digestOnce } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../common/index.ts';
import { TRAIL_SCHEMA } from './events.ts';
import { MAX_DEPTH, MAX_ENTRY_BYTES } from './limits.ts';

/** `prev` of the first entry, and the head of an empty trail. */
export const ZERO_HASH = '0'.repeat(64);

/** The file of a trail, in its folder. */
export const TRAIL_FILE = 'audit.jsonl';

/** The folder of large values, in the trail's folder. */
export const BLOB_FOLDER = 'blobs';

/** What every entry carries, whatever happened. */
export interface Envelope {
  readonly _schema: typeof TRAIL_SCHEMA;
  readonly seq: number;
  /** RFC 3339 in UTC with milliseconds. */
  readonly time: string;
  readonly run: string;
  readonly type: string;
  readonly prev: string;
  readonly hash: string;
}

/** Why a line is not a whole entry of this format. Stable words: programs and tests go by them. */
export type FormatFault =
  | 'blank-line'
  | 'line-too-long'
  | 'carriage-return'
  | 'not-utf8'
  | 'not-json'
  | 'not-an-entry'
  | 'bad-schema'
  | 'not-canonical'
  | 'bad-envelope'
  | 'hash-mismatch';

export type OpenedLine =
  | { readonly ok: true; readonly envelope: Envelope; readonly fields: JsonObject }
  | { readonly ok: false; readonly code: FormatFault; readonly because: string };

const TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const CARRIAGE_RETURN = 13;

/**
 * One line of a trail (without its line feed) and its hash: canonical JSON (RFC 8785) of the fields with the
 * envelope, `hash` being the SHA-256 of that text without the member `hash`.
 */
export function encodeLine(
  fields: JsonObject,
  at: { readonly seq: number; readonly time: string; readonly run: string; readonly prev: string },
): { readonly line: string; readonly hash: string } {
  const body: JsonObject = { ...fields, _schema: TRAIL_SCHEMA, ...at };
  const names = Object.keys(body)
    .filter((name) => body[name] !== undefined)
    .sort();
  const members = names.map(
    (name) => `${canonicalJson(name)}:${canonicalJson(body[name] ?? null)}`,
  );
  const hash = digestOnce('sha256', `{${members.join(',')}}`, 'hex');
  const place = names.findIndex((name) => name > 'hash');
  members.splice(place === -1 ? names.length : place, 0, `"hash":"${hash}"`);
  return { line: `{${members.join(',')}}`, hash };
}

/** Reads one line, which nobody vouches for: everything that one line alone can show is checked, its hash included. */
export function decodeLine(line: Buffer): OpenedLine {
  const raw = rawFault(line);
  if (raw !== null) return raw;
  const text = line.toString('utf8');
  const parsed = parse(text);
  if (parsed === undefined) return fault('not-json', 'The line is not JSON.');
  if (!isJsonObject(parsed)) return fault('not-an-entry', 'The line is not a JSON object.');
  const schema = parsed['_schema'];
  if (schema !== TRAIL_SCHEMA) {
    const is = typeof schema === 'string' ? JSON.stringify(schema.slice(0, 60)) : 'missing';
    return fault('bad-schema', `_schema is ${is}; this verifier reads ${TRAIL_SCHEMA}.`);
  }
  if (!isCanonical(text, parsed)) {
    return fault('not-canonical', 'The line is not the canonical form (RFC 8785) of what it says.');
  }
  const envelope = envelopeOf(parsed);
  if (typeof envelope === 'string') return fault('bad-envelope', envelope);
  const hash = digestOnce('sha256', withoutHash(text, envelope.hash), 'hex');
  if (hash !== envelope.hash) {
    return fault(
      'hash-mismatch',
      `The entry's content has the hash ${hash}, but it says ${envelope.hash}.`,
    );
  }
  return { ok: true, envelope, fields: parsed };
}

function fault(code: FormatFault, because: string): OpenedLine & { ok: false } {
  return { ok: false, code, because };
}

function rawFault(line: Buffer): (OpenedLine & { ok: false }) | null {
  if (line.length === 0) return fault('blank-line', 'The line is empty.');
  if (line.length > MAX_ENTRY_BYTES) {
    return fault('line-too-long', `The line has more than ${MAX_ENTRY_BYTES} bytes.`);
  }
  if (line.at(-1) === CARRIAGE_RETURN) {
    return fault('carriage-return', 'The line ends with a carriage return.');
  }
  return isUtf8(line) ? null : fault('not-utf8', 'The line is not valid UTF-8.');
}

function parse(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/**
 * Without the member `hash` the text is what was hashed. Members are in order, so that `prev` always follows.
 * A text that holds this member elsewhere too would have to hold its own hash: the comparison then fails.
 */
function withoutHash(text: string, hash: string): string {
  const member = `"hash":"${hash}",`;
  const at = text.indexOf(member);
  return at === -1 ? text : text.slice(0, at) + text.slice(at + member.length);
}

/**
 * JSON.stringify gives the canonical text of each part, so that a text is canonical where it comes back the same
 * and all keys are in order. What it would do otherwise (integer keys, lone surrogates) goes the long way.
 */
function isCanonical(text: string, value: JsonObject): boolean {
  const order = keyOrder(value, 0);
  if (order === 'too-deep') return false;
  if (order === 'sorted' && !text.includes('\\ud')) return JSON.stringify(value) === text;
  try {
    return canonicalJson(value) === text;
  } catch {
    return false;
  }
}

type KeyOrder = 'sorted' | 'unsorted' | 'too-deep';

function keyOrder(value: Json, depth: number): KeyOrder {
  if (typeof value !== 'object' || value === null) return 'sorted';
  if (depth > MAX_DEPTH) return 'too-deep';
  const children = Array.isArray(value) ? value : Object.values(value);
  let order: KeyOrder = isJsonObject(value) && !hasSortedKeys(value) ? 'unsorted' : 'sorted';
  for (const child of children) {
    if (typeof child !== 'object' || child === null) continue;
    const inner = keyOrder(child, depth + 1);
    if (inner === 'too-deep') return inner;
    if (inner === 'unsorted') order = inner;
  }
  return order;
}

function hasSortedKeys(value: JsonObject): boolean {
  let before: string | null = null;
  for (const key of Object.keys(value)) {
    if (before !== null && key < before) return false;
    before = key;
  }
  return true;
}

/** True where a value is nested no deeper than an entry may be. Never recurses further than the limit. */
export function isShallow(value: Json): boolean {
  return keyOrder(value, 1) !== 'too-deep';
}

function envelopeOf(fields: JsonObject): Envelope | string {
  const { seq, time, run, type, prev, hash } = fields;
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0) {
    return 'seq is not a whole number from 0.';
  }
  if (typeof time !== 'string' || !TIME.test(time)) {
    return 'time is not RFC 3339 in UTC with milliseconds.';
  }
  if (typeof run !== 'string' || run === '') return 'run is not a name.';
  if (typeof type !== 'string' || type === '') return 'type is not a name.';
  // That these are SHA-256 shows when they are compared with one.
  if (typeof prev !== 'string') return 'prev is missing.';
  if (typeof hash !== 'string') return 'hash is missing.';
  return { _schema: TRAIL_SCHEMA, seq, time, run, type, prev, hash };
}
