import type { Tool } from '../tool.ts';
import { fetchTool } from './fetch.ts';
import { searchTool } from './search.ts';

export { isPublicAddress } from './address.ts';
export { fetchTool } from './fetch.ts';
export type { Resolve, WebNetwork } from './get.ts';
export { searchTool } from './search.ts';

/** `web_fetch`, and `web_search` where there is a key for a search service. */
export function webTools(options: { readonly tavilyKey: string | null }): readonly Tool[] {
  return [
    fetchTool(),
    ...(options.tavilyKey === null ? [] : [searchTool({ key: options.tavilyKey })]),
  ];
}
