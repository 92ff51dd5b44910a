import { escapeWorkflowCommands, outcomeOfAbort, systemClock } from '../common/index.ts';
import { collectStep, planStep } from '../fanout/index.ts';
import { createRunArtifacts } from '../github/index.ts';
import { findBubblewrapForGit } from '../sandbox/index.ts';
import { cancelledBySignals } from '../session/index.ts';
import { loadChangesJob } from './apply/load-changes-job.ts';
import { type ActionContext, openContext, type StepProcess } from './context.ts';
import { type Decision, decide } from './decide.ts';
import { readStep, type Step } from './inputs/read-step.ts';
import { requireGithubToken } from './inputs/inputs.ts';
import { githubRunner, type Runner } from './inputs/runner.ts';
import type { SubAction } from './inputs/sub-actions.ts';
import { policyDiffStep } from './outputs/policy-diff.ts';
import { reportStartupFailure } from './outputs/early-failure.ts';
import { loadJob } from './prepare/load-job.ts';
import { resumeRun } from './resume/resume-run.ts';
import { runStep } from './run-step.ts';

/**
 * The main step of the action, or of one beside it. Reads the inputs, the environment and the event once, decides what the event asks for, and does
 * that. Every failure ends with an outcome and an audit trail; this function never throws.
 */
export async function runAction(subAction: SubAction | null = null): Promise<void> {
  const runner = githubRunner(process.env);
  const signals = cancelledBySignals();
  const stepOver = new AbortController();
  try {
    await act({
      runner,
      signals: { stop: signals.signal, requests: AbortSignal.any([signals.late, stepOver.signal]) },
      variables: process.env,
      cwd: process.cwd(),
      clock: systemClock,
      subAction,
    });
  } catch (error) {
    const outcome = signals.signal.aborted ? outcomeOfAbort(signals.signal) : 'error';
    const environment = { ...process.env };
    // @actions/github parses the event file when it is imported, and throws if the file is not JSON.
    delete process.env['GITHUB_EVENT_PATH'];
    await reportStartupFailure({ runner, environment, outcome, error });
  } finally {
    // A request that was prefetched and is no longer needed must not keep the process alive.
    stepOver.abort();
    signals.off();
    runner.close();
  }
}

/** Modes that may need a sandbox. */
const STARTS_COMMANDS: ReadonlySet<Decision['kind']> = new Set(['start', 'apply', 'resume']);

/** Does what the event of a step asks for, in this process. Throws what stops a step before it has a run to report. */
export async function act(stepProcess: StepProcess): Promise<void> {
  const { runner, variables, subAction } = stepProcess;
  const step = await readStep(runner, variables, subAction);
  if (step.noSecretsBecause !== null) return skip(step, runner, step.noSecretsBecause);
  const context = openContext(step, stepProcess);
  const { inputs, environment, github } = context;
  const decision = await decide(context);
  if (STARTS_COMMANDS.has(decision.kind)) {
    // Neither is awaited here: a run awaits them when it first needs its sandbox, and its git.
    void context.installSandbox();
    void findBubblewrapForGit();
  }
  switch (decision.kind) {
    case 'skip':
      if (decision.refused) runner.warning(decision.reason);
      return skip(step, runner, decision.reason);
    case 'policy-diff':
      return skip(step, runner, await policyDiffStep(context));
    case 'plan':
      return await planStep({ inputs, workspace: environment.workspace, github, runner });
    case 'collect':
      return await collect(context);
    case 'start': {
      const { request } = decision;
      return await runStep(request, context, (place) => loadJob(request, context, place));
    }
    case 'apply': {
      const { request, changes } = decision;
      return await runStep(request, context, (place) =>
        loadChangesJob(request, context, { place, changes }),
      );
    }
    case 'resume': {
      const { answer, trigger } = decision;
      return skip(step, runner, await resumeRun({ ...context, answer, trigger }));
    }
  }
}

/** Summarizes the trails of the other jobs of this workflow run. */
async function collect(context: ActionContext): Promise<void> {
  const { inputs, environment, redactor, variables, runner } = context;
  const { apiUrl, owner, repo, runId, tempFolder } = environment;
  const server = { token: requireGithubToken(inputs), apiUrl, owner, repo };
  const artifacts = createRunArtifacts({ ...server, redactor, environment: variables });
  const workflowRunId = Number(runId);
  await collectStep({ inputs, workflowRunId, tempFolder, artifacts, redactor, runner });
}

/** Reports why there was nothing to do; `null` if something was done. */
function skip(step: Step, runner: Runner, reason: string | null): void {
  if (reason === null) return;
  runner.info(`Nothing to do: ${reason}`);
  runner.output('outcome', 'skipped');
  runner.output('summary', escapeWorkflowCommands(reason));
  if (step.inputs.failOn.includes('skipped')) runner.fail(`Countersign ended skipped: ${reason}`);
}
