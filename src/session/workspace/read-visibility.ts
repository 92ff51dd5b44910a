import { evaluate, type Policy, sampleFacts, type Verdict } from '../../policy/index.ts';
import type { IsVisible } from '../../tools/index.ts';
import type { RunWorkspace } from './workspace-sandbox.ts';

type SandboxedPaths = Pick<RunWorkspace, 'pathResolver' | 'sandboxed'>;

/**
 * Whether searches and lists may tell of a path by the way: not where reading it is denied, nor where reading it asks for
 * a reason of its own (it usually holds secrets, or a rule names it), be it only for a search. Where reading asks in general,
 * or where the search itself was asked about because of the place that it names, what it finds there is told.
 */
export function isVisibleOf(policy: Policy, workspace: SandboxedPaths): () => Promise<IsVisible> {
  return async () => {
    const sandboxed = await workspace.sandboxed();
    const judged = (tool: string, path: string, pathResolver = workspace.pathResolver) =>
      evaluate(policy, sampleFacts(tool, path), { pathResolver, untrusted: false, sandboxed });
    return ({ path, named, real }) => {
      const seen =
        real === undefined
          ? workspace.pathResolver
          : { ...workspace.pathResolver, realpath: () => real };
      const reading = judged('fs_read', path, seen);
      switch (reading.verdict) {
        case 'auto':
          return true;
        case 'deny':
          return false;
        case 'requireApproval':
          if (!asksOfItsOwn(reading) && !asksOfItsOwn(judged('fs_grep', path, seen))) return true;
          return asksOfItsOwn(judged('fs_grep', named));
      }
    };
  };
}

/** Whether what a path holds may leave the run by the way: where reading it is neither denied nor asks for a reason of its own. */
export function mayPublishOf(
  policy: Policy,
  workspace: SandboxedPaths,
): (path: string) => Promise<boolean> {
  return async (path) => {
    const sandboxed = await workspace.sandboxed();
    const situation = { pathResolver: workspace.pathResolver, untrusted: false, sandboxed };
    const reading = evaluate(policy, sampleFacts('fs_read', path), situation);
    return reading.verdict !== 'deny' && !asksOfItsOwn(reading);
  };
}

/** It asks by a wall or a rule about this place; not by a rule or a mode about reading in general. */
function asksOfItsOwn({ verdict, list, rule }: Verdict): boolean {
  return verdict === 'requireApproval' && (list === 'wall' || rule?.includes('(') === true);
}
