/** I/O: asks a search service. The key stays here; what is found was written by strangers. */
import * as z from 'zod';
import { oneLine, visible } from '../../base/index.ts';
import { defineTool } from '../define.ts';
import { failure, success } from '../result.ts';
import type { Tool } from '../tool.ts';

const ENDPOINT = 'https://api.tavily.com/search';
const MAX_QUERY_CHARS = 400;
const MAX_RESULTS = 10;
const MAX_TEXT_CHARS = 1_500;
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

const found = z.looseObject({
  results: z.array(
    z.looseObject({ title: z.string().catch(''), url: z.string(), content: z.string().catch('') }),
  ),
});

/** `web_search` through Tavily. */
export function searchTool(options: { readonly key: string; readonly endpoint?: string }): Tool {
  const endpoint = options.endpoint ?? ENDPOINT;
  return defineTool({
    name: 'web_search',
    displayName: 'Search the web',
    description: 'Search the web; gives titles, addresses and extracts of pages.',
    kind: 'network',
    category: 'web',
    timeoutMs: TIMEOUT_MS,
    concurrencySafe: true,
    input: z.object({
      query: z.string().min(1).max(MAX_QUERY_CHARS),
      domains: z
        .array(z.string().min(1).max(253))
        .max(20)
        .optional()
        .describe('Only pages of these'),
    }),
    facts: () => ({ hosts: [new URL(endpoint).host] }),
    execute: async ({ query, domains }, { signal }) => {
      const response = await fetch(endpoint, {
        method: 'POST',
        redirect: 'error',
        signal,
        headers: { authorization: `Bearer ${options.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          query,
          max_results: MAX_RESULTS,
          ...(domains === undefined ? {} : { include_domains: domains }),
        }),
      });
      const text = await bounded(response);
      if (!response.ok)
        return failure('execution', `The search service answered ${response.status}.`);
      const parsed = found.safeParse(text === null ? null : parsedJson(text));
      if (!parsed.success)
        return failure('execution', 'The search service gave an answer that cannot be read.');
      const lines = parsed.data.results
        .slice(0, MAX_RESULTS)
        .map(
          ({ title, url, content }) =>
            `- ${oneLine(title, 200)}\n  ${oneLine(url, 1_000)}\n  ${visible(content).slice(0, MAX_TEXT_CHARS).replaceAll('\n', '\n  ')}`,
        );
      const untrustedSource = `web search for ${oneLine(query, 100)}`;
      return success(lines.length === 0 ? 'Nothing was found.' : lines.join('\n'), {
        untrustedSource,
      });
    },
  });
}

/** `null` where there is more than fits. */
async function bounded(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
