import { createClient } from '../anthropic/client.ts';
import { messagesProtocol } from '../anthropic/protocol.ts';
import { ANTHROPIC_INPUTS, KEY_FIX, MODEL_INPUTS } from '../failures/failures.ts';
import { readError } from '../failures/read-error.ts';
import type { Provider } from './provider.ts';

export const DEFAULT_BASE_URL = 'https://api.anthropic.com';

interface AnthropicOptions {
  /** Sent as `x-api-key` to a gateway, and as `Authorization: Bearer` without a token; `null`: the gateway asks for none. */
  readonly apiKey: string | null;
  /** Sent as `Authorization: Bearer`; `null`: none. */
  readonly authToken: string | null;
  readonly baseUrl: string;
}

/**
 * Anthropic's own API. Settings that the SDK would take from the environment are passed explicitly, so that inputs alone
 * decide; `src/main.ts` takes the variable of headers away.
 */
export function anthropicProvider({ apiKey, authToken, baseUrl }: AnthropicOptions): Provider {
  const input =
    apiKey === null && authToken !== null ? MODEL_INPUTS.authToken : MODEL_INPUTS.apiKey;
  const bearer = authToken ?? apiKey;
  // Gateways take the key in one of the two headers, or in both. The SDK sends one, and without a key looks for another one.
  const headers = {
    'x-api-key': baseUrl === DEFAULT_BASE_URL ? null : apiKey,
    authorization: bearer === null ? null : `Bearer ${bearer}`,
  };
  return {
    name: 'anthropic',
    protocol: messagesProtocol,
    address: baseUrl,
    credentials: {
      name:
        apiKey === null && authToken === null ? 'A request without a key' : `The key of ${input}`,
      fix:
        input === MODEL_INPUTS.apiKey
          ? `${KEY_FIX}, with a key for ${baseUrl}.`
          : `Write a token for ${baseUrl} as ${input}, as a secret (on the command line, set ANTHROPIC_AUTH_TOKEN).`,
    },
    inputs: ANTHROPIC_INPUTS,
    secrets: [apiKey, authToken].filter((secret) => secret !== null),
    hasWebSearch: true,
    connect: async (settings) =>
      createClient({
        apiKey: apiKey ?? 'none',
        baseURL: baseUrl,
        defaultHeaders: headers,
        ...settings,
      }),
    readError,
  };
}
