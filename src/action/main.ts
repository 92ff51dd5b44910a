import {
  markHandled,
  CountersignError,
  escapeWorkflowCommands,
  outcomeOfAbort,
  type Redactor,
  systemClock,
} from '../common/index.ts';
import {
  requestersOf,
  parseClick,
  type ParsedClick,
  createGitHub,
  createRunArtifacts,
  decideStart,
  parseTrigger,
  readEventFile,
  type StartDecision,
  whyNoSecrets,
  parseStartRequest,
} from '../github/index.ts';
import { SCRIPTED_PREFIX } from '../model/index.ts';
import { cancelledBySignals, redactorFor, secretsIn } from '../session/index.ts';
import { applyStep, failedStart, preloadRun, policyDiffStep, resumeStep, runStep } from './lazy.ts';
import { fails, githubRunner, type Runner } from './inputs/runner.ts';
import { type Inputs, readInputs } from './inputs/inputs.ts';
import { prefetch } from './event/prefetch.ts';
import { cachedGitHub } from './event/cached-github.ts';
import { readActionEnvironment, type ActionEnvironment } from './inputs/environment.ts';
import { type ActionRequest, type ActionContext } from './context.ts';
import { crossRepositoryTrigger } from './event/cross-repo-trigger.ts';

/** The action's main step: reads its world once, decides whether there is work, and hands over to the run. */
export async function runAction(): Promise<void> {
  const runner = githubRunner(process.env);
  const stop = cancelledBySignals();
  const over = new AbortController();
  try {
    const requests = AbortSignal.any([stop.late, over.signal]);
    await act(runner, { stop: stop.signal, requests });
  } catch (error) {
    const outcome = stop.signal.aborted ? outcomeOfAbort(stop.signal) : 'error';
    const environment = { ...process.env };
    // The artifact client's toolkit parses the event file when it is loaded, and throws where that is broken.
    delete process.env['GITHUB_EVENT_PATH'];
    await failedStart({ runner, environment, outcome, error });
  } finally {
    // What was begun and is no longer wanted holds up nothing.
    over.abort();
    stop.off();
    await runner.ready();
  }
}

interface Signals {
  /** Aborted when the process is told to end. */
  readonly stop: AbortSignal;
  /** Ends what is still asked of GitHub: some time after that, and when the step is over. */
  readonly requests: AbortSignal;
}

async function act(runner: Runner, signals: Signals): Promise<void> {
  const inputs = readInputs(runner);
  const step = readActionEnvironment(process.env, inputs.repository);
  const event = parseTrigger({
    eventName: step.eventName,
    payload: await readEventFile(step.eventPath),
    file: step.eventPath,
    repository: `${step.owner}/${step.repo}`,
    ...(step.sha === null ? {} : { sha: step.sha }),
  });
  const trigger = crossRepositoryTrigger(event, step);
  const withheld = inputs.mode === 'agent' && lacksSecrets(inputs) ? whyNoSecrets(trigger) : null;
  if (withheld !== null) return skip({ runner, inputs }, withheld);
  const token = githubToken(inputs);
  const redactor = redactorFor(process.env, {
    'anthropic-api-key': inputs.anthropicApiKey,
    'github-token': token,
    'state-key': inputs.stateKey,
  });
  for (const secret of secretsIn(process.env)) runner.secret(secret);
  const github = clientOf({ token, step, redactor, runner, signal: signals.requests });
  const about = { inputs, step, trigger };
  if (inputs.mode !== 'agent' && inputs.mode !== 'apply') {
    const nothing = await withoutAgent(inputs.mode, about, { runner, redactor, github });
    return nothing === null ? undefined : skip({ runner, inputs }, nothing);
  }
  await start(about, { runner, redactor, github, signal: signals.stop });
}

/**
 * Decides what the event comes to, and does it. What asks for nothing costs no request. What a run needs to know is asked
 * for at once, beside who may start it; until that is decided everything is only read.
 */
async function start(
  about: Pick<ActionRequest, 'inputs' | 'step' | 'trigger'>,
  of: Pick<ActionContext, 'runner' | 'redactor' | 'signal'> & {
    readonly github: ReturnType<typeof createGitHub>;
  },
): Promise<void> {
  const { inputs, step, trigger } = about;
  const { runner, github, signal } = of;
  const repository = `${step.owner}/${step.repo}`;
  const asked = askedBy(about);
  const request = parseStartRequest(asked);
  const mayBePress = parseClick(trigger, { self: null, repository }).kind !== 'none';
  if (request.kind === 'skip' && !mayBePress) return skip({ runner, inputs }, request.reason);
  const reads = cachedGitHub(github);
  const looked = github.self();
  markHandled(looked);
  if (request.kind === 'request' && !mayBePress) {
    markHandled(...requestersOf(request, asked).map((login) => reads.permissionOf(login)));
    // An outsider's words are most likely refused, and must not use the token's requests up.
    const isLikely = trigger.requestText?.byOutsider !== true;
    if (request.resumes === null && isLikely) prefetch(reads, about);
    preloadRun(() => runner.ready());
  }
  const self = await looked;
  // What the post step needs to know must outlive a process that is killed right after.
  await runner.ready();
  const here = { clock: systemClock, environment: process.env, cwd: process.cwd() };
  const context: ActionContext = { ...of, ...here, reads, self };
  const pressed = parseClick(trigger, { self, repository });
  if (pressed.kind === 'foreign') return skip({ runner, inputs }, pressed.reason);
  if (pressed.kind === 'click') return await takeUpClick(pressed, { inputs, step }, context);
  const decision = await decideStart({ ...asked, self }, reads);
  // A look-up that was cut short refuses; but the step was cancelled then, and says so.
  signal.throwIfAborted();
  await follow(decision, about, context);
}

/** The event as it is looked at for a wish. */
function askedBy({ trigger, inputs }: Pick<ActionRequest, 'inputs' | 'trigger'>) {
  const { triggerPhrase: phrase, allowActors, runFor } = inputs;
  return { trigger, phrase, prompt: promptOf(inputs), allowActors, runFor };
}

/** A button of a card was pressed: the card's issue is looked up, and the run that it belongs to goes on. */
async function takeUpClick(
  pressed: Extract<ParsedClick, { kind: 'click' }>,
  about: Pick<ActionRequest, 'inputs' | 'step'>,
  context: ActionContext,
): Promise<void> {
  const { number, isPullRequest } = await context.github.issue(pressed.click.issue);
  // The event names the default branch's commit; the head of a pull request is looked up.
  const headSha = isPullRequest ? null : pressed.trigger.headSha;
  const trigger = { ...pressed.trigger, number, isPullRequest, headSha };
  const click = { ...pressed.click, at: context.clock.now().toISOString() };
  const nothing = await resumeStep(
    { ...about, trigger, answer: { kind: 'click', click } },
    context,
  );
  if (nothing !== null) skip({ ...context, ...about }, nothing);
}

/** The modes without a run. Resolves with why there was nothing to do, or with `null`. */
async function withoutAgent(
  mode: Exclude<Inputs['mode'], 'agent' | 'apply'>,
  { inputs, step, trigger }: Pick<ActionRequest, 'inputs' | 'step' | 'trigger'>,
  context: Pick<ActionContext, 'runner' | 'redactor' | 'github'>,
): Promise<string | null> {
  const { workspace, tempFolder, owner, repo, apiUrl } = step;
  switch (mode) {
    case 'policy-diff':
      return await policyDiffStep({ trigger, policyPath: inputs.policyPath, ...context });
    case 'plan': {
      const { planStep } = await import('../fanout/index.ts');
      await planStep({ inputs, workspace, ...context });
      return null;
    }
    case 'collect': {
      const { collectStep } = await import('../fanout/index.ts');
      const token = githubToken(inputs);
      const { redactor } = context;
      const artifacts = createRunArtifacts({
        token,
        apiUrl,
        owner,
        repo,
        redactor,
        environment: process.env,
      });
      const workflowRunId = Number(step.runId);
      await collectStep({ inputs, workflowRunId, tempFolder, artifacts, ...context });
      return null;
    }
  }
}

/** Does what the event came to. */
async function follow(
  decision: StartDecision,
  about: Pick<ActionRequest, 'inputs' | 'step' | 'trigger'>,
  context: ActionContext,
): Promise<void> {
  const { runner } = context;
  const { trigger, inputs } = about;
  switch (decision.kind) {
    case 'skip':
      return skip({ runner, inputs }, decision.reason);
    case 'refuse':
      runner.warning(escapeWorkflowCommands(decision.reason));
      return skip({ runner, inputs }, decision.reason);
    case 'resume':
    case 'answer': {
      const { commentId } = decision.requestText;
      const mayResume = decision.kind === 'resume';
      if (trigger.event !== 'issue_comment' || commentId === null) {
        return skip(
          { runner, inputs },
          'Answers to a card are comments on the issue or pull request.',
        );
      }
      const nothing = await resumeStep(
        { ...about, trigger, answer: { kind: 'comment', id: commentId, mayResume } },
        context,
      );
      return nothing === null ? undefined : skip({ runner, inputs }, nothing);
    }
    case 'run': {
      if (inputs.mode !== 'apply') return await runStep({ ...about, decision }, context);
      const nothing = await applyStep({ ...about, decision }, context);
      return nothing === null ? undefined : skip({ runner, inputs }, nothing);
    }
  }
}

function clientOf(of: {
  readonly token: string;
  readonly step: ActionEnvironment;
  readonly redactor: Redactor;
  readonly runner: Runner;
  readonly signal: AbortSignal;
}): ReturnType<typeof createGitHub> {
  const { token, step, redactor, runner, signal } = of;
  return createGitHub({
    token,
    apiUrl: step.apiUrl,
    owner: step.owner,
    repo: step.repo,
    redactor,
    signal,
    environment: process.env,
    onWait: ({ because, waitMs }) =>
      runner.info(
        escapeWorkflowCommands(`Waiting ${Math.ceil(waitMs / 1000)} s for GitHub: ${because}`),
      ),
  });
}

function skip(
  { runner, inputs }: { readonly runner: Runner; readonly inputs: Inputs },
  reason: string,
): void {
  runner.info(escapeWorkflowCommands(`Nothing to do: ${reason}`));
  runner.output('outcome', 'skipped');
  runner.output('summary', escapeWorkflowCommands(reason));
  if (fails('skipped', inputs.failOn))
    runner.fail(escapeWorkflowCommands(`Countersign ended skipped: ${reason}`));
}

/** Changes that were handed over are work by themselves, on any event. */
function promptOf({ mode, applyArtifact, prompt }: Inputs): string | undefined {
  if (mode !== 'apply') return prompt ?? undefined;
  return applyArtifact === null ? undefined : 'Apply the changes.';
}

function lacksSecrets(inputs: Inputs): boolean {
  const scripted = inputs.model?.startsWith(SCRIPTED_PREFIX) ?? false;
  return inputs.provider === 'anthropic' && inputs.anthropicApiKey === null && !scripted;
}

function githubToken(inputs: Inputs): string {
  if (inputs.githubToken !== null) return inputs.githubToken;
  throw new CountersignError('input-invalid', 'The input github-token is empty.', {
    fix: "Leave it out to use the job's own token, or write `github-token: ${{ secrets.… }}`.",
  });
}
