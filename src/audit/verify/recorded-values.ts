import {
  digestOf,
  hasRedaction,
  isJsonObject,
  type Json,
  orNull,
  parseJson,
  sha256,
} from '../../common/index.ts';
import { isShallow } from '../format/format.ts';
import {
  argumentBlobOf,
  type BlobRef,
  CUT_NOTE,
  NOT_STORED_NOTE,
  TOO_DEEP,
} from '../format/recorded.ts';
import { changedArgumentsFault, keepArguments } from './other-arguments.ts';
import type { EntryOf } from '../format/entry.ts';
import { type Finding, finding, type OpenCallState } from './replay/replay-state.ts';

/** Reads a blob that is there and has the digest and size of its reference; otherwise the finding. */
type CheckedBlobs = (ref: BlobRef) => Promise<Buffer | Finding>;

/** Most bytes of blobs in the arguments of one call. No reply of a model is as long. */
const MAX_RESTORED_BYTES = 128 * 1024 * 1024;

/** A note in place of a result is shorter. */
const MAX_NOTE_BYTES = 1_000;

/** The recorded arguments of a call, as it was made or as an approver changed it. */
type RecordedArguments = EntryOf<'call.state'> | EntryOf<'call.changed'>;

/**
 * Checks the recorded arguments of a new or changed call against their digest, and those of a changed call against the text that
 * its approver gave and those before. Arguments with a redacted, cut or left out part cannot be: the digest is of the exact ones. `blobs`: `null` if
 * none can be read; then only whole inline arguments are checked.
 */
export async function argumentsFault(
  entry: RecordedArguments,
  open: OpenCallState,
  blobs: CheckedBlobs | null,
): Promise<Finding | null> {
  const isChange = entry.type === 'call.changed';
  const inline = isChange ? entry.arguments : (entry['gen_ai.tool.call.arguments'] ?? null);
  const blob = isChange ? argumentBlobOf(entry.arguments) : (entry.argumentsBlob ?? null);
  const stored = blob === null || blobs === null ? null : await blobs(blob);
  if (stored !== null && !Buffer.isBuffer(stored)) return stored;
  const text = stored?.toString('utf8') ?? null;
  // `undefined`: they cannot be read.
  const recorded = blob === null ? inline : shallowJson(text ?? '');
  const isExact = !isChange && text !== null && sha256(text) === entry.argumentsSha256;
  // Of a blob that is not read, is the exact text, or lacks a part of it, nothing is left to compare.
  const isSettled = blob !== null && (text === null || isExact || isPartial(text));
  if (!isSettled) {
    if (recorded === undefined) return otherDigest(entry);
    const fault = await digestFault(entry, recorded, blobs);
    if (fault !== null) return fault;
  }
  if (isChange) return changedArgumentsFault(entry, open, recorded);
  keepArguments(open, recorded);
  return null;
}

function otherDigest({ call }: RecordedArguments): Finding {
  const because = `The arguments of ${call} are not those of its argumentsSha256.`;
  return finding('arguments-mismatch', because);
}

async function digestFault(
  entry: RecordedArguments,
  recorded: Json,
  blobs: CheckedBlobs | null,
): Promise<Finding | null> {
  const { argumentsSha256: digest } = entry;
  // A value without a canonical form has no digest.
  const isExact = orNull(() => digestOf(recorded)) === digest;
  const parts: Parts = { blobs, isPartial: false, bytes: 0, fault: null };
  const restored = isExact ? recorded : await restore(recorded, parts, 0);
  if (parts.bytes > MAX_RESTORED_BYTES) return otherDigest(entry);
  if (parts.fault !== null) return parts.fault;
  if (!isExact && !parts.isPartial && orNull(() => digestOf(restored)) !== digest)
    return otherDigest(entry);
  return entry.type === 'call.changed' ? textFault(entry, restored) : null;
}

/** The finding if the text of a changed call is another one than its approver gave; `null` if it is not, or cannot be known. */
function textFault(
  { call, by, argument, textSha256 }: EntryOf<'call.changed'>,
  restored: Json,
): Finding | null {
  const text = isJsonObject(restored) ? restored[argument] : null;
  const isUnread = text === null && isJsonObject(restored) && Object.hasOwn(restored, argument);
  if (isUnread || (typeof text === 'string' && (sha256(text) === textSha256 || isPartial(text))))
    return null;
  return finding(
    'change-mismatch',
    `${call} is changed to another ${argument} than @${by.login} gave.`,
  );
}

/** `undefined` for what is no JSON, or nested so deeply that no writer stores it: reading it would recurse without end. */
function shallowJson(text: string): Json | undefined {
  const value = parseJson(text);
  return value !== undefined && isShallow(value) ? value : undefined;
}

/**
 * Checks a result in a blob against the digest and size of what the model got. Beyond the limit for all blobs, the blob is
 * a note that names both.
 */
export async function resultFault(
  { call, result, resultSha256, resultBytes }: EntryOf<'call.state'>,
  blobs: {
    /** The finding unless the blob is as its reference says. A blob that many results name is read once. */
    readonly check: (ref: BlobRef) => Promise<Finding | null>;
    readonly read: CheckedBlobs;
  },
): Promise<Finding | null> {
  if (typeof result !== 'object') return null;
  const fault = await blobs.check(result);
  if (fault !== null) return fault;
  if (result.sha256 === resultSha256 && result.bytes === resultBytes) return null;
  const stored = result.bytes > MAX_NOTE_BYTES ? null : await blobs.read(result);
  const note = Buffer.isBuffer(stored) ? NOT_STORED_NOTE.exec(stored.toString('utf8')) : null;
  if (note?.[1] === String(resultBytes) && note[2] === resultSha256) return null;
  return finding(
    'result-mismatch',
    `The result of ${call} does not have the digest and size that its entry records.`,
  );
}

interface Parts {
  readonly blobs: CheckedBlobs | null;
  /** Something is missing or was replaced. */
  isPartial: boolean;
  bytes: number;
  fault: Finding | null;
}

/** The arguments with the content of each blob in its place. */
async function restore(value: Json, parts: Parts, depth: number): Promise<Json> {
  if (parts.fault !== null || parts.bytes > MAX_RESTORED_BYTES) return null;
  if (typeof value === 'string') {
    parts.isPartial ||= hasRedaction(value) || (value === TOO_DEEP.text && depth > TOO_DEEP.depth);
    return value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const ref = argumentBlobOf(value);
  if (ref !== null) return await restoreBlob(ref, parts);
  if (!isJsonObject(value)) {
    const items: Json[] = [];
    for (const item of value) items.push(await restore(item, parts, depth + 1));
    return items;
  }
  const members: [string, Json][] = [];
  for (const [name, child] of Object.entries(value)) {
    parts.isPartial ||= hasRedaction(name);
    members.push([name, await restore(child, parts, depth + 1)]);
  }
  // An assignment would set the prototype for the key `__proto__`.
  return Object.fromEntries(members);
}

async function restoreBlob(ref: BlobRef, parts: Parts): Promise<Json> {
  parts.bytes += ref.bytes;
  if (parts.blobs === null) {
    parts.isPartial = true;
    return null;
  }
  if (parts.bytes > MAX_RESTORED_BYTES) return null;
  const stored = await parts.blobs(ref);
  if (!Buffer.isBuffer(stored)) {
    parts.fault = stored;
    return null;
  }
  const text = stored.toString('utf8');
  parts.isPartial ||= isPartial(text);
  return text;
}

function isPartial(text: string): boolean {
  return hasRedaction(text) || NOT_STORED_NOTE.test(text) || CUT_NOTE.test(text);
}
