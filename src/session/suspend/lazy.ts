import type { Job, RunContext } from '../job.ts';
import type { RunJournal } from './journal.ts';
import type { RunProgress } from './snapshot.ts';
import type { saveCheckpoint as save, Suspended } from './suspend.ts';

/** See `suspend.ts`, which is loaded with the checkpoint's format when a run is suspended, if ever. */
export async function suspendRun(of: Suspended): Promise<void> {
  const { suspendRun: suspend } = await import('./suspend.ts');
  await suspend(of);
}

/** The same for `saveCheckpoint`. */
export async function saveCheckpoint(...of: Parameters<typeof save>): Promise<void> {
  const suspend = await import('./suspend.ts');
  await suspend.saveCheckpoint(...of);
}

/** See `journal.ts`, which is loaded where there is something to seal a journal with. */
export async function keepJournal(
  job: Job,
  context: RunContext,
  of: { readonly marker: string; readonly kept: () => RunProgress },
): Promise<RunJournal | null> {
  if (context.suspension === null) return null;
  const journal = await import('./journal.ts');
  return journal.keepJournal(job, context, of);
}
