import type { Facts } from '../policy/index.ts';
import { workTreeId } from '../sandbox/index.ts';
import type { Session } from './open-session.ts';

// Whether a run has proved what its policy requires before it is done. The proof rests on the entries of the run's own trail, so that
// anybody can verify it later.

/** What is not proved now, one sentence each; empty if nothing is missing. */
export async function unprovedNow(session: Session): Promise<readonly string[]> {
  if (session.job.requires.length === 0) return [];
  return session.work.unmet(await workTreeNow(session)).map(({ because }) => because);
}

/** The id of the files as they are now; `null` if it is not known. */
export async function workTreeNow({ workspace }: Session): Promise<string | null> {
  try {
    const store = (await workspace?.store()) ?? null;
    return store === null ? null : await workTreeId(store);
  } catch {
    // Without an id the order of the calls decides, which is stricter.
    return null;
  }
}

/** The same after a call of a required command; `undefined` for every other call. */
export function workTreeAfter(
  session: Session,
  { command }: Facts,
): Promise<string | null> | undefined {
  const isRequired =
    command !== undefined && session.job.requires.some((required) => required.isExactly(command));
  return isRequired ? workTreeNow(session) : undefined;
}
