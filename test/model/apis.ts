import { CountersignError, type Json } from '../../src/common/index.ts';
import {
  type BrokenReply,
  createModel,
  type Message,
  type Model,
  type ModelReply,
  type ModelRequest,
} from '../../src/model/index.ts';
import type { ProviderName } from '../../src/model/providers/provider.ts';
import type { ServedApiName } from '../../src/testing/index.ts';
import type { Fault } from '../testing/model-server/faults.ts';
import { startFaultyServer } from '../testing/model-server/server.ts';
import { startAnthropicServer } from '../testing/anthropic-server/server.ts';
import { fastClock, request, script, user } from './harness.ts';

/** A server of one API, and the model that a provider makes of it. */
export interface Api {
  readonly provider: ProviderName;
  /** The API of the local server; `null`: the Messages API. */
  readonly served: ServedApiName | null;
  /** What the local server's address is followed by. */
  readonly suffix: string;
}

export const APIS: readonly Api[] = [
  { provider: 'anthropic', served: null, suffix: '' },
  { provider: 'openai', served: 'responses', suffix: '/v1' },
  { provider: 'openai-compatible', served: 'chat', suffix: '/v1' },
  { provider: 'gemini', served: 'gemini', suffix: '' },
];
export const OTHERS = APIS.filter(({ served }) => served !== null);

export type Faults = (index: number) => Fault | undefined;

export interface Running {
  readonly model: Model;
  readonly bodies: () => readonly Json[];
  readonly retries: string[];
  readonly broken: BrokenReply[];
  readonly ask: (asked?: ModelRequest, signal?: AbortSignal) => Promise<ModelReply>;
}

export async function withApi(
  api: Api,
  options: { readonly turns: readonly Json[]; readonly faults?: Faults; readonly key?: string },
  use: (running: Running) => Promise<void>,
): Promise<void> {
  const { faults } = options;
  const played = script(...options.turns);
  const server =
    api.served === null
      ? await startAnthropicServer({
          script: played,
          apiKeys: ['test-key'],
          ...(faults === undefined ? {} : { faults: ({ index }) => faults(index) }),
        })
      : await startFaultyServer({
          api: api.served,
          script: played,
          faults: faults ?? (() => undefined),
        });
  const key = options.key ?? 'test-key';
  const retries: string[] = [];
  const broken: BrokenReply[] = [];
  try {
    const model = await createModel({
      provider: api.provider,
      model: 'test-model',
      ...(api.served === null
        ? { anthropicApiKey: key, anthropicBaseUrl: server.url }
        : { apiKey: key, baseUrl: `${server.url}${api.suffix}` }),
      cwd: '/',
      clock: fastClock(),
      random: () => 0,
      stallTimeoutMs: 2_000,
    });
    const ask: Running['ask'] = (asked = request(), signal = new AbortController().signal) =>
      model.respond(asked, {
        signal,
        onRetry: ({ because }) => void retries.push(because),
        onBroken: (one) => void broken.push(one),
      });
    await use({
      model,
      bodies: () => server.requests.map(({ body }) => body ?? null),
      retries,
      broken,
      ask,
    });
  } finally {
    await server.close();
  }
}

/** The conversation after a reply, with a result for each of its calls. */
export function answered(
  reply: ModelReply,
  before: readonly Message[] = [user('Hi')],
): ModelRequest {
  const results = reply.content.flatMap((block) =>
    block.type === 'tool_use'
      ? [{ type: 'tool_result', tool_use_id: block.id, content: `read ${block.name}` } as const]
      : [],
  );
  return request([
    ...before,
    { role: 'assistant', content: reply.content },
    { role: 'user', content: results },
  ]);
}

export async function refusedBy(asking: Promise<unknown>): Promise<CountersignError> {
  const error = await asking.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof CountersignError) return error;
  throw new Error(`not refused: ${String(error)}`);
}
