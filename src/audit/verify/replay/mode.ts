import type { EntryOf } from '../../format/entry.ts';
import { type OpenCallState, type RunPolicy, strictness } from './replay-state.ts';

/** How strict `mode` is to a call that no rule matches, before any hook. An unknown mode is as strict as `deny`. */
export function strictnessOfMode(mode: string): number {
  switch (mode) {
    case 'auto':
    case 'defer':
      return strictness('auto');
    case 'ask':
    case 'plan':
    case 'custom':
      return strictness('requireApproval');
    default:
      return strictness('deny');
  }
}

/** Whether a hook may have loosened a verdict: only if `mode: custom` leaves the call to hooks and one ran since the last verdict. */
export function mayBeByHook(
  { list }: Pick<EntryOf<'call.verdict'>, 'list'>,
  { mode, open }: { readonly mode: string; readonly open: OpenCallState },
): boolean {
  return list === 'mode' && mode === 'custom' && open.wasHooked;
}

/** Why a verdict by the mode of the policy is looser than that mode; `null` if it is not. */
export function modeMismatch(
  entry: EntryOf<'call.verdict'>,
  policy: RunPolicy,
  open: OpenCallState,
): string | null {
  const { call, verdict, list, layer } = entry;
  const own = policy.layers?.[0]?.address;
  // The mode of a baseline is not on record; only its verdict on the call is.
  if (list !== 'mode' || layer !== own) return null;
  const { mode } = policy;
  return strictness(verdict) >= strictnessOfMode(mode) || mayBeByHook(entry, { mode, open })
    ? null
    : `The verdict on ${call} is ${verdict} by "mode: ${mode}".`;
}
