import type { Tool } from '../define/tool.ts';
import { fetchTool } from './fetch.ts';
import { type Search, searchTool } from './search.ts';

export type { FoundPage, Search, SearchEnd } from './search.ts';
export { tavilySearch } from './tavily.ts';

/** `web_fetch`, and `web_search` if a search service is available. */
export function webTools(options: {
  readonly search: Search | null;
  readonly usualDomains?: readonly string[];
  /** Whether the step has a proxy, which `web_fetch` does not use. */
  readonly hasProxy?: boolean;
}): readonly Tool[] {
  const { search, usualDomains = [], hasProxy = false } = options;
  return [
    fetchTool({ hasProxy }),
    ...(search === null ? [] : [searchTool({ search, usualDomains })]),
  ];
}
