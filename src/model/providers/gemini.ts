/**
 * I/O: the Gemini API. Its one request is sent here and not by Google's SDK, which takes no `fetch` and so knows neither
 * the proxy nor the limits of the other providers.
 */
import { parseJson } from '../../common/index.ts';
import { encodeGemini } from '../gemini/request.ts';
import { createGeminiDecoder } from '../gemini/stream.ts';
import type { Protocol } from '../protocol.ts';
import { lackIn } from '../failures/refusals.ts';
import { readGoogleError } from './google-error.ts';
import { OTHER_INPUTS } from '../failures/failures.ts';
import type { ApiClient, ClientSettings, Provider } from './provider.ts';

export const GEMINI_BASE_URL = 'https://generativelanguage.googleapis.com';

interface GeminiOptions {
  /** `null`: the gateway asks for none. */
  readonly apiKey: string | null;
  readonly baseUrl: string;
}

const geminiProtocol: Protocol = {
  name: 'Gemini API',
  path: (model) =>
    `/v1beta/models/${encodeURIComponent(model.replace(/^models\//, ''))}:streamGenerateContent?alt=sse`,
  encode: encodeGemini,
  createDecoder: createGeminiDecoder,
  lackIn,
};

/** Google's Gemini API (https://ai.google.dev/api/generate-content). */
export function geminiProvider({ apiKey, baseUrl }: GeminiOptions): Provider {
  return {
    name: 'gcp.gemini',
    protocol: geminiProtocol,
    address: baseUrl,
    credentials: {
      name: 'The key of the input api-key',
      fix: `Write a key for ${baseUrl} as the input api-key, as a secret of the repository.`,
    },
    inputs: OTHER_INPUTS,
    secrets: apiKey === null ? [] : [apiKey],
    hasWebSearch: false,
    connect: async (settings) => createGeminiClient({ apiKey, baseUrl }, settings),
    readError: ({ body }) => readGoogleError(body),
  };
}

function createGeminiClient(
  { apiKey, baseUrl }: GeminiOptions,
  { fetch, fetchOptions, timeout }: ClientSettings,
): ApiClient {
  return {
    post: (path, { body, headers, signal }) => ({
      asResponse: async () => {
        const late = new AbortController();
        const timer = setTimeout(() => late.abort(), timeout);
        try {
          const response = await fetch(`${baseUrl}${path}`, {
            method: 'POST',
            headers: { ...headers, ...(apiKey === null ? {} : { 'x-goog-api-key': apiKey }) },
            body,
            signal: AbortSignal.any([signal, late.signal]),
            ...fetchOptions,
          });
          if (!response.ok) throw await answerError(response);
          return response;
        } finally {
          clearTimeout(timer);
        }
      },
    }),
  };
}

/** An answer with an error status, in the form of the SDKs' `APIError`. */
async function answerError(response: Response): Promise<Error> {
  const text = await response.text();
  const { status, headers } = response;
  return Object.assign(new Error(text), { status, headers, error: parseJson(text) });
}
