import { didYouMean, truncateMiddle } from '../../common/index.ts';
import { BUILTIN_TOOLS, coversName, matchesName, suggestTool } from '../../policy/index.ts';
import { type Hook, recordWarning } from '../../tool-calls/index.ts';
import type { RecordedRun } from '../job.ts';

const MAX_NAME_CHARS = 100;
const MCP_PREFIX = 'mcp__';

/**
 * Warns of each name or pattern in the `on.tools` of hooks that matches no tool: for it the hook never runs, so what it should deny would
 * run. `registered`: the tools of this run, offered or not.
 */
export async function warnOfUnmatchedFilters(
  run: RecordedRun,
  hooks: readonly Hook[],
  registered: readonly string[],
): Promise<void> {
  const { job, context, trail } = run;
  // Built-in tools that only other runs have are no mistake.
  const names = [...new Set([...registered, ...BUILTIN_TOOLS])];
  // The tools of a server that did not start are unknown, and another warning names the server.
  const someServerIsMissing = Object.keys(job.policy.mcpServers).some(
    (server) => !registered.some((name) => name.startsWith(`${MCP_PREFIX}${server}__`)),
  );
  for (const { name: hook, on } of hooks) {
    for (const pattern of on?.tools ?? []) {
      if (names.some((name) => matchesName(name, pattern))) continue;
      // For the tools of any server, in a run without servers, it is no mistake either.
      if (coversName(pattern, `${MCP_PREFIX}*`)) continue;
      if (someServerIsMissing && mayNameMcpTool(pattern)) continue;
      const hint = pattern.startsWith(MCP_PREFIX)
        ? didYouMean(pattern, names)
        : ` ${suggestTool(pattern, names)}`;
      const message =
        `The hook ${hook} names the tool ${JSON.stringify(truncateMiddle(pattern, MAX_NAME_CHARS))} in its filter, ` +
        `but no tool has that name: the hook does not run for it.${hint}`;
      await recordWarning(
        { trail, bus: context.bus },
        'hook-unmatched',
        context.redactor.redact(message),
      );
    }
  }
}

/** Whether some name of a tool of an MCP server fits a name or pattern. */
function mayNameMcpTool(pattern: string): boolean {
  const [start = ''] = pattern.split('*', 1);
  return start.startsWith(MCP_PREFIX) || (start !== pattern && MCP_PREFIX.startsWith(start));
}
