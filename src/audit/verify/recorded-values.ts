import { digestOf, hasRedaction, isJsonObject, type Json, sha256 } from '../../common/index.ts';
import { argumentBlobOf, CUT_NOTE, NOT_STORED_NOTE, TOO_DEEP } from '../format/recorded.ts';
import { type EntryOf, type Finding, finding } from './replay-state.ts';

/** A value that an entry names by its digest. */
export interface BlobRef {
  readonly sha256: string;
  readonly bytes: number;
}

/** Reads a blob that is there and has the digest and size of its reference; otherwise the finding. */
export type CheckedBlobs = (ref: BlobRef) => Promise<Buffer | Finding>;

/** Most references to blobs in the arguments of one call. The writer makes at most one for each 4,000 characters. */
const MAX_REFERENCES = 10_000;

/**
 * Checks the recorded arguments of a new call against their digest. Arguments with a redacted, cut or left out part cannot
 * be: the digest is of the exact ones. `blobs`: `null` if none can be read; then only whole inline arguments are checked.
 */
export async function argumentsFault(
  entry: EntryOf<'call.state'>,
  blobs: CheckedBlobs | null,
): Promise<Finding | null> {
  const digest = entry.argumentsSha256;
  const inline = entry['gen_ai.tool.call.arguments'];
  if (entry.state !== 'PENDING' || digest === undefined) return null;
  const mismatch = finding(
    'arguments-mismatch',
    `The arguments of ${entry.call} are not those of its argumentsSha256.`,
  );
  let recorded = inline ?? null;
  if (inline === undefined) {
    if (entry.argumentsBlob === undefined || blobs === null) return null;
    const stored = await blobs(entry.argumentsBlob);
    if (!Buffer.isBuffer(stored)) return stored;
    const text = stored.toString('utf8');
    if (sha256(text) === digest) return null;
    const parsed = parseJson(text);
    if (parsed === undefined) return isNote(text) ? null : mismatch;
    recorded = parsed;
  }
  if (canonicalDigest(recorded) === digest) return null;
  const parts: Parts = { blobs, isPartial: false, references: 0, fault: null };
  const restored = await restore(recorded, parts, 0);
  if (parts.fault !== null) return parts.fault;
  return parts.isPartial || canonicalDigest(restored) === digest ? null : mismatch;
}

/** The digest of a value; `null` if it has no canonical form. */
function canonicalDigest(value: Json): string | null {
  try {
    return digestOf(value);
  } catch {
    return null;
  }
}

function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/**
 * Checks a result in a blob against the digest and size of what the model got. Beyond the limit for all blobs, the blob is
 * a note that names both.
 */
export async function resultFault(
  { call, result, resultSha256, resultBytes }: EntryOf<'call.state'>,
  blobs: CheckedBlobs,
): Promise<Finding | null> {
  if (typeof result !== 'object') return null;
  const stored = await blobs(result);
  if (!Buffer.isBuffer(stored)) return stored;
  if (result.sha256 === resultSha256 && result.bytes === resultBytes) return null;
  const note = NOT_STORED_NOTE.exec(stored.toString('utf8'));
  if (note?.[1] === String(resultBytes) && note[2] === resultSha256) return null;
  return finding(
    'result-mismatch',
    `The result of ${call} has not the digest and size that its entry says.`,
  );
}

interface Parts {
  readonly blobs: CheckedBlobs | null;
  /** Something is missing or was replaced. */
  isPartial: boolean;
  references: number;
  fault: Finding | null;
}

/** The arguments with the content of each blob in its place. */
async function restore(value: Json, parts: Parts, depth: number): Promise<Json> {
  if (parts.fault !== null) return null;
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
  parts.references += 1;
  if (parts.blobs === null || parts.references > MAX_REFERENCES) {
    parts.isPartial = true;
    return null;
  }
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
  return hasRedaction(text) || isNote(text);
}

function isNote(text: string): boolean {
  return NOT_STORED_NOTE.test(text) || CUT_NOTE.test(text);
}
