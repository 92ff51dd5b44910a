import type { Trail } from '../../audit/index.ts';
import { recordWarning, type RunBus, type UntrustedItem } from '../../tool-calls/index.ts';
import type { ServerDescriptions, Tool } from '../../tools/index.ts';

/**
 * Records how MCP servers describe the tools that are offered: each request to the model contains these descriptions. Those
 * that the policy does not trust count as untrusted content from the start of the run.
 */
export async function recordServerDescriptions(run: {
  readonly descriptions: readonly ServerDescriptions[];
  readonly offered: readonly Tool[];
  /** The untrusted content of the run so far. New content is added to it. */
  readonly untrusted: UntrustedItem[];
  readonly trail: Trail;
  readonly bus: Pick<RunBus, 'emit'>;
}): Promise<void> {
  const offered = new Set(run.offered.map(({ name }) => name));
  for (const described of run.descriptions) {
    const { server, tools, sha256, trusted, because } = described;
    if (!tools.some((name) => offered.has(name))) continue;
    const item = {
      source: `MCP server ${server}'s tool descriptions`,
      author: null,
      because,
      sha256,
    };
    const known = run.untrusted.some(
      (one) => one.source === item.source && one.sha256 === item.sha256,
    );
    if (known) continue;
    if (!trusted) run.untrusted.push(item);
    await run.trail.append({ type: 'context.read', trusted, ...item });
    if (!trusted)
      await recordWarning(run, { code: 'mcp-words-untrusted', message: untrustedWords(described) });
  }
}

/** Explains how to trust descriptions after reading them. */
function untrustedWords({ server, sha256 }: ServerDescriptions): string {
  return (
    `What the MCP server ${server} says of its tools is untrusted content: whenUntrusted applies. ` +
    `If you have read it, write mcp.servers.${server}.trusted: sha256:${sha256} into the policy.`
  );
}
