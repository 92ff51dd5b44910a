/**
 * I/O: requests to the APIs of other makers than Anthropic. Each is one request, which is sent here and not by the maker's SDK: Google's
 * takes no `fetch`, and so knows neither the proxy nor the limits of the other providers, and OpenAI's hides parts of error answers.
 */
import { parseJson } from '../../common/index.ts';
import type { ApiClient, ClientSettings } from './provider.ts';

interface HttpApi {
  /** Where the paths of requests begin. Its query comes after each path. */
  readonly baseUrl: string;
  /** The headers beside those of a request, such as the one with the key. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A client of the API at an address. */
export function createHttpClient(
  api: HttpApi,
  { fetch, fetchOptions, timeout }: ClientSettings,
): ApiClient {
  const [address, query] = api.baseUrl.split('?', 2);
  return {
    post: (path, { body, headers, signal }) => ({
      asResponse: async () => {
        const late = new AbortController();
        const timer = setTimeout(() => late.abort(new Error('Request timed out.')), timeout);
        try {
          const response = await fetch(
            `${address}${path}${query === undefined ? '' : `?${query}`}`,
            {
              method: 'POST',
              headers: { 'user-agent': 'countersign', ...headers, ...api.headers },
              body,
              signal: AbortSignal.any([signal, late.signal]),
              ...fetchOptions,
            },
          );
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
  const error = new Error(`${status} ${text === '' ? 'status code (no body)' : text}`);
  return Object.assign(error, { status, headers, error: parseJson(text) });
}
