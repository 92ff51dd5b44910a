import type { CallRequest, OpenCall } from './call.ts';
import type { CallState, TrailEvent } from '../audit/index.ts';
import { canonicalJson, digestOf } from '../common/index.ts';
import type { PreparedCall, Tool } from '../tools/index.ts';
import type { CallSnapshot } from './bus.ts';
import type { CallContext } from './context.ts';

/** Characters of a call's input in a snapshot. */
export const PREVIEW_CHARS = 200;

type StateEvent = Extract<TrailEvent, { type: 'call.state' }>;
type StateDetails = Omit<StateEvent, 'type' | 'call' | 'state'>;

/** Digest and preview of a parsed input; the preview is redacted before it is cut. */
export async function openCall(
  context: CallContext,
  request: CallRequest,
  found: { readonly tool: Tool; readonly prepared: PreparedCall },
): Promise<OpenCall> {
  const shown = await context.redactor.redact(canonicalJson(found.prepared.input));
  return {
    request,
    ...found,
    argumentsSha256: digestOf(found.prepared.input),
    inputPreview: shown.length > PREVIEW_CHARS ? `${shown.slice(0, PREVIEW_CHARS)}…` : shown,
  };
}

/** What listeners see of a call. */
export function snapshotOf(
  request: CallRequest,
  state: CallState,
  inputPreview: string,
): CallSnapshot {
  const { id, turn, parent, name } = request;
  return { call: id, turn, parent, tool: name, inputPreview, state };
}

/** Writes a call's new state into the trail, then tells listeners. */
export async function recordState(
  context: CallContext,
  call: { readonly request: CallRequest; readonly inputPreview: string },
  entry: { readonly state: CallState; readonly details?: StateDetails },
): Promise<void> {
  await context.trail.append({
    type: 'call.state',
    call: call.request.id,
    state: entry.state,
    ...entry.details,
  });
  context.bus.emit({
    type: 'state_changed',
    snapshot: snapshotOf(call.request, entry.state, call.inputPreview),
  });
}
