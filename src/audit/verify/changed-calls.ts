import { digestOf, isJsonObject, sha256 } from '../../common/index.ts';
import {
  type ApprovalState,
  type EntryOf,
  type Finding,
  finding,
  type OpenCallState,
} from './replay-state.ts';

/**
 * The finding if a call changes otherwise than by a counted approval of exactly that text, by the person who gave it, before it
 * ran; `null` if it does not.
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
  const { call, approval, by, argument, textSha256, argumentsSha256 } = entry;
  const change = asked?.changes.get(textSha256);
  const because =
    open === undefined || open.state !== 'APPROVAL_REQUIRED'
      ? `the call ${call} does not wait`
      : asked === undefined || open.asked !== approval || asked.status !== 'open'
        ? `${approval} does not ask for it`
        : asked.argumentsSha256 !== entry.fromSha256
          ? `${approval} asks for other arguments than those before the change`
          : change === undefined || change.by.id !== by.id || change.by.login !== by.login
            ? `@${by.login} did not approve ${approval} with this text`
            : null;
  if (because !== null)
    return finding('change-mismatch', `${call} is changed, although ${because}.`);
  // Arguments that were redacted, or that are too long for the entry, have another digest.
  const { arguments: given } = entry;
  if (!isJsonObject(given) || digestOf(given) !== argumentsSha256) return null;
  const text = given[argument];
  return typeof text === 'string' && sha256(text) === textSha256
    ? null
    : finding(
        'change-mismatch',
        `${call} is changed to another ${argument} than @${by.login} gave.`,
      );
}
