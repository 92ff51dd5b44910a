/** I/O: the only file that imports the Anthropic SDK, and only the parts of it that requests need. */
import { BaseAnthropic } from '@anthropic-ai/sdk/client';
import { Stream } from '@anthropic-ai/sdk/core/streaming';
import type { ApiClient, ClientSettings } from '../providers/provider.ts';

interface ClientOptions extends ClientSettings {
  readonly apiKey: string | (() => Promise<string>);
  readonly baseURL: string;
  readonly defaultHeaders?: Readonly<Record<string, string | null>>;
}

/** A client of the Messages API at any address. */
export function createClient(options: ClientOptions): ApiClient {
  return new BaseAnthropic(options);
}

/** The server-sent events of an answer, before their data is read. */
export function readEvents(chunks: AsyncIterable<Uint8Array>, controller: AbortController) {
  return Stream.rawEvents(new Response(ReadableStream.from(chunks)), controller);
}
