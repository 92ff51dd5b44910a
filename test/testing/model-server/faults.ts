import type { ServerResponse } from 'node:http';
import { isJsonObject, type Json } from '../../../src/common/index.ts';
import { named, type SseEvent, sseText } from '../../../src/testing/model-server/api.ts';

/**
 * Something that goes wrong with one request.
 *
 * `status`: an answer that is not 2xx; a `body` of text is sent as it is. `raw`: an answer 200 that
 * is no stream. `reset`: the connection is closed without an answer. `error-event`, `cut`, `stall`:
 * after so many events of the reply an error event comes, the stream ends (`how: 'reset'`: breaks),
 * or nothing more comes. `in-tool-use` instead of a number: after the first piece of a tool's
 * input. `edit`: the events as a function leaves them. `bytes`: the same for the bytes of the stream.
 */
export type Fault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: Json;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'raw'; readonly contentType: string; readonly body: string }
  | { readonly kind: 'reset' }
  | {
      readonly kind: 'error-event';
      readonly after: FaultPoint;
      readonly type: string;
      readonly message: string;
    }
  | { readonly kind: 'cut'; readonly after: FaultPoint; readonly how?: 'end' | 'reset' }
  | { readonly kind: 'stall'; readonly after: FaultPoint }
  | {
      readonly kind: 'edit';
      readonly edit: (events: readonly SseEvent[]) => readonly SseEvent[];
    }
  | { readonly kind: 'bytes'; readonly edit: (text: Buffer) => Buffer };

type FaultPoint = number | 'in-tool-use';

/** Whether the fault takes the place of the reply as a whole. */
export function answerWithFault(fault: Fault, response: ServerResponse): boolean {
  if (fault.kind === 'reset') {
    response.destroy();
    return true;
  }
  if (fault.kind === 'raw') {
    response.writeHead(200, { 'content-type': fault.contentType }).end(fault.body);
    return true;
  }
  if (fault.kind !== 'status') return false;
  const isText = typeof fault.body === 'string';
  const type = isText ? 'text/html' : 'application/json';
  response.writeHead(fault.status, { 'content-type': type, ...fault.headers });
  response.end(isText ? fault.body : JSON.stringify(fault.body ?? ''));
  return true;
}

const bytes = (sent: readonly SseEvent[]): Buffer => Buffer.from(sseText(sent));

/** What of a reply is sent under a fault, and how its stream then ends. */
export function spoil(
  events: readonly SseEvent[],
  fault: Fault | undefined,
): { bytes: Buffer; ending: 'end' | 'reset' | 'stall' } {
  if (fault?.kind === 'edit') return { bytes: bytes(fault.edit(events)), ending: 'end' };
  if (fault?.kind === 'bytes') return { bytes: fault.edit(bytes(events)), ending: 'end' };
  if (fault === undefined || !('after' in fault)) return { bytes: bytes(events), ending: 'end' };
  const sent = before(events, fault.after);
  if (fault.kind === 'stall') return { bytes: bytes(sent), ending: 'stall' };
  if (fault.kind === 'cut') return { bytes: bytes(sent), ending: fault.how ?? 'end' };
  const error = { details: null, type: fault.type, message: fault.message };
  return { bytes: bytes([...sent, named({ type: 'error', error })]), ending: 'end' };
}

function before(events: readonly SseEvent[], point: FaultPoint): readonly SseEvent[] {
  if (point !== 'in-tool-use') return events.slice(0, point);
  return events.slice(0, events.findIndex(isInputPiece) + 1);
}

function isInputPiece({ data }: SseEvent): boolean {
  const delta = isJsonObject(data) ? data['delta'] : undefined;
  const piece = isJsonObject(delta) ? delta['partial_json'] : undefined;
  return typeof piece === 'string' && piece !== '';
}
