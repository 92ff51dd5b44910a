/** I/O: searches with Tavily. The key stays in this file; the results are untrusted. */
import * as z from 'zod';
import { createFetch, type Environment, parseJson } from '../../common/index.ts';
import { bytesWithin } from './get.ts';
import type { Search } from './search.ts';

const ENDPOINT = 'https://api.tavily.com/search';
const MAX_RESULTS = 10;
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

const found = z.looseObject({
  results: z.array(
    z.looseObject({
      title: z.string().catch(''),
      url: z.string(),
      content: z.string().catch(''),
    }),
  ),
});

/** A search through Tavily, by the proxy of the environment. */
export function tavilySearch(options: {
  readonly key: string;
  readonly environment: Environment;
  readonly endpoint?: string;
}): Search {
  const fetch = createFetch(options.environment);
  return async ({ query, domains }, { signal }) => {
    const response = await fetch(options.endpoint ?? ENDPOINT, {
      method: 'POST',
      redirect: 'error',
      signal,
      headers: { authorization: `Bearer ${options.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        query,
        max_results: MAX_RESULTS,
        ...(domains.length === 0 ? {} : { include_domains: domains }),
      }),
    });
    const bytes = await bytesWithin(MAX_ANSWER_BYTES, response.body ?? ReadableStream.from([]));
    if (!response.ok)
      return { ok: false, because: `The search service answered ${response.status}.` };
    const parsed = found.safeParse(bytes === null ? null : parseJson(bytes.toString('utf8')));
    if (!parsed.success)
      return { ok: false, because: 'The search service gave an answer that cannot be read.' };
    const pages = parsed.data.results.slice(0, MAX_RESULTS);
    return {
      ok: true,
      pages: pages.map(({ title, url, content }) => ({ title, url, text: content })),
    };
  };
}
