import { openTrail, type TrailHead } from '../../audit/index.ts';
import { type Clock, type Outcome, type Redactor, sha256, VERSION } from '../../common/index.ts';
import type { Job } from '../../session/index.ts';
import { writeBesideTrail } from '../../reporting/index.ts';

/**
 * Writes the trail of a run that could not start or resume: the policy is invalid, a commit cannot be checked out, an
 * approval request is void. It records who requested what, and why nothing was done.
 */
export async function recordEarlyFailure(options: {
  readonly run: string;
  readonly folder: string;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly about: Pick<Job, 'trigger' | 'workflow' | 'repository' | 'headSha'>;
  readonly request: string;
  readonly model: string;
  readonly outcome: Outcome;
  readonly because: string;
  readonly warn: (message: string) => void;
  /** For a suspended run that cannot resume: its policy's digest, and the void calls. */
  readonly suspended?: {
    readonly policySha256: string;
    readonly voided: readonly { readonly approval: string; readonly call: string }[];
  };
}): Promise<TrailHead> {
  const { folder, run, clock, redactor, about } = options;
  const trail = await openTrail({ folder, run, clock, redactor });
  try {
    await trail.append({
      type: 'run.start',
      start: options.suspended === undefined ? 'fresh' : 'resumed',
      version: VERSION,
      ...about,
      policy: {
        source: 'none was loaded',
        ref: null,
        sha256: options.suspended?.policySha256 ?? sha256(''),
        mode: 'none',
      },
      'gen_ai.provider.name': 'none',
      'gen_ai.request.model': options.model,
      request: options.request,
      budget: {},
    });
    for (const { approval, call } of options.suspended?.voided ?? []) {
      await trail.append({ type: 'approval.void', approval, call, because: options.because });
      await trail.append({ type: 'call.state', call, state: 'DENIED', because: options.because });
    }
    return await trail.append({
      type: 'run.end',
      outcome: options.outcome,
      summary: options.because,
      count: trail.head().count,
      turns: 0,
      calls: {},
      tokens: 0,
      costUsd: 0,
    });
  } finally {
    await trail.close();
    await writeBesideTrail(folder, options.warn);
  }
}
