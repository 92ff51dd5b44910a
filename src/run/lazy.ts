import type { Suspended } from './suspend.ts';

/** See `suspend.ts`, which is loaded with the checkpoint's format when a run is suspended, if ever. */
export async function suspendRun(of: Suspended): Promise<void> {
  const { suspendRun: suspend } = await import('./suspend.ts');
  await suspend(of);
}
