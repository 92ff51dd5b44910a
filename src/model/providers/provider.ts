import { isJsonObject, type JsonObject } from '../../common/index.ts';

/** Who serves the model: Anthropic itself, or a cloud through Anthropic's own SDK for it. */
export const PROVIDERS = ['anthropic', 'bedrock', 'vertex', 'foundry'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** The part of Anthropic's clients that a request needs. All of them share it. */
export interface MessagesClient {
  post(
    path: string,
    options: {
      readonly body: string | Uint8Array<ArrayBuffer>;
      readonly headers: Readonly<Record<string, string>>;
      readonly stream: true;
      readonly signal: AbortSignal;
    },
  ): { asResponse(): Promise<Response> };
}

/** What every client is made with, so that neither the SDK nor the environment decides. */
export interface ClientSettings {
  readonly maxRetries: 0;
  readonly timeout: number;
  readonly logLevel: 'off';
  readonly openTelemetry: false;
  /** Through the runner's proxy, where it has one. */
  readonly fetch: (address: string | URL | Request, init?: RequestInit) => Promise<Response>;
  readonly fetchOptions: { readonly redirect: 'manual' };
}

/** What a server's refusal says in the words of the Messages API; what is missing is not known. */
export interface ProviderError {
  readonly type?: string;
  readonly message?: string;
}

/** One way to a model. `connect` loads the SDK of the cloud, which nothing else does. */
export interface Provider {
  /** `gen_ai.provider.name` of OpenTelemetry. */
  readonly name: string;
  /** Where requests go, as messages name it. */
  readonly address: string;
  /** What a request is let in by, as messages name it, and what to write where it is refused. */
  readonly credentials: { readonly name: string; readonly fix: string };
  /** A value that must not be in a message; empty where there is none. */
  readonly secret: string;
  /**
   * Clouds sign the body, or move the model's name from it to the address, and their clients do so with text only.
   */
  readonly takesBytes: boolean;
  /** It takes the API's own search. */
  readonly hasWebSearch: boolean;
  connect(settings: ClientSettings): Promise<MessagesClient>;
  /** Reads a refusal that has another form than the Messages API's. */
  errorOf(of: { readonly headers: Headers | undefined; readonly body: JsonObject }): ProviderError;
}

/** The form of the Messages API itself: `{"type":"error","error":{"type":…,"message":…}}`. */
export function messagesError({ body }: { readonly body: JsonObject }): ProviderError {
  const { type, message } = isJsonObject(body['error']) ? body['error'] : {};
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  };
}
