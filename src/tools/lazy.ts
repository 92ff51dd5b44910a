import type { McpTools, McpContext, startServers as start } from './mcp/index.ts';
import type { Search, tavilySearch as tavily } from './web/index.ts';

const NONE: McpTools = { tools: [], words: [], warnings: [], close: async () => undefined };

/** See `mcp/index.ts`, which is loaded, and its world asked for, where the policy names a server. */
export async function startServers(
  servers: Parameters<typeof start>[0],
  context: () => Promise<McpContext>,
): Promise<McpTools> {
  if (Object.keys(servers).length === 0) return NONE;
  const mcp = await import('./mcp/index.ts');
  return await mcp.startServers(servers, await context());
}

/** See `web/tavily.ts`, which is loaded with the first search. */
export function tavilySearch(...of: Parameters<typeof tavily>): Search {
  return async (...asked) => {
    const { tavilySearch: search } = await import('./web/tavily.ts');
    return await search(...of)(...asked);
  };
}
