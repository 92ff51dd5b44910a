import type { Trail } from '../../audit/index.ts';
import type { RunBus, UntrustedItem } from '../../tool-calls/index.ts';
import type { ServerDescriptions, Tool } from '../../tools/index.ts';

/**
 * What MCP servers say of their tools is in each request of the run: it counts as read before the first one. What the policy
 * does not trust tightens the policy from there on, and is named in every approval request. Servers of which no tool is
 * offered say nothing.
 */
export async function recordServerDescriptions(of: {
  readonly words: readonly ServerDescriptions[];
  readonly offered: readonly Tool[];
  /** What the run has read so far that is untrusted; added to. */
  readonly untrusted: UntrustedItem[];
  readonly trail: Trail;
  readonly bus: Pick<RunBus, 'emit'>;
}): Promise<void> {
  const offered = new Set(of.offered.map(({ name }) => name));
  for (const { server, tools, sha256, trusted, because } of of.words) {
    if (!tools.some((name) => offered.has(name))) continue;
    const item = {
      source: `MCP server ${server}'s tool descriptions`,
      author: null,
      because,
      sha256,
    };
    const known = of.untrusted.some(
      (one) => one.source === item.source && one.sha256 === item.sha256,
    );
    if (known) continue;
    if (!trusted) of.untrusted.push(item);
    await of.trail.append({ type: 'context.read', trusted, ...item });
    if (!trusted) await warn(of, server, sha256);
  }
}

/** How to take the policy's tightening away: by reading the words, and saying so in the policy. */
async function warn(
  { trail, bus }: { readonly trail: Trail; readonly bus: Pick<RunBus, 'emit'> },
  server: string,
  sha256: string,
): Promise<void> {
  const message =
    `What the MCP server ${server} says of its tools is untrusted content: whenUntrusted applies. ` +
    `If you have read it, write mcp.servers.${server}.trusted: sha256:${sha256} into the policy.`;
  await trail.append({ type: 'warning', code: 'mcp-words-untrusted', message });
  bus.emit({ type: 'warning', message });
}
