import { isJsonObject } from '../../common/index.ts';
import {
  broken,
  type DecodeStep,
  jsonOf,
  MORE,
  type Protocol,
  type ServerSentEvent,
  type StreamDecoder,
} from '../protocol.ts';
import { createStreamDecoder } from './decode-stream.ts';
import { encodeMessages } from './encode-request.ts';

/** The Messages API (https://platform.claude.com/docs/en/api/messages). */
export const messagesProtocol: Protocol = {
  name: 'Messages API',
  path: () => '/v1/messages',
  encode: (request, { model }) => encodeMessages(request, model),
  createDecoder: (_request, reading): StreamDecoder => {
    const decoder = createStreamDecoder(reading);
    return {
      push: (event) => decodeEvent(decoder, event),
      spent: () => decoder.spent(),
      end: () => {
        const message = 'the stream ended before message_stop';
        return { kind: 'failed', failure: { kind: 'stream', message } };
      },
    };
  },
  lackIn: () => null,
};

/** The data names its own type, so servers that leave the event's name out are understood too. */
function decodeEvent(
  decoder: ReturnType<typeof createStreamDecoder>,
  event: ServerSentEvent,
): DecodeStep {
  if (event.data === '' || event.event === 'ping') return MORE;
  const data = jsonOf(event.data);
  if (event.event !== 'error') {
    return data === undefined ? broken('an event is not JSON') : decoder.push(data);
  }
  if (data === undefined) return decoder.push({ type: 'error', error: { message: event.data } });
  const isUntyped = isJsonObject(data) && data['type'] === undefined;
  return decoder.push(isUntyped ? { ...data, type: 'error' } : data);
}
