import { encodeGemini } from '../gemini/request.ts';
import { createGeminiDecoder } from '../gemini/stream.ts';
import type { Protocol } from '../protocol.ts';
import { lackIn } from '../failures/refusals.ts';
import { readGoogleError } from './google-error.ts';
import { OTHER_INPUTS, otherKeyFix } from '../failures/failures.ts';
import { createHttpClient } from './http-client.ts';
import type { Provider } from './provider.ts';

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
      name: 'The key of api-key',
      fix: otherKeyFix(baseUrl),
    },
    inputs: OTHER_INPUTS,
    secrets: apiKey === null ? [] : [apiKey],
    hasWebSearch: false,
    connect: async (settings) => {
      const headers = apiKey === null ? {} : { 'x-goog-api-key': apiKey };
      return createHttpClient({ baseUrl, headers }, settings);
    },
    readError: readGoogleError,
  };
}
