import type { AgentEnd } from '../../agent/index.ts';
import type { Trail } from '../../audit/index.ts';
import { canonicalJson, type Redactor } from '../../common/index.ts';
import type { Job } from '../job.ts';

/** The machine-readable result of a run, and the outcome with it. */
export interface Structured {
  readonly end: AgentEnd;
  /** Canonical JSON, redacted; `null` without a valid result. */
  readonly text: string | null;
  /** Its file beside the trail. */
  readonly blob: { readonly sha256: string; readonly bytes: number } | null;
}

/**
 * Redacts a run's result and writes it beside the trail. A result that no longer matches its schema after that is
 * discarded, and a run that must return one is not done without it.
 */
export async function structured(
  job: Pick<Job, 'outputSchema'>,
  end: AgentEnd,
  options: { readonly trail: Trail; readonly redactor: Redactor },
): Promise<Structured> {
  const schema = job.outputSchema ?? null;
  if (schema === null) return { end, text: null, blob: null };
  if (end.result !== undefined) {
    const clean = await options.redactor.redactJson(end.result);
    if (schema.problemsOf(clean).length === 0) {
      const text = canonicalJson(clean);
      return { end, text, blob: await options.trail.blob(text) };
    }
  }
  if (end.outcome !== 'done') return { end, text: null, blob: null };
  const missing = 'There is no result that fits the output schema.';
  const unfinished = { ...end, outcome: 'incomplete' as const };
  return { end: { ...unfinished, summary: `${missing} ${end.summary}` }, text: null, blob: null };
}
