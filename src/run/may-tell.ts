import { judge, type Policy, usualFacts } from '../policy/index.ts';
import type { Ground } from './ground.ts';

/**
 * Whether searches and lists may tell of a path by the way: not where reading it is denied, nor where reading it asks for
 * a reason of its own (it usually holds secrets, or a rule names it). Where reading asks in general, the search itself
 * was asked about, and what it finds is told.
 */
export function mayTellOf(policy: Policy, ground: Pick<Ground, 'world' | 'sandboxed'>): (path: string) => boolean {
  const situation = { world: ground.world, untrusted: false, sandboxed: ground.sandboxed };
  return (path) => {
    const { verdict, list, rule } = judge(policy, usualFacts('fs_read', path), situation);
    switch (verdict) {
      case 'auto':
        return true;
      case 'deny':
        return false;
      case 'requireApproval':
        return list !== 'wall' && rule?.includes('(') !== true;
    }
  };
}
