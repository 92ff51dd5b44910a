import type { Hook } from './hooks.ts';
import { recordWarning } from '../record.ts';
import type { CallContext } from '../context.ts';

/** What a failure of a phase that decides nothing means for the run. */
const MEANING = {
  postToolUse: 'The model gets the result as it was before this hook',
  messagesChanged: 'The model gets no note of this hook',
} as const;

/**
 * Warns of a hook that failed without denying anything, once for each hook of a run: the trail records each failure, but people
 * have to know that what the hook should mask was not masked. `reason` is redacted and cut.
 */
export async function warnOfFailedHook(
  context: Pick<CallContext, 'trail' | 'bus' | 'failedHooks'>,
  hook: Pick<Hook, 'name'>,
  { phase, reason }: { readonly phase: keyof typeof MEANING; readonly reason: string },
): Promise<void> {
  if (context.failedHooks.has(hook.name)) return;
  context.failedHooks.add(hook.name);
  const why = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  const message = `The hook ${hook.name} failed in ${phase}: ${why} ${MEANING[phase]}; only the audit trail has further failures of it.`;
  await recordWarning(context, 'hook-failed', message);
}
