import type { Fetch, JsonObject } from '../../common/index.ts';
import type { InputNames } from '../failures/failures.ts';
import type { Protocol } from '../protocol.ts';

/** Who serves the model: Anthropic itself, a cloud through Anthropic's SDK for it, or another maker's API. */
export const PROVIDERS = [
  'anthropic',
  'bedrock',
  'vertex',
  'foundry',
  'openai',
  'openai-compatible',
  'gemini',
] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/**
 * Which providers have the models of Claude, and so the inputs of Claude, and which need a key as an input. The others have a login of
 * the job, or servers without keys.
 */
const LOGINS: Readonly<
  Record<ProviderName, { readonly isClaude: boolean; readonly needsKey: boolean }>
> = {
  anthropic: { isClaude: true, needsKey: true },
  bedrock: { isClaude: true, needsKey: false },
  vertex: { isClaude: true, needsKey: false },
  foundry: { isClaude: true, needsKey: false },
  openai: { isClaude: false, needsKey: true },
  'openai-compatible': { isClaude: false, needsKey: false },
  gemini: { isClaude: false, needsKey: true },
};

/** The providers of Claude, which have inputs of their own. */
export const CLAUDE_PROVIDERS: ReadonlySet<string> = new Set(
  PROVIDERS.filter((name) => LOGINS[name].isClaude),
);

/** The providers that need a key as an input, unless they are reached through a server that asks for none. */
export const KEY_PROVIDERS: ReadonlySet<string> = new Set(
  PROVIDERS.filter((name) => LOGINS[name].needsKey),
);

/** The part of the SDKs' clients that a request needs. Those of all providers share it. */
export interface ApiClient {
  post(
    path: string,
    options: {
      readonly body: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly stream: true;
      readonly signal: AbortSignal;
    },
  ): { asResponse(): Promise<Response> };
}

/** The settings of every client, so that neither the SDK's defaults nor the environment decide. */
export interface ClientSettings {
  readonly maxRetries: 0;
  readonly timeout: number;
  readonly logLevel: 'off';
  readonly openTelemetry: false;
  /** Uses the proxy of the environment, if it names one. */
  readonly fetch: Fetch;
  readonly fetchOptions: { readonly redirect: 'manual' };
}

/** An error answer in the words of the Messages API. Absent: unknown. */
export interface ProviderError {
  readonly type?: string;
  readonly message?: string;
  /** The wait that it asks for, where no header does. */
  readonly retryAfterMs?: number;
}

/** How one provider is reached. `connect` loads the SDK of a cloud. */
export interface Provider {
  /** `gen_ai.provider.name` of OpenTelemetry. */
  readonly name: string;
  readonly protocol: Protocol;
  /** The address of the API, as messages show it. */
  readonly address: string;
  /** What authorizes a request, as messages name it, and how to correct it. */
  readonly credentials: { readonly name: string; readonly fix: string };
  /** The inputs that messages name. */
  readonly inputs: InputNames;
  /** The values that messages must not contain. */
  readonly secrets: readonly string[];
  /** Whether it supports the API's own web search. */
  readonly hasWebSearch: boolean;
  connect(settings: ClientSettings): Promise<ApiClient>;
  /** Translates an answer with an error status into the words of the Messages API. */
  readError(body: JsonObject, headers: Headers | undefined): ProviderError;
}
