import type { Protocol } from '../protocol.ts';
import { createMessagesDecoder } from './decode-stream.ts';
import { lackIn } from '../failures/refusals.ts';
import { encodeMessages } from './encode-request.ts';

/** The Messages API (https://platform.claude.com/docs/en/api/messages). */
export const messagesProtocol: Protocol = {
  name: 'Messages API',
  path: () => '/v1/messages',
  encode: encodeMessages,
  createDecoder: createMessagesDecoder,
  lackIn: (failure) => (lackIn(failure) === 'prompt-cache' ? 'prompt-cache' : null),
};
