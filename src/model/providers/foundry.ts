/** I/O: Microsoft Foundry, which serves the Messages API itself. */
import type { Clock } from '../../common/index.ts';
import { createClient } from '../anthropic/client.ts';
import { messagesProtocol } from '../anthropic/protocol.ts';
import { ANTHROPIC_INPUTS } from '../failures/failures.ts';
import { entraTokens, type FederatedLogin } from './entra.ts';
import { readError } from '../failures/read-error.ts';
import type { Provider } from './provider.ts';

interface FoundryOptions {
  /** `https://RESOURCE.services.ai.azure.com/anthropic`, or a gateway in front of it. */
  readonly baseUrl: string;
  /** A key of the resource, or the workflow's identity. */
  readonly login: { readonly apiKey: string } | FederatedLogin;
  readonly clock: Clock;
}

const KEY_LOGIN =
  'Write a key of the Foundry resource as anthropic-api-key, as a secret (on the command line, set ANTHROPIC_FOUNDRY_API_KEY).';
const ENTRA_LOGIN =
  'Give the application of AZURE_CLIENT_ID a federated credential for this workflow and the role ' +
  'Cognitive Services User on the resource, and grant `id-token: write`.';

/** Claude on Microsoft Foundry, by a key of the resource or by the workflow's identity (OpenID Connect). */
export function foundryProvider({ baseUrl, login, clock }: FoundryOptions): Provider {
  const byKey = 'apiKey' in login;
  return {
    name: 'azure.ai.inference',
    protocol: messagesProtocol,
    address: baseUrl,
    credentials: byKey
      ? { name: 'The key of the Foundry resource', fix: KEY_LOGIN }
      : { name: 'The Microsoft Entra login of the job', fix: ENTRA_LOGIN },
    inputs: ANTHROPIC_INPUTS,
    secrets: byKey ? [login.apiKey] : [],
    hasWebSearch: true,
    connect: async (settings) => {
      const auth = byKey
        ? {
            apiKey: login.apiKey,
            defaultHeaders: { 'x-api-key': login.apiKey, authorization: null },
          }
        : { apiKey: entraTokens(login, { clock, fetch: settings.fetch }) };
      return createClient({ ...auth, baseURL: baseUrl, ...settings });
    },
    readError,
  };
}
