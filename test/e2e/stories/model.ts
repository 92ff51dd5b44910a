/** The model of stories that speak with an API: its faults, and a context window that a conversation fills. */
import type { ScriptTurn } from '../../../src/model/index.ts';
import { textIn } from '../../../src/testing/model-server/messages.ts';
import { objects } from '../../../src/testing/model-server/api.ts';
import type { Fault } from '../../testing/model-server/faults.ts';
import * as fc from '../../properties.ts';
import { messagesApi } from '../harness.ts';

/** After so many requests, the model says that it is over. */
const MAX_REQUESTS = 40;

const status = (code: number, type: string, headers = {}): Fault => ({
  kind: 'status',
  status: code,
  headers,
  body: { type: 'error', error: { type, message: 'not now' } },
});
const FAULTS = {
  limited: status(429, 'rate_limit_error', { 'retry-after': '1' }),
  overloaded: status(529, 'overloaded_error', { 'retry-after': '0' }),
  gateway: { kind: 'status', status: 502, body: '<html>bad gateway</html>' },
  lost: { kind: 'reset' },
  cut: { kind: 'cut', after: 'in-tool-use' },
  broken: { kind: 'cut', after: 'in-tool-use', how: 'reset' },
  silent: { kind: 'stall', after: 0 },
  stalled: { kind: 'stall', after: 'in-tool-use' },
  stopped: { kind: 'error-event', after: 3, type: 'overloaded_error', message: 'busy' },
  refused: status(400, 'invalid_request_error'),
  billing: status(403, 'permission_error'),
} as const satisfies Record<string, Fault>;

/** What a reply ends with in place of what its content says. */
const STOPS = ['refusal', 'max_tokens', 'pause_turn', 'model_context_window_exceeded'] as const;

type Odd = keyof typeof FAULTS | (typeof STOPS)[number];

export interface ApiModel {
  /** What is odd about the n-th request or its reply; `null`: nothing. */
  readonly odd: readonly (Odd | null)[];
  /** The input `context-window`. */
  readonly window: number | null;
}

const usual = Object.keys(FAULTS).slice(0, -2) as (keyof typeof FAULTS)[];
export const apiModels: fc.Arbitrary<ApiModel> = fc.record({
  odd: fc.array(
    fc.oneof(
      { arbitrary: fc.constant(null), weight: 6 },
      { arbitrary: fc.constantFrom(...usual), weight: 4 },
      { arbitrary: fc.constantFrom<Odd>('refused', 'billing', ...STOPS), weight: 1 },
    ),
    { maxLength: 10 },
  ),
  window: fc.constantFrom(null, 30_000, 16_000),
});

const LONG_FILE_LINES = 600;
/** Files that fill the window. */
export const LONG_FILES = Object.fromEntries(
  ['one', 'two', 'three'].map((name) => [
    `src/long-${name}.txt`,
    `A line of ${name} that is long enough.\n`.repeat(LONG_FILE_LINES),
  ]),
);
export const LONG_CALLS = Object.keys(LONG_FILES).map((path) => ['fs_read', { path }] as const);

/** Faults with which a request is never over. */
const HANGS: ReadonlySet<string> = new Set(['silent', 'stalled']);

/** Serves a script as the Messages API does. Without `hangs`, it ends every reply. */
export async function serveModel(model: ApiModel, script: string, hangs: boolean) {
  const { turns, subagents } = JSON.parse(script) as {
    readonly turns: readonly ScriptTurn[];
    readonly subagents: readonly { readonly when: string; readonly turns: readonly ScriptTurn[] }[];
  };
  const api = await messagesApi({
    faults: ({ index }) => {
      const odd = model.odd[index] ?? null;
      if (odd !== null && HANGS.has(odd) && !hangs) return undefined;
      return odd !== null && odd in FAULTS ? FAULTS[odd as keyof typeof FAULTS] : undefined;
    },
    onRequest: ({ index, body }) => {
      const messages = objects(body?.['messages']);
      const first = textIn(messages[0]?.['content']);
      const own = subagents.find(({ when }) => first.includes(when))?.turns ?? turns;
      const replies = messages.filter(({ role }) => role === 'assistant').length;
      const turn = index > MAX_REQUESTS ? own.at(-1) : (own[replies] ?? own.at(-1));
      const stop = STOPS.find((one) => one === model.odd[index]);
      return turn === undefined || stop === undefined ? turn : { ...turn, stopReason: stop };
    },
  });
  return {
    inputs: {
      ...api.inputs,
      ...(model.window === null ? {} : { 'context-window': String(model.window) }),
    },
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
}
