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
    const evaluatePath = await evaluatorOf(policy, workspace);
    return ({ path, named, real, namedReal }) => {
      const reading = evaluatePath('fs_read', path, real);
      switch (reading.verdict) {
        case 'auto':
          return true;
        case 'deny':
          return false;
        case 'requireApproval':
          if (!reading.isGated && !evaluatePath('fs_grep', path, real).isGated) return true;
          return evaluatePath('fs_grep', named, namedReal).isGated;
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
    const evaluatePath = await evaluatorOf(policy, workspace);
    const reading = evaluatePath('fs_read', path);
    return reading.verdict !== 'deny' && !reading.isGated;
  };
}

interface PathVerdict {
  readonly verdict: Verdict['verdict'];
  /** A built-in rule or a rule about this path requires approval, not only a rule or mode about the tool in general. */
  readonly isGated: boolean;
}

/** Evaluates a tool at a path. `real` is its absolute place, if it is known; otherwise it is looked up. */
async function evaluatorOf(
  policy: Policy,
  workspace: SandboxedPaths,
): Promise<(tool: string, path: string, real?: string) => PathVerdict> {
  const sandboxed = await workspace.sandboxed();
  return (tool, path, real) => {
    const pathResolver =
      real === undefined
        ? workspace.pathResolver
        : { ...workspace.pathResolver, realpath: () => real };
    const situation = { pathResolver, untrusted: false, sandboxed };
    const verdict = evaluate(policy, sampleFacts(tool, path), situation);
    if (verdict.verdict !== 'requireApproval') return { verdict: verdict.verdict, isGated: false };
    // Where several names or layers are equally strict, a verdict names only one of them, and the gate may be another's.
    const places = [...(verdict.places?.values() ?? [])];
    const all = places.map((place) => evaluate(policy, sampleFacts(tool, place), situation));
    return { verdict: verdict.verdict, isGated: [verdict, ...all].some(isSeparatelyGated) };
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

function isSeparatelyGated(verdict: Verdict): boolean {
  const { layers = [verdict] } = verdict;
  return layers.some(
    ({ verdict: ofLayer, list, rule }) =>
      ofLayer === 'requireApproval' && (list === 'wall' || rule?.includes('(') === true),
  );
}
