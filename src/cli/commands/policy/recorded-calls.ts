// I/O: reads audit trails and their blobs.
import { dirname, resolve } from 'node:path';
import {
  argumentBlobOf,
  BUDGET_CALL,
  blobsIn,
  type BlobReader,
  type Entry,
  type EntryOf,
  readStartedTrail,
} from '../../../audit/index.ts';
import {
  counted,
  digestOf,
  isJsonObject,
  type Json,
  sha256,
  sanitizeJson,
} from '../../../common/index.ts';
import { type Facts, KINDS, type RecordedCall, sampleFacts } from '../../../policy/index.ts';
import type { Tool } from '../../../tools/index.ts';
import type { CliIo } from '../../spec.ts';
import { warnOfTruncatedLine } from '../../truncated-trail.ts';
import { isFolder } from '../../workspace.ts';

const MAX_CALLS = 200_000;
const MAX_DEPTH = 50;

/** The recorded calls that can be evaluated again, and those that cannot. */
export interface Recorded {
  readonly calls: readonly RecordedCall[];
  /** Ids of calls whose recorded arguments differ from the evaluated ones: redacted, or changed by a hook. */
  readonly inexact: ReadonlySet<string>;
  /** Calls that cannot be evaluated again: without a verdict, or with arguments that the tool refuses. */
  readonly skipped: readonly { readonly id: string; readonly why: string }[];
}

interface Gathered {
  readonly id: string;
  readonly pending: EntryOf<'call.state'>;
  readonly blobs: BlobReader;
  verdict: EntryOf<'call.verdict'> | null;
  approved: boolean;
}

/**
 * Reads the calls of audit trails, given as folders or as `audit.jsonl` files, and checks their hash chains. Warns of each with a truncated
 * last line. Rejects with `trail-unreadable` and `trail-broken`.
 */
export async function recordedCalls(
  paths: readonly string[],
  tools: readonly Tool[],
  io: Pick<CliIo, 'cwd' | 'err'>,
): Promise<Recorded> {
  const found: {
    calls: RecordedCall[];
    inexact: Set<string>;
    skipped: { id: string; why: string }[];
  } = {
    calls: [],
    inexact: new Set(),
    skipped: [],
  };
  for (const path of paths) {
    for (const gathered of await gather(resolve(io.cwd, path), io)) {
      if (found.calls.length >= MAX_CALLS) return found;
      const read = await readCall(gathered, tools);
      if (read.call === null) found.skipped.push({ id: gathered.id, why: read.why });
      else found.calls.push(read.call);
      if (read.call !== null && !read.exact) found.inexact.add(gathered.id);
    }
  }
  return found;
}

/** The start of a call that a policy evaluates. No policy evaluates a run's request to raise a limit. */
function isEvaluated(entry: Entry): entry is EntryOf<'call.state'> {
  return (
    entry.type === 'call.state' &&
    entry.state === 'PENDING' &&
    entry['gen_ai.tool.name'] !== BUDGET_CALL
  );
}

async function gather(path: string, io: Pick<CliIo, 'err'>): Promise<readonly Gathered[]> {
  const calls = new Map<string, Gathered>();
  const blobs = blobsIn(isFolder(path) ? path : dirname(path));
  for await (const entry of readStartedTrail(path, (bytes) =>
    warnOfTruncatedLine(io, path, bytes),
  )) {
    if (isEvaluated(entry) && calls.size < MAX_CALLS) {
      calls.set(entry.call, {
        id: `${entry.run}/${entry.call}`,
        pending: entry,
        blobs,
        verdict: null,
        approved: false,
      });
    }
    const call = 'call' in entry ? calls.get(entry.call ?? '') : undefined;
    if (call === undefined) continue;
    if (entry.type === 'call.verdict') call.verdict = entry;
    if (entry.type === 'approval.consumed') call.approved = true;
  }
  return [...calls.values()];
}

type ReadCall =
  | { readonly call: RecordedCall; readonly exact: boolean }
  | { readonly call: null; readonly why: string };

async function readCall(gathered: Gathered, tools: readonly Tool[]): Promise<ReadCall> {
  const { id, pending, verdict, approved } = gathered;
  const name = pending['gen_ai.tool.name'];
  if (verdict === null || name === undefined) return { call: null, why: 'it has no verdict' };
  const input = await argumentsOf(gathered);
  const known = await factsOf(tools, { name, kind: pending.kind ?? null, input });
  if (known === null) return { call: null, why: `${name} does not accept the recorded arguments` };
  const exact = digestOf(known.input) === verdict.argumentsSha256;
  const { untrusted, sandboxed, contained = false } = verdict;
  return {
    call: {
      id,
      facts: known.facts,
      verdict: verdict.verdict,
      untrusted,
      sandboxed,
      contained,
      approved,
    },
    exact,
  };
}

/** The facts of the call by its tool; for a tool that is not built in, by its name and recorded kind. */
async function factsOf(
  tools: readonly Tool[],
  recorded: { readonly name: string; readonly kind: string | null; readonly input: Json },
): Promise<{ readonly facts: Facts; readonly input: Json } | null> {
  const tool = tools.find((candidate) => candidate.name === recorded.name);
  if (tool === undefined) {
    const facts = sampleFacts(recorded.name, null);
    return {
      facts: { ...facts, kind: KINDS.find((kind) => kind === recorded.kind) ?? facts.kind },
      input: recorded.input,
    };
  }
  const prepared = await tool.prepare(recorded.input);
  return prepared.ok ? { facts: prepared.call.facts, input: prepared.call.input } : null;
}

async function argumentsOf({ pending, blobs }: Gathered): Promise<Json> {
  if (pending.argumentsBlob === undefined)
    return await restored(pending['gen_ai.tool.call.arguments'] ?? {}, blobs, 0);
  const text = await blobText(pending.argumentsBlob.sha256, blobs);
  try {
    return await restored(sanitizeJson(JSON.parse(text ?? 'null')), blobs, 0);
  } catch {
    return null;
  }
}

/** Arguments with their blobs inserted. A blob that is missing or does not match its digest stays a reference. */
async function restored(value: Json, blobs: BlobReader, depth: number): Promise<Json> {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (!isJsonObject(value))
    return await Promise.all(value.map((item) => restored(item, blobs, depth + 1)));
  const ref = argumentBlobOf(value);
  if (ref !== null) return (await blobText(ref.sha256, blobs)) ?? value;
  const members: [string, Json][] = [];
  for (const [key, item] of Object.entries<Json>(value))
    members.push([key, await restored(item, blobs, depth + 1)]);
  // An assignment would set the prototype for the key `__proto__`.
  return Object.fromEntries(members);
}

async function blobText(digest: string, blobs: BlobReader): Promise<string | null> {
  const bytes = await blobs(digest);
  return bytes === null || sha256(bytes) !== digest ? null : bytes.toString('utf8');
}

/** Notes about calls that are not exact or were skipped. */
export function notesOn(recorded: Recorded): readonly string[] {
  const { inexact, skipped } = recorded;
  return [
    ...(inexact.size === 0
      ? []
      : [
          `${counted(inexact.size, 'call has', 'calls have')} arguments that were redacted or changed by a hook; the recorded ones are evaluated`,
        ]),
    ...(skipped.length === 0
      ? []
      : [
          `${counted(skipped.length, 'call')} cannot be evaluated again; the first: ${skipped[0]?.id}: ${skipped[0]?.why}`,
        ]),
  ];
}
