/** The local APIs of models with faults. */
import type { JsonObject } from '../../../src/common/index.ts';
import {
  type ModelServer,
  type ModelServerOptions,
  sendAnswer,
  startModelServer,
} from '../../../src/testing/model-server/server.ts';
import { answerWithFault, type Fault, spoil } from './faults.ts';

export interface FaultyServerOptions extends ModelServerOptions {
  /** What goes wrong with the n-th request, from 0. `undefined`: nothing. */
  readonly faults: (index: number, body: JsonObject) => Fault | undefined;
}

/** Starts the API of a model of which requests fail. */
export async function startFaultyServer({
  faults,
  ...options
}: FaultyServerOptions): Promise<ModelServer> {
  return await startModelServer({
    ...options,
    send: (response, answer, request) => {
      const fault = faults(request.index, request.body);
      if (fault === undefined) return sendAnswer(response, answer, request);
      if (answerWithFault(fault, response)) return fault.kind === 'status' ? fault.status : 200;
      if (!('events' in answer)) return sendAnswer(response, answer, request);
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      const { bytes, ending } = spoil(answer.events, fault);
      response.write(bytes);
      if (ending === 'end') response.end();
      if (ending === 'reset') response.destroy();
      return 200;
    },
  });
}
