import { outsiderTo, readCodeOwners } from '../../approvals/index.ts';
import { CountersignError } from '../../common/index.ts';
import { approverEntries } from '../../policy/index.ts';
import type { AnswerContext } from '../context.ts';
import { pinCommits } from '../event/pinned-commits.ts';
import { readPolicy } from '../prepare/read-policy.ts';

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
