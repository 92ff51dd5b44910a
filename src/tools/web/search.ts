import * as z from 'zod';
import { oneLine, visible } from '../../common/index.ts';
import { builtinTool } from '../define/builtin-tool.ts';
import { failure, success } from '../define/result.ts';
import type { Tool, ToolContext, ToolResult } from '../define/tool.ts';

const MAX_QUERY_CHARS = 400;
const MAX_DOMAINS = 20;
const MAX_DOMAIN_CHARS = 253;
const DOMAIN = /^[a-zA-Z0-9_-]+(?:\.[a-zA-Z0-9_-]+)+$/;
/** A search without domains may find pages of every host, so only rules about every host match it. */
const EVERYWHERE = ['*'] as const;
const TIMEOUT_MS = 120_000;
const MAX_PAGES = 20;
const MAX_TEXT_CHARS = 1_500;
const MAX_ANSWER_CHARS = 20_000;

/** A search. With `domains` only pages of these hosts and their subdomains. */
interface SearchRequest {
  readonly query: string;
  readonly domains: readonly string[];
}

/** A found page; `text` is the service's excerpt, and may be empty. */
export interface FoundPage {
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

export type SearchEnd =
  | {
      readonly ok: true;
      readonly pages: readonly FoundPage[];
      /** The service's own answer, if it gives one. */
      readonly answer?: string;
    }
  | { readonly ok: false; readonly because: string; readonly recommendation?: string };

/**
 * Searches the internet. All results are untrusted content. Resolves with the reason if there are none; a rejection fails the
 * call.
 */
export type Search = (request: SearchRequest, context: ToolContext) => Promise<SearchEnd>;

/**
 * `web_search`, with any search service. The policy's rules match the domains that a call names. A call without domains searches
 * those of `usualDomains`, or everywhere if there are none.
 */
export function searchTool(options: {
  readonly search: Search;
  readonly usualDomains?: readonly string[];
}): Tool {
  const named = (options.usualDomains ?? []).filter((domain) => DOMAIN.test(domain));
  const usual = named.slice(0, MAX_DOMAINS);
  return builtinTool({
    name: 'web_search',
    displayName: 'Search the web',
    description: {
      short: 'Search the web: titles, addresses, excerpts. Read a page with web_fetch.',
    },
    kind: 'network',
    category: 'web',
    timeoutMs: TIMEOUT_MS,
    concurrencySafe: true,
    input: z.object({
      query: z.string().min(1).max(MAX_QUERY_CHARS),
      domains: z
        .array(z.string().max(MAX_DOMAIN_CHARS).regex(DOMAIN))
        .max(MAX_DOMAINS)
        .default(usual)
        .describe('Only these hosts, such as docs.example.com'),
    }),
    aliases: { names: { allowed_domains: 'domains' } },
    facts: ({ domains }) => ({ hosts: domains.length === 0 ? EVERYWHERE : domains }),
    execute: async (request, context) => {
      const end = await options.search(request, context);
      if (end.ok) return resultOf(request.query, end);
      const { because, recommendation } = end;
      return failure('execution', because, recommendation === undefined ? [] : [recommendation]);
    },
  });
}

function resultOf(query: string, end: Extract<SearchEnd, { ok: true }>): ToolResult {
  const answer = visible(end.answer ?? '')
    .trim()
    .slice(0, MAX_ANSWER_CHARS);
  const pages = end.pages.slice(0, MAX_PAGES).map(lineOf);
  const text = [answer, pages.join('\n')].filter((part) => part !== '').join('\n\n');
  const untrustedSource = `web search for ${oneLine(query, 100)}`;
  return success(text === '' ? 'Nothing was found.' : text, {
    untrustedSource,
    untrustedCode: true,
  });
}

function lineOf({ title, url, text }: FoundPage): string {
  const head = `- ${oneLine(title, 200)}\n  ${oneLine(url, 1_000)}`;
  const said = visible(text).trim().slice(0, MAX_TEXT_CHARS);
  return said === '' ? head : `${head}\n  ${said.replaceAll('\n', '\n  ')}`;
}
