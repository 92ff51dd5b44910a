import type { UnmetRequirement } from '../audit/index.ts';
import type { Facts } from '../policy/index.ts';
import { workTreeId } from '../sandbox/index.ts';
import type { Session } from './open-session.ts';

/** Whether a run has proved what its policy requires before it is done. */
export interface DoneProof {
  /** What is not proved now; empty if nothing is missing. */
  unmet(): Promise<readonly UnmetRequirement[]>;
  /** The id of the files as they are now; `null` if it is not known. */
  workTree(): Promise<string | null>;
  /** The same after a call of a required command; `undefined` for every other call. */
  workTreeAfter(facts: Facts): Promise<string | null> | undefined;
}

/** The proof of a session. It rests on the entries of the run's own trail, so that anybody can verify it later. */
export function doneProof(session: Session): DoneProof {
  const { requires } = session.job;
  const workTree = async (): Promise<string | null> => {
    try {
      const store = (await session.workspace?.store()) ?? null;
      return store === null ? null : await workTreeId(store);
    } catch {
      // Without an id the order of the calls decides, which is stricter.
      return null;
    }
  };
  return {
    workTree,
    unmet: async () => (requires.length === 0 ? [] : session.work.unmet(await workTree())),
    workTreeAfter: ({ command }) =>
      command !== undefined && requires.some((required) => required.isExactly(command))
        ? workTree()
        : undefined,
  };
}
