import type { Trail } from '../audit/index.ts';
import type { Approver } from './approver.ts';

/**
 * An approver for runs that cannot ask anybody. Every request is `unanswered` at once. `because` is the reason, as one sentence.
 */
export function createFailApprover(options: {
  readonly trail: Trail;
  readonly because: string;
}): Approver {
  return {
    ask: async (requests, { signal }) => {
      signal.throwIfAborted();
      if (requests.length === 0) return [];
      await options.trail.append({
        type: 'approval.asked',
        card: null,
        via: 'nobody',
        count: 1,
        expires: null,
        requests: requests.map(({ id, call, digest }) => ({ approval: id, call, digest })),
      });
      return requests.map((request) => ({
        kind: 'unanswered',
        request,
        because: `This call needs an approval. ${options.because}`,
      }));
    },
  };
}
