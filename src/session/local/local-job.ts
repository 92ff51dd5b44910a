// I/O: looks at the checkout.
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { TRAIL_FILE } from '../../audit/index.ts';
import { CountersignError, newRunId } from '../../common/index.ts';
import { findGit, headCommit, isGitName, isWithin } from '../../sandbox/index.ts';
import { createJob, type JobDescription } from '../create-job.ts';
import type { Job } from '../job.ts';
import { instructionsIn } from '../workspace/instructions.ts';
import { trustedFolder } from '../workspace/trusted-files.ts';
import { realPathOf } from '../workspace/own-folders.ts';
import { DEFAULT_POLICY } from './local-policy.ts';

/** What starts a run on a local checkout: the command line, or a program that embeds it. */
type LocalRun = Pick<
  JobDescription,
  | 'root'
  | 'requester'
  | 'request'
  | 'context'
  | 'systemPrompt'
  | 'outputSchema'
  | 'policy'
  | 'budget'
  | 'sandboxRequired'
  | 'askWhom'
> & {
  readonly event: 'cli' | 'sdk';
  /** The file of the policy, or what else it comes from. */
  readonly policyFrom: string;
  /** The folder of the audit trail of the run with this id. */
  readonly trailFolder: (run: string) => string;
  /** What names the folder, for messages, such as `--trail`. */
  readonly trailNamedBy: string;
};

/**
 * The job of a run on a local checkout, with the instructions in it. Whoever starts the run vouches for the checkout. Rejects with
 * `input-invalid` if the audit trail would lie in the checkout's own folder, or beside that of another run.
 */
export async function localJob(local: LocalRun): Promise<Job> {
  const { event, policyFrom, trailFolder, trailNamedBy, ...description } = local;
  const { root } = description;
  const instructions = await instructionsIn(trustedFolder(root), '');
  const run = newRunId();
  const folder = trailFolder(run);
  await requireOwnFolder(folder, { root, trailNamedBy });
  return createJob({
    ...description,
    run,
    repository: null,
    headSha: localHead(root),
    trigger: { event, actor: null, number: null, url: null },
    workflow: null,
    instructions: instructions === null ? [] : [instructions],
    policySource: { source: policyFrom, ref: null },
    protect: [DEFAULT_POLICY],
    trailFolder: folder,
  });
}

/**
 * Refuses the checkout itself, a folder of git in it or that it shares with other work trees, and the folder of another run. Any other
 * folder in the checkout works, because tools cannot access it.
 */
async function requireOwnFolder(
  folder: string,
  { root, trailNamedBy }: { readonly root: string; readonly trailNamedBy: string },
): Promise<void> {
  const place = await realPathOf(folder);
  const path = relative(await realPathOf(root), place);
  const fix = `Name a folder outside of it with ${trailNamedBy}.`;
  if (path === '') {
    throw new CountersignError(
      'input-invalid',
      `The folder of the audit trail cannot be the checkout itself, ${root}.`,
      { fix },
    );
  }
  const parts = path.split(sep);
  const git = findGit(root);
  const isShared = git !== null && isWithin(git.common, place);
  if (isShared || (parts[0] !== '..' && parts.some(isGitName))) {
    throw new CountersignError(
      'input-invalid',
      `The audit trail cannot be in ${folder}, where git keeps its own files.`,
      { fix },
    );
  }
  if (existsSync(join(folder, TRAIL_FILE))) {
    throw new CountersignError(
      'input-invalid',
      `The folder ${folder} already has the audit trail of another run.`,
      { fix: `Name a folder for this run alone with ${trailNamedBy}.` },
    );
  }
}

/** A folder without git works too; its audit trail names no commit. */
function localHead(root: string): string | null {
  try {
    return headCommit(root);
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'worktree-refused') return null;
    throw error;
  }
}
