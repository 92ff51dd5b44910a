import type { EntryOf } from '../../../format/entry.ts';
import type { ApprovalState, OpenCallState } from '../replay-state.ts';

/**
 * The counted approval by which a waiting call changes: of exactly this text, by the person who gave it; otherwise why the call
 * must not change. `recorded-values.ts` checks that its new arguments contain the text.
 */
export function approvedChange(
  { call, approval, by, fromSha256, textSha256 }: EntryOf<'call.changed'>,
  open: OpenCallState | undefined,
  asked: ApprovalState | undefined,
): EntryOf<'approval.decision'> | string {
  if (open?.state !== 'APPROVAL_REQUIRED' || open.verdict?.verdict === 'deny')
    return `the call ${call} does not wait`;
  if (asked === undefined || open.asked !== approval || asked.status !== 'open')
    return `${approval} does not ask for it`;
  if (asked.argumentsSha256 !== fromSha256)
    return `${approval} asks for other arguments than those before the change`;
  const approved = [...asked.changes.values()].find(
    (change) =>
      change.changeSha256 === textSha256 && change.by.id === by.id && change.by.login === by.login,
  );
  return approved ?? `@${by.login} did not approve ${approval} with this text`;
}
