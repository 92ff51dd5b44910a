import type { EntryOf } from '../../../format/entry.ts';
import { type ApprovalState, type Finding, finding, type OpenCallState } from '../replay-state.ts';

/** The counted approval of a request that a change of its call follows. */
export function changeApproved(
  asked: ApprovalState | undefined,
  { textSha256, by }: EntryOf<'call.changed'>,
): EntryOf<'approval.decision'> | undefined {
  return [...(asked?.changes.values() ?? [])].find(
    (change) =>
      change.changeSha256 === textSha256 && change.by.id === by.id && change.by.login === by.login,
  );
}

/**
 * The finding if a call changes otherwise than by a counted approval of exactly that text, by the person who gave it, before it
 * ran; `null` if it does not. That its arguments have the text is checked where their blobs are read.
 */
export function changeFault(
  entry: EntryOf<'call.changed'>,
  {
    open,
    asked,
  }: {
    readonly open: OpenCallState | undefined;
    readonly asked: ApprovalState | undefined;
  },
): Finding | null {
  const { call, approval, by } = entry;
  const because =
    open?.state !== 'APPROVAL_REQUIRED' || open.verdict?.verdict === 'deny'
      ? `the call ${call} does not wait`
      : asked === undefined || open.asked !== approval || asked.status !== 'open'
        ? `${approval} does not ask for it`
        : asked.argumentsSha256 !== entry.fromSha256
          ? `${approval} asks for other arguments than those before the change`
          : changeApproved(asked, entry) === undefined
            ? `@${by.login} did not approve ${approval} with this text`
            : null;
  return because === null
    ? null
    : finding('change-mismatch', `${call} is changed, although ${because}.`);
}
