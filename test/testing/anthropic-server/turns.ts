import type { JsonObject } from '../../../src/common/index.ts';
import { type ScriptTurn, turnsFor, unmetExpectation } from '../../../src/model/index.ts';
import type { AnthropicServerOptions, ApiRequest } from './types.ts';
import { badRequest, checkRequest, type Refusal } from './checks.ts';
import { textIn } from '../../../src/testing/model-server/messages.ts';
import { objects } from '../../../src/testing/model-server/api.ts';

/** What decides which turn answers a request. */
interface TurnState {
  readonly options: AnthropicServerOptions;
  readonly cursors: Map<readonly ScriptTurn[], Cursor>;
}

/** The reply to a request, and which of its script it is. */
interface Chosen {
  readonly turn: ScriptTurn;
  readonly turnIndex: number;
  readonly body: JsonObject;
  readonly model: string;
}

/** Which turn answers a request, or what it is refused for. */
export function chooseReply(state: TurnState, request: ApiRequest): Chosen | Refusal {
  const { options } = state;
  const { body } = request;
  const refusal = checkHead(request, options);
  if (refusal !== undefined) return refusal;
  if (body === undefined) return badRequest('The request body is not valid JSON.');
  const wrong = checkRequest(body, options.models);
  if (wrong !== undefined) return wrong;
  const model = typeof body['model'] === 'string' ? body['model'] : '';
  const own = options.onRequest?.(request);
  if (own !== undefined) return { turn: own, turnIndex: request.index, body, model };
  if (options.script === undefined) return badRequest('This server has no script to answer from.');
  const messages = objects(body['messages']);
  const turns = turnsFor(options.script, textIn(messages[0]?.['content']));
  const turnIndex = nextTurn(state, turns, messages);
  const turn = turns[turnIndex];
  if (turn === undefined) return badRequest(`The script has no turn ${turnIndex + 1}.`);
  const unmet = unmetExpectation(turn, textIn(messages.at(-1)?.['content']));
  if (unmet === undefined) return { turn, turnIndex, body, model };
  return badRequest(`The script expects a match of /${unmet}/ at turn ${turnIndex + 1}.`);
}

function checkHead(request: ApiRequest, options: AnthropicServerOptions): Refusal | undefined {
  if (request.method !== 'POST' || request.path.split('?')[0] !== '/v1/messages') {
    return { status: 404, type: 'not_found_error', message: 'Not Found' };
  }
  const key = keyOf(request);
  if (key === '') {
    return { status: 401, type: 'authentication_error', message: 'an API key is required' };
  }
  if (options.apiKeys !== undefined && !options.apiKeys.includes(key)) {
    return { status: 401, type: 'authentication_error', message: 'invalid x-api-key' };
  }
  if ((request.headers['anthropic-version'] ?? '') === '') {
    return badRequest('anthropic-version: header is required');
  }
  return undefined;
}

/** The key: newer clients send it as a bearer token, older ones as `x-api-key`. */
function keyOf(request: ApiRequest): string {
  const { authorization, 'x-api-key': own } = request.headers;
  if (typeof own === 'string') return own;
  return authorization?.replace(/^Bearer\s*/i, '') ?? '';
}

/** Where one conversation stood when it was last seen. */
export interface Cursor {
  readonly replies: number;
  readonly messages: number;
  /** Replies without content, which conversations do not contain. */
  readonly empty: number;
}

/** The index of the turn that answers: the number of replies so far, empty ones included. */
function nextTurn(
  state: TurnState,
  turns: readonly ScriptTurn[],
  messages: readonly JsonObject[],
): number {
  const replies = messages.filter((message) => message['role'] === 'assistant').length;
  const last = state.cursors.get(turns);
  const isFresh = last === undefined || messages.length === 1;
  const hasGrown = last?.replies === replies && messages.length > last.messages;
  const empty = isFresh ? 0 : last.empty + (hasGrown ? 1 : 0);
  state.cursors.set(turns, { replies, messages: messages.length, empty });
  return replies + empty;
}
