/** I/O: OpenAI and servers like it. The only file that imports OpenAI's SDK, which the first request loads. */
import { type Fetch, parseJson } from '../../common/index.ts';
import type { Protocol } from '../protocol.ts';
import { encodeChat } from '../openai/chat-request.ts';
import { createChatDecoder } from '../openai/chat-stream.ts';
import { readError } from '../failures/read-error.ts';
import { lackIn } from '../failures/refusals.ts';
import { encodeResponses } from '../openai/responses-request.ts';
import { createResponsesDecoder } from '../openai/responses-stream.ts';
import { OTHER_INPUTS } from '../failures/failures.ts';
import type { ApiClient, ClientSettings, Provider } from './provider.ts';

export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

interface OpenAIOptions {
  /** `null`: the server asks for none. */
  readonly apiKey: string | null;
  /** With its version: `https://api.openai.com/v1`. Azure's older addresses have it in their query, as `api-version`. */
  readonly baseUrl: string;
}

const responsesProtocol: Protocol = {
  name: 'Responses API',
  path: () => '/responses',
  encode: encodeResponses,
  createDecoder: createResponsesDecoder,
  lackIn,
};

const chatProtocol: Protocol = {
  name: 'Chat Completions API',
  path: () => '/chat/completions',
  encode: encodeChat,
  createDecoder: createChatDecoder,
  lackIn,
};

/** OpenAI's own Responses API. */
export function openAIProvider(options: OpenAIOptions): Provider {
  return { ...openAICompatibleProvider(options), name: 'openai', protocol: responsesProtocol };
}

/** A server that speaks the Chat Completions API with tools: GitHub Models, OpenRouter, Azure, vLLM, Ollama and others. */
export function openAICompatibleProvider({ apiKey, baseUrl }: OpenAIOptions): Provider {
  const fix = `Write a key for ${baseUrl} as the input api-key`;
  return {
    name: 'openai-compatible',
    protocol: chatProtocol,
    address: baseUrl,
    credentials:
      apiKey === null
        ? { name: 'A request without a key', fix: `${fix}.` }
        : { name: 'The key of the input api-key', fix: `${fix}, as a secret of the repository.` },
    inputs: OTHER_INPUTS,
    secrets: apiKey === null ? [] : [apiKey],
    hasWebSearch: false,
    connect: async (settings) => connect({ apiKey, baseUrl }, settings),
    readError: ({ body }) => readError(body),
  };
}

async function connect(
  { apiKey, baseUrl }: OpenAIOptions,
  settings: ClientSettings,
): Promise<ApiClient> {
  const { OpenAI } = await import('openai/client');
  const { maxRetries, timeout, logLevel, fetch, fetchOptions } = settings;
  const { searchParams } = new URL(baseUrl);
  const [address = baseUrl] = baseUrl.split('?', 1);
  return new OpenAI({
    maxRetries,
    timeout,
    logLevel,
    fetch: wholeErrors(fetch),
    fetchOptions,
    // The SDK wants a key. A server without keys gets no header for one.
    apiKey: apiKey ?? 'none',
    ...(apiKey === null ? { defaultHeaders: { authorization: null } } : {}),
    // Azure's older addresses take the key of a resource under another name.
    ...(apiKey === null || searchParams.size === 0
      ? {}
      : { defaultHeaders: { 'api-key': apiKey } }),
    defaultQuery: Object.fromEntries(searchParams),
    baseURL: address,
    organization: null,
    project: null,
  });
}

/** The SDK passes on what stands under `error`, where some servers write nothing: the whole answer is put there. */
function wholeErrors(fetch: Fetch): Fetch {
  return async (address, init) => {
    const response = await fetch(address, init);
    if (response.ok) return response;
    const text = await response.text();
    const body = parseJson(text);
    const { status, statusText, headers } = response;
    const whole = body === undefined ? text : JSON.stringify({ error: body });
    return new Response(whole, { status, statusText, headers });
  };
}
