import type { Protocol } from '../protocol.ts';
import { encodeChat } from '../openai/chat-request.ts';
import { createChatDecoder } from '../openai/chat-stream.ts';
import { readError } from '../failures/read-error.ts';
import { lackIn } from '../failures/refusals.ts';
import { encodeResponses } from '../openai/responses-request.ts';
import { createResponsesDecoder } from '../openai/responses-stream.ts';
import { OTHER_INPUTS, otherKeyFix } from '../failures/failures.ts';
import { createHttpClient } from './http-client.ts';
import type { Provider } from './provider.ts';

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
  const fix = otherKeyFix(baseUrl);
  return {
    name: 'openai-compatible',
    protocol: chatProtocol,
    address: baseUrl,
    credentials:
      apiKey === null
        ? { name: 'A request without a key', fix }
        : { name: 'The key of api-key', fix },
    inputs: OTHER_INPUTS,
    secrets: apiKey === null ? [] : [apiKey],
    hasWebSearch: false,
    connect: async (settings) => {
      const key = apiKey === null ? {} : keyHeaders(apiKey, baseUrl);
      return createHttpClient(
        { baseUrl, headers: { accept: 'application/json', ...key } },
        settings,
      );
    },
    readError,
  };
}

/** Azure's older addresses take the key of a resource under another name, too. */
function keyHeaders(apiKey: string, baseUrl: string): Readonly<Record<string, string>> {
  const bearer = { authorization: `Bearer ${apiKey}` };
  return new URL(baseUrl).search === '' ? bearer : { ...bearer, 'api-key': apiKey };
}
