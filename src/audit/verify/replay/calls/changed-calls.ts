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
 * The finding unless a waiting call changes by a counted approval of exactly this text, by the person who gave the text; `null`
 * if it does. `recorded-values.ts` checks that its new arguments contain the text.
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
