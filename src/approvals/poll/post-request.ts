import { CountersignError, defined, errorText } from '../../common/index.ts';
import { type IssueComment, requireRequestError } from '../../github/index.ts';
import { isCut, renderApprovalComment } from '../request/approval-comment.ts';
import {
  type ApprovalCheck,
  openApprovalCheck,
  renderEndedCheck,
} from '../request/approval-check.ts';
import type { ApprovalCommentView, StoredText, WholePreviews } from '../request/comment-view.ts';
import {
  type ApprovalTimes,
  expiresAt,
  type NamedAccounts,
  namedApprovers,
} from '../answers/review-rules.ts';
import type { ApprovalRequest } from '../approver.ts';
import { recordAskedLocally } from '../local-answers.ts';
import { bodyKey } from '../request/boxes.ts';
import {
  type ApprovalSession,
  commentView,
  type CommentApproverOptions,
  displayKey,
  openSession,
  partiesOf,
  warn,
} from './approval-session.ts';

const NO_IDENTITY =
  'the run does not know which account it writes as, so it could not distinguish an answer from its own comments.';

/** Posts the approval comment and records that it asks; returns the reason if it cannot be posted. */
export async function postRequest(
  options: CommentApproverOptions,
  requests: readonly ApprovalRequest[],
): Promise<ApprovalSession | string> {
  const { github, issue, trail, clock } = options;
  const askedMs = clock.now().getTime();
  const asked = new Date(askedMs).toISOString();
  const expires = new Date(askedMs + longestExpireMs(requests)).toISOString();
  const agentWords = options.agentWords();
  const content = { requests, states: [], expires, state: 'waiting', agentWords } as const;
  const bare = commentView(options, { ...content, whole: new Map(), check: null });
  const whole = await storeWholePreviews(options, bare);
  const check = await offerButtons(options, { ...bare, whole });
  const view = commentView(options, { ...content, whole, check });
  // Before anybody knows of the request: a login may pass to somebody else as soon as it is worth it.
  const named = await lookUpNamed(options, requests);
  let comment: IssueComment;
  try {
    comment = await github.createComment(issue, renderApprovalComment(view));
  } catch (error) {
    const because = `nobody could be asked on #${issue}: ${errorText(requireRequestError(error))}`;
    await withdrawButtons(options, check, because);
    const count = Math.max(...requests.map(({ needs }) => needs.count));
    await recordAskedLocally(trail, requests, { via: 'nobody', count });
    return because;
  }
  const { id, url, createdAt } = comment;
  await trail.append({ type: 'github.write', call: null, what: 'approval comment', id, url });
  await recordAsked(options, requests, { comment, asked, expires, named });
  const own = [comment.author, options.self].filter((account) => account !== null);
  if (own.length === 0) return NO_IDENTITY;
  return openSession({
    options,
    requests,
    comment: { id, createdAt, asked, expires, ref: { issue, commentId: id, url } },
    parties: partiesOf(options, own),
    codeOwners: options.codeOwners,
    named,
    check,
    mayUpdate: true,
    bodies: new Set([bodyKey(comment.body)]),
    whole,
    agentWords,
    gone: new Set(),
    nodeId: comment.nodeId,
    displayed: displayKey(
      requests.map(() => ({ kind: 'waiting', have: [] })),
      'waiting',
    ),
  });
}

/** The accounts that the policy and CODEOWNERS name for these requests, as of now. */
async function lookUpNamed(
  { github, codeOwners, trail }: CommentApproverOptions,
  requests: readonly ApprovalRequest[],
): Promise<NamedAccounts | null> {
  try {
    const { users } = namedApprovers(requests, codeOwners);
    const people = await github.accountsOf([...users]);
    return new Map(people.map(({ login, id }) => [login.toLowerCase(), id]));
  } catch (error) {
    await warn(trail, 'approvers-not-looked-up', requireRequestError(error));
    return null;
  }
}

/** Creates the check run with the buttons; `null` if there can be none. The comment works without it. */
async function offerButtons(
  options: CommentApproverOptions,
  view: ApprovalCommentView,
): Promise<ApprovalCheck | null> {
  const { buttons, issue, trail } = options;
  if (buttons === undefined) return null;
  try {
    const check = await openApprovalCheck(buttons, { issue, view });
    const { id, url } = check;
    await trail.append({ type: 'github.write', call: null, what: 'approval check run', id, url });
    return check;
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code === 'trail-unwritable') throw error;
    await warn(trail, 'buttons-not-offered', error);
    return null;
  }
}

/** Removes the buttons if the comment could not be posted: nothing would read a click. */
async function withdrawButtons(
  options: CommentApproverOptions,
  check: ApprovalCheck | null,
  because: string,
): Promise<void> {
  if (check === null) return;
  try {
    await options.buttons?.checks.updateCheckRun(check.id, renderEndedCheck(because));
  } catch (error) {
    await warn(options.trail, 'check-not-updated', error);
  }
}

/** Stores every whole preview and diff as a blob of the trail if the comment has no room for all of them. */
async function storeWholePreviews(
  options: CommentApproverOptions,
  view: ApprovalCommentView,
): Promise<WholePreviews> {
  if (!isCut(view)) return new Map();
  const stored = new Map<string, { call: StoredText; diff: StoredText | null }>();
  for (const { request } of view.requests) {
    const call = await options.trail.blob(request.preview.text);
    const diff = request.diff === undefined ? null : await options.trail.blob(request.diff.text);
    stored.set(request.id, { call, diff });
  }
  return stored;
}

async function recordAsked(
  options: CommentApproverOptions,
  requests: readonly ApprovalRequest[],
  posted: {
    readonly comment: IssueComment;
    readonly asked: string;
    readonly expires: string;
    readonly named: NamedAccounts | null;
  },
): Promise<void> {
  const { comment, expires } = posted;
  const named = [...(posted.named ?? [])].map(([login, id]) => ({ login, id }));
  await options.trail.append({
    type: 'approval.asked',
    card: { commentId: comment.id, url: comment.url },
    via: 'comment',
    count: Math.max(...requests.map(({ needs }) => needs.count)),
    expires,
    ...(named.length === 0 ? {} : { named }),
    requests: requests.map((request) => ({
      approval: request.id,
      call: request.call,
      digest: request.digest,
      ...defined({ plan: request.plan }),
      needs: needsForTrail(request, posted),
    })),
  });
}

/** Who can approve a request, as the audit trail stores it. */
function needsForTrail({ needs, paths }: ApprovalRequest, posted: Pick<ApprovalTimes, 'asked'>) {
  const { from, count, self } = needs;
  const byOwners = from.some((entries) => entries.includes('codeowners'));
  return {
    from,
    count,
    self,
    expires: new Date(expiresAt(posted, { needs })).toISOString(),
    ...(byOwners && paths !== null ? { files: paths } : {}),
  };
}

/** The longest time that one of the requests can be answered. */
export function longestExpireMs(requests: readonly ApprovalRequest[]): number {
  return Math.max(...requests.map(({ needs }) => needs.expireMs));
}
