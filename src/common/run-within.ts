import { runInNewContext } from 'node:vm';

/** The result of a work that ended in time. */
export type InTime<T> = { readonly value: T } | null;

/**
 * Runs synchronous work; `null` if it takes longer than `limitMs`. For expressions and parsers whose time depends on what they
 * are given, and which would otherwise block the run. What the work throws is thrown. The VM context is only used for its
 * timeout; it is not a security boundary.
 */
export function runWithin<T>(limitMs: number, work: () => T): InTime<T> {
  const end: { result: InTime<T>; error: unknown } = { result: null, error: null };
  const run = (): void => {
    try {
      end.result = { value: work() };
    } catch (error) {
      end.error = error;
    }
  };
  try {
    runInNewContext('run()', { run }, { timeout: limitMs });
  } catch {
    return null;
  }
  if (end.error !== null) throw end.error;
  return end.result;
}
