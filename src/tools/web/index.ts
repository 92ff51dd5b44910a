import type { Tool } from '../define/tool.ts';
import { fetchTool } from './fetch.ts';
import { type Search, searchTool } from './search.ts';

export type { FoundPage, Search, SearchEnd } from './search.ts';
export { tavilySearch } from './tavily.ts';

/** `web_fetch`, and `web_search` if a search service is available. */
export function webTools(options: {
  readonly search: Search | null;
  readonly usualDomains?: readonly string[];
}): readonly Tool[] {
  const { search, usualDomains = [] } = options;
  return [fetchTool(), ...(search === null ? [] : [searchTool({ search, usualDomains })])];
}
