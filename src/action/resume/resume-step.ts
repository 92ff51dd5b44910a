import { type ApprovalMarker, closeApprovalCheck } from '../../approvals/index.ts';
import { CountersignError, errorText, escapeWorkflowCommands } from '../../common/index.ts';
import { checkResume } from '../../checkpoint/index.ts';
import type { Trigger } from '../../github/index.ts';
import { type Job, mergeBudget } from '../../session/index.ts';
import { checkoutCommit, restoreChanges } from '../../sandbox/index.ts';
import type { RunReport, TrackingComment } from '../../reporting/index.ts';
import { compileOutputSchema, type OutputSchema } from '../../tools/index.ts';
import { runMetadata } from '../prepare/run-metadata.ts';
import { closeMissingRequest, closeSuspendedRequest } from './close-card.ts';
import { closeCrashedRun, type CrashedRun, loadCrashedRun } from './crashed-run.ts';
import { type Commits, pinCommits } from '../event/pinned-commits.ts';
import { readPolicy } from '../prepare/prepare.ts';
import { replayEvents } from './replay-events.ts';
import { STATE } from '../inputs/state.ts';
import { runJob, suspensionOf, track, watch } from '../step.ts';
import { reportEarlyFailure } from '../outputs/early-failure.ts';
import { artifactsOf, tell } from '../outputs/report-step.ts';
import { type Place, placeOf, type ActionRequest, type ActionContext } from '../context.ts';
import {
  suspendedRunPointers,
  type ClaimedRun,
  claimSuspendedRun,
  type ResumingAnswer,
} from './claim-suspended-run.ts';

const GONE =
  'The job that asked is gone, and left no checkpoint. Nothing of what it asked for was done; ask anew.';

/** The step that an answer to a card started. */
export interface AnswerRequest extends Pick<ActionRequest, 'inputs' | 'step'> {
  /** With the issue or pull request of the card. */
  readonly trigger: Trigger & { readonly number: number };
  readonly answer: ResumingAnswer;
}

/**
 * A run that was suspended goes on: found from the card, checked, and taken up exactly where it stood. Returns why
 * there is nothing to do, or `null` once the step is concluded.
 */
export async function resumeStep(
  answer: AnswerRequest,
  context: ActionContext,
): Promise<string | null> {
  const { github, clock, signal, self } = context;
  const pointed = await suspendedRunPointers({
    github,
    issue: answer.trigger.number,
    answer: answer.answer,
    self,
    clock,
    signal,
  });
  if (pointed.kind === 'nothing') {
    if (pointed.over) await takeButtonsAway(answer, context, pointed.because);
    return `This is an answer to a card: ${pointed.because}.`;
  }
  if (pointed.kind === 'gone') {
    await reply(answer, context, GONE);
    await closeMissingRequest({
      github,
      card: pointed.card,
      marker: pointed.marker,
      because: GONE,
      runUrl: answer.step.jobUrl,
    });
    return GONE;
  }
  const suspension = suspensionOf(answer);
  if (suspension === null) {
    return 'A suspended run is answered, but this step has neither state-key nor anthropic-api-key to open it with.';
  }
  const { marker } = pointed;
  const killed = pointed.kind === 'killed' ? pointed : null;
  if (killed !== null && !mayResume(answer)) return 'The comment is another one than it was.';
  const workflow =
    marker.workflowRun === null ? null : (await github.workflowRun(marker.workflowRun)).workflow;
  // Another workflow of the repository sees the same comment, and takes its own runs up itself.
  const served = [suspension.workflow, ...answer.inputs.resumeWorkflows];
  if (workflow !== null && !served.includes(workflow))
    return `The card is by a run of ${workflow}.`;
  const own = workflow ?? suspension.workflow;
  return await goOn(answer, context, { marker, killed, ...suspension, workflow: own });
}

/** Whether whoever commented may start a run, and so may let one go on that was killed. */
function mayResume({ answer }: AnswerRequest): boolean {
  return answer.kind === 'comment' && answer.mayResume;
}

/** A button that leads nowhere is taken away, so that nobody presses it again. */
async function takeButtonsAway(
  { answer }: AnswerRequest,
  { github, runner }: ActionContext,
  because: string,
): Promise<void> {
  if (answer.kind !== 'click') return;
  const { id } = answer.click.check;
  try {
    const check = await github.checkRun(id);
    // One that was decided shows who did, and has no buttons; a page that is open still may.
    if (check?.conclusion !== 'action_required') return;
    await closeApprovalCheck(github, id, `The press of a button led nowhere: ${because}.`);
  } catch (error) {
    runner.warning(
      escapeWorkflowCommands(`The check run could not be closed: ${errorText(error)}`),
    );
  }
}

interface Key {
  readonly marker: ApprovalMarker;
  readonly secret: string;
  /** The workflow file that the run is of. */
  readonly workflow: string;
  /** The comment that offers a killed run; `null` for one that was suspended. */
  readonly killed: CrashedRun | null;
}

/** Who asked for the run, and for what, stands in the checkpoint. */
function namelessOf(answer: AnswerRequest): ActionRequest {
  const by = { account: null, permission: null, because: '' };
  return { ...answer, decision: { request: 'An answer to a card.', by } };
}

/** `null` once the step is concluded; why there was nothing to do where another job goes on with the run. */
async function goOn(
  answer: AnswerRequest,
  context: ActionContext,
  key: Key,
): Promise<string | null> {
  const place = placeOf(answer, context, key.marker.run);
  context.runner.saveState(STATE.issue, String(answer.trigger.number));
  const nameless = namelessOf(answer);
  const seen = watch(context);
  let report: RunReport;
  let tracking: TrackingComment | null = null;
  try {
    const store = artifactsOf(nameless, context);
    const taken = await claimSuspendedRun(
      { ...key, ...context, store, step: answer.step, folder: place.folder },
      { issue: answer.trigger.number, answer: answer.answer, self: context.self },
    );
    const pins = await pinCommits(context.reads, answer.trigger);
    const ready = await readyJob(answer, context, { taken, pins, key, place });
    if (typeof ready === 'string') {
      await reply(answer, context, ready);
      const { gated, policySha256 } = taken.state;
      const voided = gated.map(({ approval, request }) => ({ approval, call: request.id }));
      const error = new CountersignError('checkpoint-refused', `What was asked is void: ${ready}.`);
      report = await reportEarlyFailure(nameless, context, {
        place,
        error,
        suspended: { policySha256, voided },
      });
      await closeCard(answer, context, {
        checkpoint: taken.state,
        killed: key.killed,
        because: ready,
        head: report.head,
      });
    } else {
      const { killed } = key;
      if (killed !== null && !(await loadCrashedRun(killed, context, answer.step.jobUrl))) {
        context.runner.saveState(STATE.finished, 'true');
        return 'Another job goes on with this run.';
      }
      await replayEvents(place.folder, seen.feed);
      tracking = track(nameless, context, { job: ready, ...seen });
      const click = answer.answer.kind === 'click' ? answer.answer.click : null;
      const prepared = { job: ready, pins };
      const going = { prepared, tracking, click, requesterId: requesterIdOf(taken) };
      report = await runJob(nameless, context, { ...going, ...seen });
    }
  } catch (error) {
    await reply(answer, context, errorText(error));
    // What could not be trusted is not gone on with: the refusal gets a trail of its own.
    const own = placeOf(answer, context);
    report = await reportEarlyFailure(nameless, context, { place: own, error });
    await tell(nameless, context, { place: own, report, tracking, tally: seen.tally });
    return null;
  }
  await tell(nameless, context, { place, report, tracking, tally: seen.tally });
  return null;
}

/** The job that goes on, its work tree restored; or why what was asked is void. Throws where it is not to be trusted. */
async function readyJob(
  answer: AnswerRequest,
  context: ActionContext,
  of: {
    readonly taken: ClaimedRun;
    readonly pins: Commits;
    readonly key: Key;
    readonly place: Place;
  },
): Promise<Job | string> {
  const { taken, pins, key, place } = of;
  const { github, clock } = context;
  const { step, trigger, inputs } = answer;
  const { state, policySource } = taken;
  // A run of another workflow has a policy of its own.
  const policyPath = policySource.startsWith('built-in') ? inputs.policyPath : policySource;
  const [issue, read] = await Promise.all([
    github.issue(trigger.number),
    readPolicy(github, pins, policyPath),
  ]);
  const check = checkResume(state, {
    now: clock.now(),
    repository: `${step.owner}/${step.repo}`,
    workflow: key.workflow,
    // Only a pull request has a head that moves under a question; elsewhere the run stays on its commit.
    headSha: trigger.isPullRequest ? pins.headSha : state.headSha,
    policySha256: read.policy.sha256,
    issue: trigger.number,
    issueOpen: issue.open,
    fileSha256: taken.sealedSha256,
    trail: { hashAtCheckpoint: taken.hashAtCheckpoint, after: taken.after },
    origin: taken.origin,
    ...(answer.answer.kind === 'click' ? { click: answer.answer.click } : {}),
  });
  if (check.kind === 'void') return check.because;
  if (check.kind === 'refused') {
    throw new CountersignError(
      'checkpoint-refused',
      `The checkpoint is refused: ${check.because}.`,
    );
  }
  const checkout = {
    sha: state.headSha,
    repository: `${step.owner}/${step.repo}`,
    serverUrl: step.serverUrl,
    token: inputs.githubToken,
  };
  await checkoutCommit(step.workspace, checkout);
  if (state.workTree !== null) await restoreChanges(step.workspace, state.workTree);
  return {
    ...runMetadata(step, trigger),
    run: state.run,
    root: step.workspace,
    repository: state.repository,
    headSha: state.headSha,
    requester: state.requester,
    request: state.request,
    context: [],
    untrustedFiles: null,
    instructions: state.instructions,
    systemPrompt: inputs.systemPrompt,
    outputSchema: await keptSchema(state),
    policy: read.policy,
    policySource: { source: read.source, ref: `${pins.trustedRef}@${pins.trustedSha}` },
    budget: mergeBudget(read.policy, inputs.budget),
    sandboxRequired: inputs.sandboxRequired,
    protect: [policyPath],
    askWhom: 'comment',
    trailFolder: place.folder,
    resume: state,
  };
}

/** The id of who asked for the run, by which they are known under another name, too. */
function requesterIdOf({ state, starter }: ClaimedRun): number | null {
  return starter !== null && starter.login === state.requester ? starter.id : null;
}

/** The schema that the run began with, whatever the input or the branch says by now. */
async function keptSchema({ outputSchema }: ClaimedRun['state']): Promise<OutputSchema | null> {
  if (outputSchema === undefined) return null;
  return await compileOutputSchema(outputSchema, 'The output schema of the run');
}

async function closeCard(
  { step }: AnswerRequest,
  context: ActionContext,
  of: {
    readonly checkpoint: ClaimedRun['state'];
    readonly killed: CrashedRun | null;
    readonly because: string;
    readonly head: RunReport['head'];
  },
): Promise<void> {
  const { github, redactor, runner } = context;
  try {
    const because = await redactor.redact(of.because);
    if (of.killed !== null)
      return await closeCrashedRun(of.killed, context, { because, runUrl: step.jobUrl });
    await closeSuspendedRequest({ ...of, github, because, runUrl: step.jobUrl });
  } catch (error) {
    runner.warning(escapeWorkflowCommands(`The card could not be closed: ${errorText(error)}`));
  }
}

async function reply(
  answer: AnswerRequest,
  context: ActionContext,
  because: string,
): Promise<void> {
  try {
    const text = await context.redactor.redact(because);
    await context.github.createComment(
      answer.trigger.number,
      `<!-- countersign:reply -->\nThe answer could not be used: ${escapeWorkflowCommands(text)}`,
    );
  } catch (error) {
    context.runner.warning(
      escapeWorkflowCommands(`The reply could not be posted: ${errorText(error)}`),
    );
  }
}
