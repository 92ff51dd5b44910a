import { CountersignError, timeText } from '../../common/index.ts';
import { type ApprovalSession, requestStates, warn } from '../poll/approval-session.ts';
import { mentions } from '../answers/codeowners.ts';
import { callText } from './webhook-payload.ts';

/**
 * Sends one message of an approval comment by the webhook, and records whether people were notified. Rejects only with what
 * the trail cannot write.
 */
export async function sendMessage(
  { options, requests, comment }: ApprovalSession,
  kind: 'asked' | 'reminder',
  signal: AbortSignal,
): Promise<void> {
  const { webhook, trail, github, issue, run } = options;
  if (webhook === undefined) return;
  const because = await webhook.send(
    {
      kind,
      place: `${github.owner}/${github.repo}#${issue}`,
      run,
      url: comment.ref.url,
      expires: comment.expires,
      requests: requests.map((request) => ({
        approval: request.id,
        ...(webhook.content ? { call: callText(request) } : {}),
      })),
    },
    signal,
  );
  if (because !== null) {
    await warn(trail, 'people-not-notified', `The webhook notified nobody: ${because}.`);
    return;
  }
  const approvals = requests.map(({ id }) => id);
  await trail.append({ type: 'approval.notified', via: 'webhook', kind, approvals });
}

/** When to remind people, in milliseconds since 1970; infinite if the policy asks for no reminder. */
function remindsAt({ options, comment }: ApprovalSession): number {
  const { settings } = options;
  if (settings.remindMs === null) return Number.POSITIVE_INFINITY;
  const expiresMs = Date.parse(comment.expires);
  const waitEndsMs = Date.parse(comment.asked) + settings.waitMs;
  // A suspended request can still be answered after the wait.
  const endsMs = settings.then === 'suspend' ? expiresMs : Math.min(expiresMs, waitEndsMs);
  return endsMs - settings.remindMs;
}

/**
 * Reminds people once of an approval comment that is soon over. An edit of the comment would notify nobody, so a short
 * comment mentions those whom the policy names. Rejects only with what the trail cannot write.
 */
export async function remindOnce(session: ApprovalSession, signal: AbortSignal): Promise<void> {
  const { options, comment } = session;
  const { github, trail, issue, clock } = options;
  const isDue = clock.now().getTime() >= remindsAt(session);
  // A job that only checks a suspended request may not be the one that resumes it.
  if (!isDue || session.isReminded || !session.mayUpdate) return;
  session.isReminded = true;
  const states = requestStates(session);
  const open = session.requests.filter((_, index) => states[index]?.kind === 'waiting');
  if (open.length === 0) return;
  await sendMessage({ ...session, requests: open }, 'reminder', signal);
  const people = mentions(options, open);
  if (people.length === 0) return;
  const calls = open.length === 1 ? 'One call still waits' : `${open.length} calls still wait`;
  const body = `${people.join(' ')} ${calls} for [an answer](${comment.ref.url}) until ${timeText(remindsAt(session) + (options.settings.remindMs ?? 0))}.`;
  try {
    const { id, url } = await github.createComment(issue, body);
    await trail.append({ type: 'github.write', call: null, what: 'reminder', id, url });
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code === 'trail-unwritable') throw error;
    await warn(trail, 'people-not-notified', error);
  }
}
