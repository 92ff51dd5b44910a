import type { CallRequest } from './call.ts';
import {
  argumentBlobOf,
  type CallState,
  MAX_INLINE_ARGUMENTS_CHARS,
  TOO_DEEP,
  type Trail,
  type TrailEvent,
} from '../audit/index.ts';
import {
  isArray,
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../common/index.ts';
import type { CallSnapshot, RunBus } from './bus.ts';
import type { CallContext } from './context.ts';

/** The trail keeps longer strings of a call's arguments as blobs. */
const INLINE_STRING_CHARS = 4_000;

type StateEntry = Omit<Extract<TrailEvent, { type: 'call.state' }>, 'type' | 'call'>;

/** What the trail and listeners need of a call, even of one that could not be validated. */
export interface RecordedCall {
  readonly request: CallRequest;
  readonly inputPreview: string;
}

/** A call as listeners see it. */
export function snapshotOf(
  { request, inputPreview }: RecordedCall,
  state: CallState,
): CallSnapshot {
  const { id, turn, parent, name } = request;
  return { call: id, turn, parent, tool: name, inputPreview, state };
}

/** Writes a call's new state to the trail, then informs listeners. What acts on the state flushes the trail first. */
export async function recordState(
  context: CallContext,
  call: RecordedCall,
  entry: StateEntry,
): Promise<void> {
  await context.trail.write({ type: 'call.state', call: call.request.id, ...entry });
  context.bus.emit({ type: 'state_changed', snapshot: snapshotOf(call, entry.state) });
}

/** Writes a warning to the trail, then informs listeners. The message has to be safe to show. */
export async function recordWarning(
  { trail, bus }: { readonly trail: Pick<Trail, 'append'>; readonly bus: Pick<RunBus, 'emit'> },
  code: string,
  message: string,
): Promise<void> {
  await trail.append({ type: 'warning', code, message });
  bus.emit({ type: 'warning', message });
}

/** Records that the model made a call, with its arguments. */
export async function recordPending(
  context: CallContext,
  call: RecordedCall,
  made: { readonly input: Json; readonly argumentsSha256: string; readonly kind: string },
): Promise<void> {
  const { turn, parent, name, toolUseId } = call.request;
  const { input, ...about } = made;
  await recordState(context, call, {
    state: 'PENDING',
    turn,
    parent,
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.id': toolUseId,
    ...(await argumentsEntry(context, input)),
    ...about,
  });
}

/** The arguments of a changed call, as its entry keeps them: the same, and a blob as a whole is one `{ blob, bytes }`. */
export async function changedArguments(context: CallContext, input: Json): Promise<Json> {
  const inline = hasBlobLookalike(input) ? null : await argumentsForTrail(context, input);
  if (inline !== null && canonicalJson(inline).length <= MAX_INLINE_ARGUMENTS_CHARS) return inline;
  const { sha256, bytes } = await context.trail.blob(canonicalJson(inline ?? input));
  return { blob: sha256, bytes };
}

/** Arguments in which somebody wrote what stands for a blob are a blob as a whole: nobody could tell the two apart. */
async function argumentsEntry(context: CallContext, input: Json): Promise<Partial<StateEntry>> {
  if (!hasBlobLookalike(input))
    return { 'gen_ai.tool.call.arguments': await argumentsForTrail(context, input) };
  return { argumentsBlob: await context.trail.blob(canonicalJson(input)) };
}

function hasBlobLookalike(value: Json, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth > TOO_DEEP.depth) return false;
  if (argumentBlobOf(value) !== null) return true;
  return Object.values(value).some((child) => hasBlobLookalike(child, depth + 1));
}

/** Arguments as the trail keeps them: each long string is replaced by `{ blob, bytes }`, its digest and size. */
async function argumentsForTrail(context: CallContext, input: Json, depth = 0): Promise<Json> {
  if (depth > TOO_DEEP.depth) return TOO_DEEP.text;
  if (typeof input === 'string') {
    if (input.length <= INLINE_STRING_CHARS) return input;
    const { sha256, bytes } = await context.trail.blob(input);
    return { blob: sha256, bytes };
  }
  if (isArray(input)) {
    return await Promise.all(input.map((item) => argumentsForTrail(context, item, depth + 1)));
  }
  if (!isJsonObject(input)) return input;
  const kept: [string, Json][] = [];
  for (const [key, value] of Object.entries<Json>(input satisfies JsonObject))
    kept.push([key, await argumentsForTrail(context, value, depth + 1)]);
  // An assignment would set the prototype for the key `__proto__`, and its value would not be on record.
  return Object.fromEntries(kept);
}
