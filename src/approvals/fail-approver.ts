import type { Trail } from '../audit/index.ts';
import type { Approver } from './approver.ts';
import { recordAskedLocally } from './local-answers.ts';

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
      await recordAskedLocally(options.trail, requests, { via: 'nobody', count: 1 });
      return requests.map((request) => ({
        kind: 'unanswered',
        request,
        because: `This call needs an approval. ${options.because}`,
      }));
    },
  };
}
