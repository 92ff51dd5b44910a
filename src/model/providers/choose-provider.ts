import { type Clock, CountersignError, type Environment } from '../../common/index.ts';
import { KEY_FIX, MODEL_INPUTS } from '../anthropic/failures.ts';
import { anthropicProvider, DEFAULT_BASE_URL } from './anthropic.ts';
import type { FederatedLogin } from './entra.ts';
import { foundryProvider } from './foundry.ts';
import { bedrockProvider } from './bedrock.ts';
import { vertexProvider } from './vertex.ts';
import type { Provider, ProviderName } from './provider.ts';

/** The inputs and variables that select a provider. */
export interface ProviderChoice {
  readonly provider?: ProviderName | undefined;
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly environment?: Environment;
  readonly clock: Clock;
}

/** The provider that the inputs select. Throws `input-invalid` that names what is missing and what to write. */
export function chooseProvider(choice: ProviderChoice): Provider {
  const name = choice.provider ?? 'anthropic';
  switch (name) {
    case 'anthropic': {
      const baseUrl = readBaseUrl(choice.baseUrl) ?? DEFAULT_BASE_URL;
      return anthropicProvider({ apiKey: readKey(choice.apiKey), baseUrl });
    }
    case 'bedrock': {
      return bedrockProvider({
        region: requireVariable(choice, ['AWS_REGION', 'AWS_DEFAULT_REGION'], 'us-east-1'),
        baseUrl: readBaseUrl(choice.baseUrl),
      });
    }
    case 'vertex': {
      return vertexProvider({
        project: requireVariable(choice, PROJECT_VARIABLES, 'my-project'),
        region: requireVariable(choice, ['CLOUD_ML_REGION', 'GOOGLE_CLOUD_LOCATION'], 'global'),
        baseUrl: readBaseUrl(choice.baseUrl, KEEP_VERSION),
      });
    }
    case 'foundry': {
      return foundryProvider({
        baseUrl: readBaseUrl(choice.baseUrl) ?? resourceUrl(choice),
        login: foundryLogin(choice),
        clock: choice.clock,
      });
    }
  }
}

const PROJECT_VARIABLES = [
  'ANTHROPIC_VERTEX_PROJECT_ID',
  'GOOGLE_CLOUD_PROJECT',
  'GCLOUD_PROJECT',
] as const;

/** The name of a region, a project or a resource, which becomes a part of an address. */
const ADDRESS_PART = /^[a-z0-9](?:[a-z0-9.:-]{0,126}[a-z0-9])?$/i;

/** The value of the first of these variables that is set. */
function requireVariable(
  choice: ProviderChoice,
  names: readonly string[],
  example: string,
): string {
  const set = names.find((name) => (choice.environment?.[name] ?? '').trim() !== '');
  const value = set === undefined ? '' : (choice.environment?.[set] ?? '').trim();
  if (ADDRESS_PART.test(value)) return value;
  const provider = `${MODEL_INPUTS.provider}: ${choice.provider ?? ''}`;
  const problem =
    set === undefined
      ? `With \`${provider}\` the variable ${names.join(' or ')} must be set.`
      : `The variable ${set} is ${JSON.stringify(value)}, which is not valid.`;
  throw new CountersignError('input-invalid', problem, {
    fix: `Write \`${names[0] ?? ''}: ${example}\` under \`env:\` of the step or job.`,
  });
}

function resourceUrl(choice: ProviderChoice): string {
  const resource = requireVariable(choice, ['ANTHROPIC_FOUNDRY_RESOURCE'], 'my-resource');
  return `https://${resource}.services.ai.azure.com/anthropic`;
}

/** The key, if one is set, else the workflow's identity. */
function foundryLogin(choice: ProviderChoice): { readonly apiKey: string } | FederatedLogin {
  const variable = (name: string): string => (choice.environment?.[name] ?? '').trim();
  const key = choice.apiKey?.trim() || variable('ANTHROPIC_FOUNDRY_API_KEY');
  if (key !== '') return { apiKey: readKey(key) };
  const requestUrl = variable('ACTIONS_ID_TOKEN_REQUEST_URL');
  const requestToken = variable('ACTIONS_ID_TOKEN_REQUEST_TOKEN');
  if (requestUrl === '' || requestToken === '') {
    throw new CountersignError('input-invalid', 'No login for Foundry is set.', {
      fix: `Write a key as the input ${MODEL_INPUTS.apiKey}, or grant \`id-token: write\` and set AZURE_TENANT_ID and AZURE_CLIENT_ID.`,
    });
  }
  return {
    tenant: requireVariable(choice, ['AZURE_TENANT_ID'], '00000000-0000-0000-0000-000000000000'),
    clientId: requireVariable(choice, ['AZURE_CLIENT_ID'], '00000000-0000-0000-0000-000000000000'),
    requestUrl,
    requestToken,
    authority: readBaseUrl(variable('AZURE_AUTHORITY_HOST')) ?? DEFAULT_AUTHORITY,
  };
}

const DEFAULT_AUTHORITY = 'https://login.microsoftonline.com';

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** Messages never contain the key. */
function readKey(apiKey: string | undefined): string {
  const key = apiKey?.trim() ?? '';
  const name = MODEL_INPUTS.apiKey;
  const fix = `${KEY_FIX}, with the key as a secret of the repository.`;
  if (key === '') {
    throw new CountersignError('input-invalid', `The input ${name} is missing or empty.`, { fix });
  }
  if (!VISIBLE_ASCII.test(key)) {
    const problem = `The input ${name} contains white space or invalid characters.`;
    throw new CountersignError('input-invalid', problem, { fix });
  }
  return key;
}

const KEEP_VERSION = { keepVersion: true } as const;

/** The address without a trailing slash, and without the `/v1` that the client adds. `null` if the input is empty. */
function readBaseUrl(
  baseUrl: string | undefined,
  { keepVersion }: { readonly keepVersion: boolean } = { keepVersion: false },
): string | null {
  const text = baseUrl?.trim() ?? '';
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  const extras = [url?.username, url?.password, url?.search, url?.hash];
  const isPlain = extras.join('') === '';
  if (url === undefined || !isHttp || !isPlain) {
    const name = MODEL_INPUTS.baseUrl;
    // The message leaves the address out if it may contain a password.
    const shown = isPlain && !text.includes('@') ? `: ${JSON.stringify(text)}` : '';
    throw new CountersignError(
      'input-invalid',
      `The input ${name} is not a plain http(s) address${shown}.`,
      { fix: `Write \`${name}: ${DEFAULT_BASE_URL}\`, or leave it out.` },
    );
  }
  const trimmed = url.href.replace(/\/+$/, '');
  return keepVersion ? trimmed : trimmed.replace(/\/v1(?:\/messages)?$/, '');
}
