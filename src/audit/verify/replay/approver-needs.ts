import { answerOf } from '../../format/answers.ts';
import type { EntryOf } from '../../format/entry.ts';
import { isRealTime } from '../../format/format.ts';
import { type ApprovalState, type Finding, finding, type KeptVerdict } from './replay-state.ts';

/** GitHub's permissions, each more than the one before it. */
const LEVELS = ['read', 'triage', 'write', 'maintain', 'admin'];

/**
 * Why a call does not have the approvals that its last verdict requires; `null` if it has them. The person who changed a call is
 * enough if the policy asks nobody about the changed call, or if the request needed one person who need not be a code owner: the
 * changed call may affect other files.
 */
export function unmetNeed(asked: ApprovalState, verdict: KeptVerdict | null): string | null {
  const { call, isChanged } = asked;
  const isFree = isChanged && verdict?.verdict === 'auto';
  const count = isFree ? 1 : asked.count;
  const { people } = asked.approvals;
  if (people < count)
    return `The call ${call} has ${people} of ${count} required approvals by different people.`;
  if (isFree) return null;
  const isByOwners = asked.needs?.from.hasCodeOwners === true;
  if (isChanged && isByOwners)
    return `No code owner approved what the call ${call} was changed to.`;
  const file = isByOwners ? asked.approvals.uncoveredFile : null;
  if (file !== null) return `No code owner of ${file} approved the call ${call}.`;
  if (verdict === asked.asksEnoughFor) return null;
  if (asksForLess(asked, verdict))
    return `The approval request asks for less than the verdict on the call ${call} needs.`;
  asked.asksEnoughFor = verdict;
  return null;
}

/** Whether a request asks for less than the verdict on its call needs. */
function asksForLess(
  { needs, via, askedAt, count }: ApprovalState,
  verdict: KeptVerdict | null,
): boolean {
  const needed = verdict?.needs;
  // The person at the terminal decides alone.
  if (needed === undefined || via === 'terminal') return false;
  // A program that embeds the run knows who may approve. It names each of them, so that they can be counted.
  if (via === 'callback') return count < needed.count;
  return (
    needs === undefined ||
    needs.count < needed.count ||
    (needs.self && !needed.self) ||
    !(Date.parse(needs.expires) <= Date.parse(askedAt) + needed.expireMs) ||
    !needed.from.isSubsetOf(needs.from)
  );
}

/** The finding if a counted approval is by somebody whom the request does not name; `null` if it is not. */
export function approverFault(
  asked: ApprovalState,
  decision: EntryOf<'approval.decision'>,
  requester: Requester,
): Finding | null {
  const { needs } = asked;
  const { approval } = decision;
  const because =
    sourceFault(asked, decision) ??
    (needs === undefined ? null : ineligibleBecause(asked, decision, { needs, requester }));
  return because === null
    ? null
    : finding('approval-mismatch', `An approval of ${approval} counts, although ${because}.`);
}

/** The most that the clocks of a runner and of GitHub differ: an answer that seems older than its request by more is older. */
const MAX_CLOCK_DIFFERENCE_MS = 3_600_000;

/**
 * Why the answer behind a counted approval cannot count; `null` if it can. On GitHub the approval names exactly one answer. An
 * account that is no bot gave it, after the request and before the entry.
 */
function sourceFault(
  { via, card, askedAt, answersBefore }: ApprovalState,
  decision: EntryOf<'approval.decision'>,
): string | null {
  const { comment, review, edit, check, by } = decision;
  const named = [comment ?? undefined, review, edit, check].filter((one) => one !== undefined);
  const onGitHub = via === 'comment' || via === 'check-run';
  if (named.length !== (onGitHub ? 1 : 0))
    return `people were asked by ${via}, and it names ${named.length} answers`;
  if (onGitHub && by.id === null) return 'it names no account';
  if (onGitHub && by.login.endsWith('[bot]')) return `${by.login} is no person`;
  const time = answerOf(decision)?.time;
  // A text that is no time is a finding of its own.
  const isTimed = time !== undefined && isRealTime(time);
  if (isTimed && Date.parse(time) + MAX_CLOCK_DIFFERENCE_MS < Date.parse(askedAt))
    return 'it is older than the request';
  if (isTimed && Date.parse(time) - MAX_CLOCK_DIFFERENCE_MS > Date.parse(decision.time))
    return 'it was read before it was made';
  // People are asked about one turn at a time, so what was read before a request is no answer to it.
  if ((comment?.id ?? Infinity) <= answersBefore.comment)
    return 'its comment was read before the request';
  if ((review?.id ?? Infinity) <= answersBefore.review)
    return 'its review was read before the request';
  // Every request has a check run of its own.
  if ((check?.id ?? Infinity) <= answersBefore.check)
    return 'its button is one of an earlier request';
  if (card === null) return null;
  // GitHub numbers comments in their order.
  if (comment !== null && comment.id <= card.commentId)
    return `comment ${comment.id} is older than the approval comment`;
  return edit !== undefined && edit.comment !== card.commentId
    ? `comment ${edit.comment} is not the approval comment`
    : null;
}

/** Who asked for the run; `undefined` if the trail does not say. */
type Requester = EntryOf<'run.start'>['requester'];

/** Why a person cannot approve a call with these needs; `null` if nothing in the trail rules them out. */
function ineligibleBecause(
  { named, approvals }: ApprovalState,
  decision: EntryOf<'approval.decision'>,
  {
    needs,
    requester,
  }: { readonly needs: NonNullable<ApprovalState['needs']>; readonly requester: Requester },
): string | null {
  const { by, as = [], files } = decision;
  const held = new Set(as);
  const unmet = needs.from.without(held);
  const untrue = as.find((entry) => !mayBe(entry, decision, named));
  const unrelated = (files ?? []).find((file) => !approvals.hasFile(file));
  if (needs.from.count === 0) return 'nobody can approve it';
  if (!needs.self && typeof requester?.id === 'number' && requester.id === by.id)
    return `${by.login} asked for the run`;
  if (unmet !== undefined) return `${by.login} is not one of ${unmet.join(', ') || 'nobody'}`;
  if (untrue !== undefined) return `${by.login} is not ${untrue}`;
  if (unrelated !== undefined) return `the call does not affect ${unrelated}`;
  return held.has('codeowners') && files === undefined
    ? 'it names no file whose code owner approved'
    : null;
}

/** An account that a login meant, in one text. */
export function accountKey({ login, id }: { readonly login: string; readonly id: number }): string {
  return `${id} ${login}`;
}

/** Whether a person can have an entry of `from`. The trail knows neither the members of teams nor CODEOWNERS, so these count. */
function mayBe(
  entry: string,
  { by, permission }: EntryOf<'approval.decision'>,
  named: ApprovalState['named'],
): boolean {
  if (entry === 'codeowners' || entry.includes('/')) return true;
  if (entry.startsWith('@')) {
    const login = entry.slice(1).toLowerCase();
    return by.id !== null && named.has(accountKey({ login, id: by.id }));
  }
  const needed = LEVELS.indexOf(entry);
  return needed !== -1 && permission !== null && LEVELS.indexOf(permission) >= needed;
}
