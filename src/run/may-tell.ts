import { judge, type Policy, usualFacts, type Verdict } from '../policy/index.ts';
import type { Ground } from './ground.ts';

/**
 * Whether searches and lists may tell of a path by the way: not where reading it is denied, nor where reading it asks for
 * a reason of its own (it usually holds secrets, or a rule names it). Where reading asks in general, or where the search
 * itself was asked about because of the place that it names, what it finds there is told.
 */
export function mayTellOf(
  policy: Policy,
  ground: Pick<Ground, 'world' | 'sandboxed'>,
): (path: string, named: string) => boolean {
  const situation = { world: ground.world, untrusted: false, sandboxed: ground.sandboxed };
  const judged = (tool: string, path: string) => judge(policy, usualFacts(tool, path), situation);
  return (path, named) => {
    const reading = judged('fs_read', path);
    switch (reading.verdict) {
      case 'auto':
        return true;
      case 'deny':
        return false;
      case 'requireApproval': {
        if (!ownReason(reading)) return true;
        const search = judged('fs_grep', named);
        return search.verdict === 'requireApproval' && ownReason(search);
      }
    }
  };
}

/** A wall, or a rule about this place; not a rule or a mode about reading in general. */
function ownReason({ list, rule }: Verdict): boolean {
  return list === 'wall' || rule?.includes('(') === true;
}
