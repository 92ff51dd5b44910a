import { hash as digestOnce } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import {
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  orNull,
  parseJson,
  SHA_256,
} from '../../common/index.ts';
import { TRAIL_SCHEMA } from './events.ts';
import { MAX_DEPTH, MAX_ENTRY_BYTES } from './limits.ts';

/** `prev` of the first entry, and the head of an empty trail. */
export const ZERO_HASH = '0'.repeat(64);

export const TRAIL_FILE = 'audit.jsonl';

/** The Sigstore bundle of a trail, in its folder. */
export const ATTESTATION_FILE = 'audit.sigstore.json';

/** The Sigstore bundle of the in-toto statement, in the trail's folder. */
export const STATEMENT_ATTESTATION_FILE = 'audit.intoto.sigstore.json';

/** How the file of a truncated last line begins: `torn-N.bin` for the entry N that records it. */
export const TORN_FILE = 'torn';

/** The in-toto statement of a trail, in its folder. Another version of its predicate has another file. */
export const STATEMENT_FILE = 'audit.intoto.json';

/** The folder of blobs, in the trail's folder. */
export const BLOB_FOLDER = 'blobs';

const SIDE_FILE = /^(?:audit\.intoto\.json|changes\.patch|(?:checkpoint|torn)-\d+\.bin)$/;

/** True for a SHA-256 in hexadecimal, which is also the name of a blob in its folder. */
export function isSha256(text: string): boolean {
  return SHA_256.test(text);
}

/** True for the name of a file that entries name, and of the statement about them. */
export function isSideFile(name: string): boolean {
  return SIDE_FILE.test(name);
}

/** The fields that every entry has. */
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

/** Why a line is not an entry of this format. Stable codes: programs and tests use them. */
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

type DecodedLine =
  | { readonly ok: true; readonly envelope: Envelope; readonly fields: JsonObject }
  | { readonly ok: false; readonly code: FormatFault; readonly because: string };

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const RFC_3339 =
  /^(\d{4}-(?:0[1-9]|1[0-2]))-(0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
/** Every month has the days up to this one. */
const SHORTEST_MONTH_DAYS = 28;
const CARRIAGE_RETURN = 13;
const BYTE_ORDER_MARK = '\ufeff';
const DOWNLOAD_AGAIN = 'Verify the file as it was downloaded.';

/**
 * One line of a trail (without its newline) and its hash: canonical JSON (RFC 8785) of the fields with the envelope.
 * `hash` is the SHA-256 of that text without the member `hash`.
 */
export function encodeLine(
  fields: JsonObject,
  place: Pick<Envelope, 'seq' | 'time' | 'run' | 'prev'>,
): { readonly line: string; readonly hash: string } {
  const body: JsonObject = { ...fields, _schema: TRAIL_SCHEMA, ...place };
  const names = Object.keys(body)
    .filter((name) => body[name] !== undefined)
    .sort();
  const members = names.map(
    (name) => `${canonicalJson(name)}:${canonicalJson(body[name] ?? null)}`,
  );
  const hash = digestOnce('sha256', `{${members.join(',')}}`, 'hex');
  const index = names.findIndex((name) => name > 'hash');
  members.splice(index === -1 ? names.length : index, 0, `"hash":"${hash}"`);
  return { line: `{${members.join(',')}}`, hash };
}

/** Decodes one untrusted line, and checks everything that one line alone can prove, including its hash. */
export function decodeLine(line: Buffer): DecodedLine {
  const raw = rawFault(line);
  if (raw !== null) return raw;
  const text = line.toString('utf8');
  const parsed = parseJson(text);
  if (parsed === undefined && text.startsWith(BYTE_ORDER_MARK)) {
    return fault(
      'not-json',
      `The line is not JSON: something saved it anew, with a byte order mark. ${DOWNLOAD_AGAIN}`,
    );
  }
  if (parsed === undefined) return fault('not-json', 'The line is not JSON.');
  if (!isJsonObject(parsed)) return fault('not-an-entry', 'The line is not a JSON object.');
  const schema = parsed['_schema'];
  if (schema !== TRAIL_SCHEMA) {
    const is = typeof schema === 'string' ? JSON.stringify(schema.slice(0, 60)) : 'missing';
    return fault('bad-schema', `_schema is ${is}; this version reads ${TRAIL_SCHEMA}.`);
  }
  if (!isCanonical(text, parsed)) {
    return fault(
      'not-canonical',
      'The line is not canonical JSON (RFC 8785): something wrote it anew.',
    );
  }
  const envelope = envelopeOf(parsed);
  if (typeof envelope === 'string') return fault('bad-envelope', envelope);
  const hash = digestOnce('sha256', withoutHash(text, envelope.hash), 'hex');
  if (hash !== envelope.hash) {
    return fault(
      'hash-mismatch',
      `The content of the entry has the hash ${hash}, but its \`hash\` is ${envelope.hash}.`,
    );
  }
  return { ok: true, envelope, fields: parsed };
}

function fault(code: FormatFault, because: string): DecodedLine & { ok: false } {
  return { ok: false, code, because };
}

function rawFault(line: Buffer): (DecodedLine & { ok: false }) | null {
  if (line.length === 0) return fault('blank-line', 'The line is empty.');
  if (line.length > MAX_ENTRY_BYTES) {
    return fault('line-too-long', `The line has more than ${MAX_ENTRY_BYTES} bytes.`);
  }
  if (line.at(-1) === CARRIAGE_RETURN) {
    return fault(
      'carriage-return',
      `The line ends with a carriage return: something converted its newlines. ${DOWNLOAD_AGAIN}`,
    );
  }
  return isUtf8(line)
    ? null
    : fault(
        'not-utf8',
        'The line is not valid UTF-8: something saved it in another encoding, or the file is no audit trail.',
      );
}

/**
 * The text that was hashed: the line without its member `hash`. Members are sorted, so `prev` always follows it. A text
 * that contains this member twice would have to contain its own hash, and fails the comparison.
 */
function withoutHash(text: string, hash: string): string {
  const member = `"hash":"${hash}",`;
  const index = text.indexOf(member);
  return index === -1 ? text : text.slice(0, index) + text.slice(index + member.length);
}

/**
 * A text is canonical if `JSON.stringify` reproduces it and all keys are sorted. Values that `JSON.stringify` writes
 * differently (integer keys, lone surrogates) take the slow path.
 */
function isCanonical(text: string, value: JsonObject): boolean {
  const order = keyOrder(value, 0);
  if (order === 'too-deep') return false;
  if (order === 'sorted' && !text.includes('\\ud')) return JSON.stringify(value) === text;
  return orNull(() => canonicalJson(value)) === text;
}

type KeyOrder = 'sorted' | 'unsorted' | 'too-deep';

function keyOrder(value: Json, depth: number): KeyOrder {
  if (typeof value !== 'object' || value === null) return 'sorted';
  if (depth > MAX_DEPTH) return 'too-deep';
  const children = Array.isArray(value) ? value : Object.values(value);
  let order: KeyOrder = isJsonObject(value) && !hasSortedKeys(value) ? 'unsorted' : 'sorted';
  for (const child of children) {
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

/** True if a value is nested no deeper than an entry may be. Never recurses further than the limit. */
export function isShallow(value: Json): boolean {
  return keyOrder(value, 1) !== 'too-deep';
}

/** True for a time in RFC 3339 on a day that exists: not on 30 February. */
export function isRealTime(text: string): boolean {
  const [, month, day = ''] = RFC_3339.exec(text) ?? [];
  if (month === undefined || Number(day) <= SHORTEST_MONTH_DAYS) return month !== undefined;
  // `Date` moves a day that does not exist into the next month.
  const date = new Date(`${month}-${day}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${month}-${day}`);
}

function envelopeOf(fields: JsonObject): Envelope | string {
  const { seq, time, run, type, prev, hash } = fields;
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0) {
    return 'seq is not an integer of 0 or more.';
  }
  if (typeof time !== 'string' || !TIME.test(time) || !isRealTime(time)) {
    return 'time is not RFC 3339 in UTC with milliseconds.';
  }
  if (typeof run !== 'string' || run === '') return 'run is missing or empty.';
  if (typeof type !== 'string' || type === '') return 'type is missing or empty.';
  // The comparison with a computed SHA-256 checks their form.
  if (typeof prev !== 'string') return 'prev is missing.';
  if (typeof hash !== 'string') return 'hash is missing.';
  return { _schema: TRAIL_SCHEMA, seq, time, run, type, prev, hash };
}
