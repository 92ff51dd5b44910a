import { createClient } from '../anthropic/client.ts';
import { messagesProtocol } from '../anthropic/protocol.ts';
import { ANTHROPIC_INPUTS, KEY_FIX, MODEL_INPUTS } from '../failures.ts';
import { readError } from '../read-error.ts';
import type { Provider } from './provider.ts';

export const DEFAULT_BASE_URL = 'https://api.anthropic.com';

export interface AnthropicOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
}

/**
 * Anthropic's own API. Settings that the SDK would take from the environment are passed explicitly, so that inputs alone
 * decide. The exception is ANTHROPIC_CUSTOM_HEADERS, which some gateways need.
 */
export function anthropicProvider({ apiKey, baseUrl }: AnthropicOptions): Provider {
  return {
    name: 'anthropic',
    protocol: messagesProtocol,
    address: baseUrl,
    credentials: {
      name: `The key of the input ${MODEL_INPUTS.apiKey}`,
      fix: `${KEY_FIX}, with a key for ${baseUrl}.`,
    },
    inputs: ANTHROPIC_INPUTS,
    secrets: [apiKey],
    hasWebSearch: true,
    connect: async (settings) => createClient({ apiKey, baseURL: baseUrl, ...settings }),
    readError: ({ body }) => readError(body),
  };
}
