import {
  blockedPort,
  type Clock,
  type Environment,
  invalidInput,
  trimEnd,
} from '../../common/index.ts';
import { emptyHeaders, type ExtraHeaders } from '../extra-headers.ts';
import { ANTHROPIC_INPUTS, MODEL_INPUTS, OTHER_INPUTS } from '../failures/failures.ts';
import { anthropicProvider, DEFAULT_BASE_URL } from './anthropic.ts';
import type { FederatedLogin } from './entra.ts';
import { foundryProvider } from './foundry.ts';
import { GEMINI_BASE_URL, geminiProvider } from './gemini.ts';
import { OPENAI_BASE_URL, openAICompatibleProvider, openAIProvider } from './openai.ts';
import { bedrockProvider } from './bedrock.ts';
import { vertexProvider } from './vertex.ts';
import { CLAUDE_PROVIDERS, type Provider, type ProviderName } from './provider.ts';

/** The inputs and variables that select a provider. */
export interface ProviderChoice {
  /** Who serves the model. Absent: Anthropic. */
  readonly provider?: ProviderName | null | undefined;
  /** The key for Claude's providers: required for Anthropic itself, not used for Bedrock and Vertex AI. It is never sent to another one. */
  readonly anthropicApiKey?: string | null | undefined;
  /** Absent or empty: the provider's own address. */
  readonly anthropicBaseUrl?: string | null | undefined;
  /** A token for a gateway of the Messages API, sent as `Authorization: Bearer`. */
  readonly anthropicAuthToken?: string | null | undefined;
  /** Headers for the gateway that a base URL names. */
  readonly extraHeaders?: ExtraHeaders | null | undefined;
  /** The key for providers of other models than Claude. */
  readonly apiKey?: string | null | undefined;
  /** The address of such a provider. Absent or empty: its own. */
  readonly baseUrl?: string | null | undefined;
  /** The variables that may name a proxy, and those of the clouds: region, project, resource, login. */
  readonly environment?: Environment;
  readonly clock: Clock;
}

/** What a program or an option says of the login and the address of a provider. */
interface GivenLogin {
  readonly apiKey?: string | null | undefined;
  readonly authToken?: string | null | undefined;
  readonly baseUrl?: string | null | undefined;
}

/**
 * The login and the address of a provider, as they are given, else by the variables of a terminal, of which an empty one is
 * absent. Other programs use `ANTHROPIC_AUTH_TOKEN`, too: only a gateway of the Messages API gets it. The key of a
 * Foundry resource comes before that of the Anthropic API.
 */
export function loginIn(
  environment: Environment,
  provider: ProviderName,
  { apiKey, authToken, baseUrl }: GivenLogin,
): Omit<ProviderChoice, 'clock'> {
  const variable = (name: string): string | undefined => environment[name] || undefined;
  if (!CLAUDE_PROVIDERS.has(provider))
    return {
      apiKey: apiKey ?? variable('COUNTERSIGN_API_KEY'),
      anthropicAuthToken: authToken,
      baseUrl,
    };
  const anthropicBaseUrl = baseUrl ?? variable('ANTHROPIC_BASE_URL');
  const isGateway = provider === 'anthropic' && anthropicBaseUrl !== undefined;
  const ownKey = provider === 'foundry' ? variable(FOUNDRY_KEY) : undefined;
  return {
    anthropicApiKey: apiKey ?? ownKey ?? variable('ANTHROPIC_API_KEY'),
    anthropicAuthToken: authToken ?? (isGateway ? variable('ANTHROPIC_AUTH_TOKEN') : undefined),
    anthropicBaseUrl,
  };
}

/** The provider that the inputs select. Throws `input-invalid` that names what is missing and what to write. */
export function chooseProvider(choice: ProviderChoice): Provider {
  const name = choice.provider ?? 'anthropic';
  refuseUnused(choice, name);
  switch (name) {
    case 'anthropic': {
      const baseUrl = readBaseUrl(choice.anthropicBaseUrl) ?? DEFAULT_BASE_URL;
      const authToken = readKey(choice.anthropicAuthToken, AUTH_TOKEN);
      const isOpen = authToken !== null || isOpenGateway(choice, choice.anthropicBaseUrl);
      const apiKey = readKey(choice.anthropicApiKey, CLAUDE_API);
      if (apiKey === null && !isOpen) throw keyMissing(CLAUDE_API);
      return anthropicProvider({ apiKey, authToken, baseUrl });
    }
    case 'bedrock':
      return bedrockProvider({
        region: requireVariable(choice, ['AWS_REGION', 'AWS_DEFAULT_REGION'], 'us-east-1'),
        baseUrl: readBaseUrl(choice.anthropicBaseUrl),
      });
    case 'vertex':
      return vertexProvider({
        project: requireVariable(choice, PROJECT_VARIABLES, 'my-project'),
        region: requireVariable(choice, ['CLOUD_ML_REGION', 'GOOGLE_CLOUD_LOCATION'], 'global'),
        baseUrl: readBaseUrl(choice.anthropicBaseUrl, KEEP_VERSION),
      });
    case 'foundry':
      return foundryProvider({
        baseUrl: readBaseUrl(choice.anthropicBaseUrl) ?? resourceUrl(choice),
        login: foundryLogin(choice),
        clock: choice.clock,
      });
    case 'openai': {
      const baseUrl = readBaseUrl(choice.baseUrl, OTHER_API) ?? OPENAI_BASE_URL;
      return openAIProvider({ apiKey: readOtherKey(choice), baseUrl });
    }
    case 'openai-compatible': {
      const baseUrl = readBaseUrl(choice.baseUrl, OTHER_API);
      if (baseUrl === null)
        throw invalidInput(
          `The provider openai-compatible needs ${OTHER_API.baseUrl}.`,
          `Write the server's address with its version, such as \`${OTHER_API.baseUrl}: https://models.github.ai/inference\`.`,
        );
      return openAICompatibleProvider({ apiKey: readKey(choice.apiKey, OTHER_API), baseUrl });
    }
    case 'gemini': {
      const rules = { ...OTHER_INPUTS, keyFix: OTHER_API.keyFix, example: GEMINI_BASE_URL };
      const baseUrl = readBaseUrl(choice.baseUrl, { ...rules, keepVersion: false });
      return geminiProvider({
        apiKey: readOtherKey(choice),
        baseUrl: baseUrl ?? GEMINI_BASE_URL,
      });
    }
  }
}

/**
 * Refuses what the provider would not use: an address, since the requests would go to another host than the one that was named; and
 * a token and headers without the gateway that they are for.
 */
function refuseUnused(choice: ProviderChoice, name: ProviderName): void {
  const isClaude = CLAUDE_PROVIDERS.has(name);
  const claude = { input: ANTHROPIC_INPUTS.baseUrl, url: choice.anthropicBaseUrl?.trim() ?? '' };
  const others = { input: OTHER_INPUTS.baseUrl, url: choice.baseUrl?.trim() ?? '' };
  const [own, other] = isClaude ? [claude, others] : [others, claude];
  if (other.url !== '')
    throw invalidInput(
      `${other.input} is not for the provider ${name}, whose address is ${own.input}.`,
      `Write the address as ${own.input}, or leave ${other.input} out.`,
    );
  const hasToken = (choice.anthropicAuthToken ?? '').trim() !== '';
  const headers = choice.extraHeaders ?? new Map();
  if (hasToken && name !== 'anthropic')
    throw invalidInput(
      `${MODEL_INPUTS.authToken} is for the provider anthropic, and the provider is ${name}.`,
      isClaude ? 'Leave it out: the login of the cloud is used.' : 'Write it as api-key.',
    );
  const [empty] = emptyHeaders(headers);
  if (empty !== undefined)
    throw invalidInput(
      `The header ${empty} of extra-headers has no value.`,
      'Set the secret that its line names, or leave the line out.',
    );
  if (own.url !== '' || (!hasToken && headers.size === 0)) return;
  const without = hasToken ? MODEL_INPUTS.authToken : 'extra-headers';
  throw invalidInput(
    `${without} is for a gateway, and ${own.input} names none.`,
    `Write the address of the gateway as ${own.input}, or leave ${without} out.`,
  );
}

/** Whether a request needs no key: to a server of this machine or of its network, or with headers of its own. */
function isOpenGateway(
  { extraHeaders }: ProviderChoice,
  baseUrl: ProviderChoice['baseUrl'],
): boolean {
  return (extraHeaders?.size ?? 0) > 0 || isLocalServer(baseUrl ?? null);
}

/**
 * Whether an address is one of this machine, or one that only its own network knows: a name without a dot, as a service of the
 * job has it, or the host of a container.
 */
export function isLocalServer(baseUrl: string | null): boolean {
  const host = URL.parse(baseUrl?.trim() ?? '')?.hostname ?? '';
  return /^(?:[\w-]+|.*\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|host\.docker\.internal|\[::1?\])$/.test(
    host,
  );
}

function readOtherKey(choice: ProviderChoice): string | null {
  const apiKey = readKey(choice.apiKey, OTHER_API);
  if (apiKey === null && !isOpenGateway(choice, choice.baseUrl)) throw keyMissing(OTHER_API);
  return apiKey;
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
  throw invalidInput(
    problem,
    `Write \`${names[0] ?? ''}: ${example}\` under \`env:\` of the step or job.`,
  );
}

function resourceUrl(choice: ProviderChoice): string {
  const resource = requireVariable(choice, ['ANTHROPIC_FOUNDRY_RESOURCE'], 'my-resource');
  return `https://${resource}.services.ai.azure.com/anthropic`;
}

/** The key, if one is set, else the workflow's identity. */
function foundryLogin(choice: ProviderChoice): { readonly apiKey: string } | FederatedLogin {
  const variable = (name: string): string => (choice.environment?.[name] ?? '').trim();
  const apiKey = readKey(choice.anthropicApiKey?.trim() || variable(FOUNDRY_KEY), FOUNDRY_API);
  if (apiKey !== null) return { apiKey };
  const requestUrl = variable('ACTIONS_ID_TOKEN_REQUEST_URL');
  const requestToken = variable('ACTIONS_ID_TOKEN_REQUEST_TOKEN');
  if (requestUrl === '' || requestToken === '') {
    throw invalidInput(
      'No login for Foundry is set.',
      `${FOUNDRY_API.keyFix} Or, without a key, grant \`id-token: write\` and set AZURE_TENANT_ID and AZURE_CLIENT_ID.`,
    );
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

/** The key of an input; `null` if it is empty. Messages never contain it. */
function readKey(
  text: string | null | undefined,
  { apiKey: name, keyFix: fix }: InputRules,
): string | null {
  const key = text?.trim() ?? '';
  if (key === '') return null;
  if (VISIBLE_ASCII.test(key)) return key;
  throw invalidInput(`The value of ${name} contains white space or invalid characters.`, fix);
}

function keyMissing({ keyFix }: InputRules): Error {
  return invalidInput('No API key is set.', keyFix);
}

/** How to set a key or token, in a workflow and on the command line. */
function secretFix(input: string, secret: string, variable: string): string {
  return (
    `In a workflow, save it as a secret of the repository, and write \`${input}: \${{ secrets.${secret} }}\` under the step's \`with:\`. ` +
    `On the command line and in a program, set ${variable}.`
  );
}

/** The inputs of a kind of provider, and how its address is read. */
interface InputRules {
  readonly apiKey: string;
  readonly keyFix: string;
  readonly baseUrl: string;
  /** The variable that the command line and programs read, too. */
  readonly baseUrlVariable?: string;
  readonly example: string;
  /** The address keeps its `/v1`. */
  readonly keepVersion: boolean;
  /** The only query that the address may have. Absent: none. */
  readonly query?: RegExp;
}

const CLAUDE_API: InputRules = {
  ...ANTHROPIC_INPUTS,
  baseUrlVariable: 'ANTHROPIC_BASE_URL',
  keyFix: secretFix(MODEL_INPUTS.apiKey, 'ANTHROPIC_API_KEY', 'ANTHROPIC_API_KEY'),
  example: DEFAULT_BASE_URL,
  keepVersion: false,
};
const AUTH_TOKEN: InputRules = {
  ...CLAUDE_API,
  apiKey: MODEL_INPUTS.authToken,
  keyFix: secretFix(MODEL_INPUTS.authToken, 'GATEWAY_TOKEN', 'ANTHROPIC_AUTH_TOKEN'),
};
const FOUNDRY_KEY = 'ANTHROPIC_FOUNDRY_API_KEY';
const FOUNDRY_API: InputRules = {
  ...CLAUDE_API,
  keyFix: secretFix(MODEL_INPUTS.apiKey, FOUNDRY_KEY, FOUNDRY_KEY),
};
const KEEP_VERSION: InputRules = { ...CLAUDE_API, keepVersion: true };
const OTHER_API: InputRules = {
  ...OTHER_INPUTS,
  keyFix: secretFix(OTHER_INPUTS.apiKey, 'MODEL_API_KEY', 'COUNTERSIGN_API_KEY'),
  example: OPENAI_BASE_URL,
  keepVersion: true,
  query: /^\?api-version=[\w.-]+$/,
};

const MESSAGES_PATH = /\/v1(?:beta)?(?:\/messages)?$/;
const REQUEST_PATH = /\/(?:chat\/completions|responses)$/;

/** The address without a trailing slash, and without the end of the path that the client adds. `null` if the input is empty. */
function readBaseUrl(
  baseUrl: string | null | undefined,
  {
    keepVersion,
    baseUrl: name,
    baseUrlVariable: variable,
    example,
    query,
  }: InputRules = CLAUDE_API,
): string | null {
  const text = baseUrl?.trim() ?? '';
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  const search = query?.test(url?.search ?? '') === true ? '' : url?.search;
  const extras = [url?.username, url?.password, search, url?.hash];
  const isPlain = extras.join('') === '';
  const named = variable === undefined ? name : `${name} (or ${variable})`;
  const fix = `Write \`${name}: ${example}\`, or leave it out.`;
  if (url === undefined || !isHttp) {
    // The message leaves the address out if it may contain a password or a key.
    const shown = /[@?#]/.test(text) ? '' : `: ${JSON.stringify(text)}`;
    throw invalidInput(`${named} is not an http:// or https:// address${shown}.`, fix);
  }
  if (!isPlain)
    throw invalidInput(`${named} has a login, a query or a fragment, which it cannot have.`, fix);
  const port = blockedPort(text);
  if (port !== null)
    throw invalidInput(
      `${named} has the port ${port}, to which no request can be sent: it belongs to another protocol.`,
      'Let the server listen on another port, and write that one.',
    );
  const address = trimEnd(`${url.origin}${url.pathname}`, '/');
  const trimmed = address.replace(keepVersion ? REQUEST_PATH : MESSAGES_PATH, '');
  return `${trimmed}${url.search}`;
}
