import type { AgentEnd } from '../../agent/index.ts';
import type { Trail } from '../../audit/index.ts';
import { canonicalJson, type Redactor } from '../../common/index.ts';
import type { Job } from '../job.ts';

/** What a run hands over for programs, and how the run ends with it. */
export interface Structured {
  readonly end: AgentEnd;
  /** Canonical JSON, redacted; `null` where there is no result that fits. */
  readonly text: string | null;
  /** Where it lies beside the trail. */
  readonly blob: { readonly sha256: string; readonly bytes: number } | null;
}

/**
 * Takes secrets out of a run's result and keeps it beside the trail. A result that no longer fits its schema without them
 * is none, and a run that wants one is not done without.
 */
export async function structured(
  job: Pick<Job, 'outputSchema'>,
  end: AgentEnd,
  at: { readonly trail: Trail; readonly redactor: Redactor },
): Promise<Structured> {
  const schema = job.outputSchema ?? null;
  if (schema === null) return { end, text: null, blob: null };
  if (end.result !== undefined) {
    const clean = await at.redactor.redactJson(end.result);
    if (schema.problemsOf(clean).length === 0) {
      const text = canonicalJson(clean);
      return { end, text, blob: await at.trail.blob(text) };
    }
  }
  if (end.outcome !== 'done') return { end, text: null, blob: null };
  const missing = 'There is no result that fits the output schema.';
  const unfinished = { ...end, outcome: 'incomplete' as const };
  return { end: { ...unfinished, summary: `${missing} ${end.summary}` }, text: null, blob: null };
}
