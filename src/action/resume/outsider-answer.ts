import { markNotCounted, outsiderTo, readCodeOwners, replyOnce } from '../../approvals/index.ts';
import { CountersignError } from '../../common/index.ts';
import type { IssueComment } from '../../github/index.ts';
import { approverEntries } from '../../policy/index.ts';
import type { AnswerContext } from '../context.ts';
import { pinCommits } from '../event/pinned-commits.ts';
import { orWarn } from '../inputs/runner.ts';
import { readPolicy } from '../prepare/read-policy.ts';

/** The warning for a reply that GitHub did not take. */
export const NO_REPLY = 'The reply could not be posted';

/**
 * Why whoever gave an answer is an outsider, whom the policy at `path` lets approve nothing at all: then there is no reason to resume a
 * run of it, nor to watch the job that waits. `null`: no outsider, or that could not be found out.
 */
export async function outsiderBehind(context: AnswerContext, path: string): Promise<string | null> {
  const { answer, trigger, cachedGithub: github } = context;
  // Only people with write access see a button, or a box that they can tick.
  const isWritten = answer.kind === 'comment' || answer.kind === 'review';
  const author = isWritten ? (trigger.requestText?.author ?? null) : null;
  if (author === null) return null;
  const commits = async () => await pinCommits(github, trigger);
  try {
    return await outsiderTo(author, {
      github,
      approvers: async () =>
        approverEntries((await readPolicy(context, { commits: await commits(), path })).policy),
      codeOwners: async () => await readCodeOwners(github, (await commits()).trustedSha),
    });
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code === 'cancelled') throw error;
    return null;
  }
}

/**
 * Tells outsiders that their answers to a suspended run do not count: by one comment for the whole approval request, which
 * the first job that adds a reaction to it posts, and by a reaction on every further answer. Nothing of the run is touched.
 * Resolves with what the job says.
 */
export async function turnAway(
  { answer, trigger, github, runner }: AnswerContext,
  refused: { readonly request: Pick<IssueComment, 'id'>; readonly because: string },
): Promise<string> {
  const { because } = refused;
  const said = `The answer does not count: ${because}.`;
  const { requestText } = trigger;
  if (answer.kind !== 'comment' || requestText === null) return said;
  const comment = { id: answer.id, url: requestText.url ?? '', author: requestText.author };
  await orWarn(runner, NO_REPLY, async () => {
    const last = 'outsiders' as const;
    const refusal = { comment, because, answerable: null, denies: false, last };
    if (await markNotCounted(github, refused.request))
      await replyOnce(github, trigger.number, refusal);
    else await markNotCounted(github, comment);
  });
  return said;
}
