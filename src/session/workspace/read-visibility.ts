import {
  deniedWrites,
  evaluate,
  type Policy,
  sampleFacts,
  type Verdict,
  type WriteDenial,
} from '../../policy/index.ts';
import type { IsVisible } from '../../tools/index.ts';
import type { RunWorkspace } from './workspace-sandbox.ts';

type SandboxedPaths = Pick<RunWorkspace, 'pathResolver' | 'sandboxed'>;

/**
 * Hides paths from searches and listings if `fs_read` is denied or separately gated: the file usually holds secrets, or
 * a rule names it. If reading needs approval in general, or if the search itself needed approval because of its path,
 * its results are shown.
 */
export function isVisibleOf(policy: Policy, workspace: SandboxedPaths): () => Promise<IsVisible> {
  return async () => {
    const sandboxed = await workspace.sandboxed();
    const verdictOn = (tool: string, path: string, pathResolver = workspace.pathResolver) =>
      evaluate(policy, sampleFacts(tool, path), { pathResolver, untrusted: false, sandboxed });
    const resolvedTo = (real: string | undefined) =>
      real === undefined
        ? workspace.pathResolver
        : { ...workspace.pathResolver, realpath: () => real };
    return ({ path, named, real, namedReal }) => {
      const seen = resolvedTo(real);
      const reading = verdictOn('fs_read', path, seen);
      switch (reading.verdict) {
        case 'auto':
          return true;
        case 'deny':
          return false;
        case 'requireApproval':
          if (!isSeparatelyGated(reading) && !isSeparatelyGated(verdictOn('fs_grep', path, seen)))
            return true;
          return isSeparatelyGated(verdictOn('fs_grep', named, resolvedTo(namedReal)));
      }
    };
  };
}

/** Whether search results may contain this path: reading it is neither denied nor separately gated. */
export function mayPublishOf(
  policy: Policy,
  workspace: SandboxedPaths,
): (path: string) => Promise<boolean> {
  return async (path) => {
    const sandboxed = await workspace.sandboxed();
    const situation = { pathResolver: workspace.pathResolver, untrusted: false, sandboxed };
    const reading = evaluate(policy, sampleFacts('fs_read', path), situation);
    return reading.verdict !== 'deny' && !isSeparatelyGated(reading);
  };
}

/**
 * The rule that denies to write a path, if nothing of the run may have written it. What the policy lists for an MCP server to write,
 * that server may.
 */
export function writeDenialOf(
  policy: Policy,
  pathResolver: SandboxedPaths['pathResolver'],
): (path: string) => WriteDenial | null {
  const denied = deniedWrites(policy, pathResolver);
  const listed = Object.values(policy.mcpServers).flatMap((server) =>
    'write' in server ? (server.write ?? []) : [],
  );
  return (path) => denied?.denial(path, listed) ?? null;
}

/** A built-in rule or a rule about this path requires approval, not a rule or mode about reading in general. */
function isSeparatelyGated({ verdict, list, rule }: Verdict): boolean {
  return verdict === 'requireApproval' && (list === 'wall' || rule?.includes('(') === true);
}
