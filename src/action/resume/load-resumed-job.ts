import { checkpointRefused, checkResume } from '../../checkpoint/index.ts';
import { CountersignError } from '../../common/index.ts';
import { checkoutCommit, restoreChanges } from '../../sandbox/index.ts';
import { createJob } from '../../session/index.ts';
import { compileOutputSchema, type OutputSchema } from '../../tools/index.ts';
import { APPLY_JOB, applyModel } from '../apply/apply-model.ts';
import type { AnswerContext, LoadedJob, Place, ActionRunContext } from '../context.ts';
import { ownHeads, pinCommits } from '../event/pinned-commits.ts';
import { checkoutOf, stepJob } from '../prepare/load-job.ts';
import { type PolicyPlace, type ReadPolicy, readPolicy } from '../prepare/read-policy.ts';
import { type ClaimedRun, policyPathOf } from './claim-suspended-run.ts';
import { explainUncounted } from './explain-answer.ts';

/**
 * Loads the job of a claimed checkpoint, and restores its work tree. Resolves with the reason if its approval requests
 * are void (the policy changed, the pull request moved, …). Throws `checkpoint-refused` if the checkpoint is not
 * trustworthy.
 */
export async function loadResumedJob(
  context: AnswerContext,
  claimed: {
    readonly run: ClaimedRun;
    readonly workflow: string;
    readonly place: Place;
    /** Whether this job restored the work tree before: nothing that needs an approval has run since. */
    readonly isRestored: boolean;
  },
): Promise<LoadedJob | string> {
  const { inputs, environment, answer } = context;
  const { state, trigger: started } = claimed.run;
  const starter = started.actor;
  const about = subjectOf(context, claimed.run);
  const { trigger } = about;
  // The head of a pull request is looked up, each time: that of the event, or of an earlier look, may be an older one by now.
  const head = trigger.isPullRequest ? { headSha: null } : {};
  const now = await pinCommits(context.github, { ...trigger, ...head });
  // The run stays on its commit, and what it pushes builds on that.
  const commits = { ...now, headSha: state.headSha };
  const policyPath = policyPathOf(claimed.run, inputs);
  const [issue, read] = await Promise.all([
    context.github.issue(context.trigger.number),
    policyAgain(context, { commits, path: policyPath, pinned: pinnedIn(state) }),
  ]);
  if (typeof read === 'string') return read;
  const check = checkResume(state, {
    now: context.clock.now(),
    repository: `${environment.owner}/${environment.repo}`,
    workflow: claimed.workflow,
    // Only the head of a pull request can move while a run is suspended.
    headSha: trigger.isPullRequest ? now.headSha : state.headSha,
    pushedHead: ownHeads(now, claimed.run.pushed).at(-1) ?? null,
    trustedRef: now.trustedRef,
    trustedBefore: claimed.run.trustedRef,
    policySha256: read.policy.sha256,
    issue: context.trigger.number,
    issueOpen: issue.open,
    fileSha256: claimed.run.checkpointSha256,
    trail: { hashAtCheckpoint: claimed.run.hashAtCheckpoint, after: claimed.run.after },
    origin: claimed.run.origin,
    ...(answer.kind === 'click' ? { click: answer.click } : {}),
  });
  if (check.kind === 'void') return check.because;
  if (check.kind === 'refused') throw checkpointRefused(check.because);
  if (!claimed.isRestored) {
    await checkoutCommit(environment.workspace, checkoutOf(context, state.headSha));
    if (state.workTree !== null) await restoreChanges(environment.workspace, state.workTree);
  }
  const job = createJob({
    ...stepJob({ ...context, ...about }, { place: claimed.place, commits, read }),
    repository: state.repository,
    headSha: state.headSha,
    requester: state.requester,
    // A checkpoint of an earlier version has no id; its trail does.
    requesterId:
      state.requesterId ?? (starter?.login === state.requester ? starter?.id : null) ?? null,
    request: state.request,
    instructions: state.instructions,
    outputSchema: await outputSchemaOf(state),
    ...(inputs.mode === 'apply' ? APPLY_JOB : {}),
    protect: [policyPath],
    askWhom: 'comment',
    resume: state,
  });
  return {
    job,
    commits,
    ...(inputs.mode === 'apply' ? { model: applyModel([]) } : {}),
    resumed: {
      checkpoint: state,
      startedBy: started,
      click: answer.kind === 'click' ? answer.click : null,
      tick: answer.kind === 'tick' ? answer.tick : null,
      onVoid: async () => await explainUncounted(context, 'void'),
    },
  };
}

/**
 * What a run is about, which stays when it resumes. A run without an issue, as that of a schedule, only asks on the one of the answer: its
 * branch is not named after that, and it neither works on that pull request nor closes that issue.
 */
export function subjectOf(
  { inputs, trigger }: Pick<AnswerContext, 'inputs' | 'trigger'>,
  { trigger: started }: Pick<ClaimedRun, 'trigger'>,
): Pick<ActionRunContext, 'inputs' | 'trigger'> {
  if (started.number !== null) return { inputs, trigger };
  return {
    inputs: { ...inputs, approvalIssue: trigger.number },
    trigger: { ...trigger, number: null, isPullRequest: false },
  };
}

/** The commits that the run read its baselines at. */
function pinnedIn({ baselines = [] }: ClaimedRun['state']): ReadonlyMap<string, string> {
  return new Map(
    baselines.flatMap(({ address, commit }) => (commit === null ? [] : [[address, commit]])),
  );
}

/** The policy now, or why it is no longer that of the run: a baseline's commit is gone, or the machine has another one. */
async function policyAgain(
  context: AnswerContext,
  place: PolicyPlace,
): Promise<ReadPolicy | string> {
  try {
    return await readPolicy(context, place);
  } catch (error) {
    const isGone = error instanceof CountersignError && error.code === 'policy-unreadable';
    if (isGone) return error.message.replace(/\.$/, '');
    throw error;
  }
}

/** The schema of the run's start, even if the input or the branch has changed. */
async function outputSchemaOf({ outputSchema }: ClaimedRun['state']): Promise<OutputSchema | null> {
  if (outputSchema === undefined) return null;
  return await compileOutputSchema(outputSchema, 'The output schema of the run');
}
