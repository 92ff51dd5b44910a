import { createContext, Script } from 'node:vm';
import { memoize } from './memoize.ts';

const RUN = new Script('run()');
/** Created once: it takes longer than most works. */
const context = memoize(() => createContext({}));

/**
 * Runs synchronous work; `null` if it takes longer than `limitMs`. For expressions and parsers whose time depends on what they
 * are given, and which would otherwise block the run. What the work throws is thrown. The VM context is only used for its
 * timeout; it is not a security boundary.
 */
export function runWithin<T>(limitMs: number, work: () => T): { readonly value: T } | null {
  const ended: { value: T }[] = [];
  const box = context();
  box['run'] = () => void ended.push({ value: work() });
  try {
    RUN.runInContext(box, { timeout: limitMs });
  } catch (error) {
    if (!isTimeout(error)) throw error;
  } finally {
    delete box['run'];
  }
  return ended[0] ?? null;
}

/** Not by its class, which is that of the other context. */
function isTimeout(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
