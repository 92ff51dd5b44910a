import type { CallState, TrailEvent } from '../audit/index.ts';
import { canonicalJson, digestOf, type JsonObject } from '../base/index.ts';
import type { Verdict } from '../policy/index.ts';
import type { LlmContent, PreparedCall, Tool, ToolError } from '../tools/index.ts';
import type { CallSnapshot } from './bus.ts';
import type { CallRequest, CallWorld } from './world.ts';

/** Characters of a call's input in a snapshot. */
export const PREVIEW_CHARS = 200;

type StateEvent = Extract<TrailEvent, { type: 'call.state' }>;
type StateDetails = Omit<StateEvent, 'type' | 'call' | 'state'>;

/** Why a call was refused: by the policy, by a person, or because nobody said yes. */
export type Refusal = 'policy' | 'person' | 'unanswered';

/** How a call ended: what the model is told, and what the run needs to know. */
export interface SettledCall {
  readonly request: CallRequest;
  readonly state: 'COMPLETED' | 'FAILED' | 'DENIED';
  readonly content: LlmContent;
  /** Of the content as a text, where something ran. */
  readonly contentSha256?: string;
  readonly isError: boolean;
  /** With `DENIED`. */
  readonly refusal?: Refusal;
  readonly error?: ToolError;
  readonly metadata?: JsonObject;
  /** Paths that the tool said it would touch; missing where nothing ran. */
  readonly touched?: readonly string[];
}

/** A call that was found and validated, on its way through the steps. */
export interface OpenCall {
  readonly request: CallRequest;
  readonly tool: Tool;
  readonly prepared: PreparedCall;
  /** Over the canonical JSON of the parsed input: what the verdict and the approval are about. */
  readonly argumentsSha256: string;
  readonly inputPreview: string;
}

/** An open call with its verdict, and a hook's ready-made result where there is one. */
export interface JudgedCall extends OpenCall {
  readonly verdict: Verdict;
  readonly ready: string | null;
  /** What a person wrote with their approval or answer. */
  readonly answer?: string;
}

/** Digest and preview of a parsed input; the preview is redacted before it is cut. */
export async function openCall(
  world: CallWorld,
  request: CallRequest,
  found: { readonly tool: Tool; readonly prepared: PreparedCall },
): Promise<OpenCall> {
  const shown = await world.redactor.redact(canonicalJson(found.prepared.input));
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
  world: CallWorld,
  call: { readonly request: CallRequest; readonly inputPreview: string },
  entry: { readonly state: CallState; readonly details?: StateDetails },
): Promise<void> {
  await world.trail.append({
    type: 'call.state',
    call: call.request.id,
    state: entry.state,
    ...entry.details,
  });
  world.bus.emit({
    type: 'state_changed',
    snapshot: snapshotOf(call.request, entry.state, call.inputPreview),
  });
}
