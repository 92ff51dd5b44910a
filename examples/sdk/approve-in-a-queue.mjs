/**
 * Approvals from a queue of your own: every call that the policy asks about waits there until somebody decides.
 *
 * `decide` is what your web page or chat calls with an id and an answer.
 */
import { startRun } from 'countersign/sdk';

/** @typedef {import('countersign/sdk').ApprovalAnswer} ApprovalAnswer */

export function createQueue() {
  const waiting = new Map();
  return {
    /** The requests that wait, to be shown to people. */
    requests: () => [...waiting.values()].map(({ request }) => request),
    /** Answers one. Returns false if it no longer waits. */
    decide(id, answer) {
      const one = waiting.get(id);
      one?.resolve(answer);
      return waiting.delete(id);
    },
    /** The callback for `startRun`. */
    approve: (request, { signal }) =>
      new Promise((resolve) => {
        waiting.set(request.id, { request, resolve });
        // The wait is over, or the run ended: no answer counts any more.
        signal.addEventListener('abort', () => {
          waiting.delete(request.id);
          resolve(undefined);
        });
      }),
  };
}

export async function fix({ queue, ...options }) {
  const run = startRun({ request: 'Fix the failing test.', approve: queue.approve, ...options });
  const { outcome, summary } = await run.report;
  return `${outcome}: ${summary}`;
}
