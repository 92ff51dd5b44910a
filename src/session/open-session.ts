import {
  abortAfter,
  CountersignError,
  removeLeftTempFolders,
  sha256,
  VERSION,
} from '../common/index.ts';
import { type Budget, createBudget, type ModelInUse } from '../agent/index.ts';
import { openTrail, WorkReplay, type TrailEvent } from '../audit/index.ts';
import { modelNamed, type Model, modelsFrom } from '../model/index.ts';
import { limitFor, modeName, type Policy } from '../policy/index.ts';
import type { UntrustedItem } from '../tool-calls/index.ts';
import type { Job, RecordedRun, RunContext } from './job.ts';
import type { RunWorkspace } from './workspace/workspace-sandbox.ts';

/** One run, from its first trail entry to its last: its context, and what must be closed at its end. */
export interface Session extends RecordedRun, AsyncDisposable {
  /** The model that the run is at; of a resumed run, the one that it was at. */
  readonly model: ModelInUse;
  readonly budget: Budget;
  /** The work that the trail records, including that of earlier jobs. */
  readonly work: WorkReplay;
  /** The model has the tool that pushes. */
  canPush: boolean;
  /** Untrusted content in the agent's context. The calls of the run add what they read. */
  readonly untrusted: UntrustedItem[];
  /** Aborted by the runner, by `cancel`, or when the limit of minutes is reached. */
  readonly signal: AbortSignal;
  readonly cancel: (because: string) => void;
  /** `null` until it is open. A run whose required sandbox is missing ends before that. */
  workspace: RunWorkspace | null;
  /** Ends every program that the run started. Dispose it before the checkout is read for the last time. */
  readonly programs: AsyncDisposableStack;
  /** Everything that is closed with the session, the last opened first. */
  readonly resources: AsyncDisposableStack;
}

/**
 * Opens the audit trail of a run and records its start. From here on, every action has an entry. Rejects with
 * `trail-unwritable`. The caller disposes the session.
 */
export async function openSession(job: Job, context: RunContext): Promise<Session> {
  await using opening = new AsyncDisposableStack();
  const { clock, redactor, onAnchor = () => undefined } = context;
  const { trailFolder: folder, run, policy } = job;
  removeLeftTempFolders();
  const work = new WorkReplay();
  const onEntry = work.step.bind(work);
  const trail = await openTrail({ folder, run, clock, redactor, onAnchor, onEntry });
  opening.defer(async () => await trail.close());
  context.onTrail?.(trail);
  const current = modelNamed(context.model, job.resume?.model?.run);
  const model = { current, hasReportedEstimates: false };
  await trail.append(startEntry(job, model.current));
  const budget = createBudget({
    limits: job.budget,
    perTool: (tool) => limitFor(policy.limits, tool),
    clock,
    onLimit: policy.budget.onLimit,
    before: job.resume?.used,
    raised: job.resume?.raised,
  });
  const { signal, cancel, clear } = startDeadline(context, budget.remainingMs());
  opening.defer(clear);
  const programs = opening.use(new AsyncDisposableStack());
  const resources = opening.move();
  return {
    job,
    context,
    trail,
    model,
    budget,
    work,
    canPush: false,
    untrusted: untrustedItems(job),
    signal,
    cancel,
    workspace: null,
    programs,
    resources,
    [Symbol.asyncDispose]: async () => await resources.disposeAsync(),
  };
}

/** Untrusted content that is in the context from the start. */
function untrustedItems(job: Job): UntrustedItem[] {
  if (job.resume !== null) return [...job.resume.untrusted];
  const items = job.context
    .filter((item) => !item.trusted)
    .map(({ source, author, because, text }) => ({
      source,
      author,
      because,
      sha256: sha256(text),
    }));
  if (job.untrustedFiles === null) return items;
  const files = { source: job.untrustedFiles, author: null, because: 'the files of the checkout' };
  return [...items, { ...files, sha256: sha256(job.headSha ?? '') }];
}

/** Starts the clock of a run; `msLeft` is the time until the limit of minutes, `null` without such a limit. `clear` stops it. */
function startDeadline(
  context: RunContext,
  msLeft: number | null,
): Pick<Session, 'signal' | 'cancel'> & { readonly clear: () => void } {
  const own = new AbortController();
  const spent = new CountersignError('cancelled', 'The budget of minutes is spent.');
  const deadline = abortAfter(context.clock, msLeft, spent);
  return {
    signal: AbortSignal.any([context.signal, own.signal, deadline.signal]),
    cancel: (because) => own.abort(new CountersignError('cancelled', because)),
    clear: deadline.clear,
  };
}

type RunStart = Extract<TrailEvent, { type: 'run.start' }>;

/** The first entry of a workflow run: what was asked, by whom, on which commit, under which policy and budget. */
function startEntry(job: Job, model: Model): TrailEvent {
  const { outputSchema: schema } = job;
  const [, ...fallbacks] = modelsFrom(model);
  return {
    type: 'run.start',
    start: job.resume === null ? 'fresh' : 'resumed',
    version: VERSION,
    repository: job.repository,
    headSha: job.headSha,
    trigger: job.trigger,
    requester: job.requester === null ? null : { login: job.requester, id: job.requesterId },
    workflow: job.workflow,
    policy: {
      source: job.policySource.source,
      ref: job.policySource.ref,
      sha256: job.policy.sha256,
      mode: modeName(job.policy),
      ...layersOf(job.policy),
    },
    'gen_ai.provider.name': model.provider,
    'gen_ai.request.model': model.id,
    ...(fallbacks.length === 0 ? {} : { fallbackModels: fallbacks.map(({ id }) => id) }),
    request: job.request,
    budget: { ...job.budget },
    ...(schema === null ? {} : { outputSchemaSha256: schema.sha256 }),
    ...(job.requires.length === 0 ? {} : { doneRequires: job.requires.map(({ text }) => text) }),
  };
}

/** The first entry of a run that loaded no policy: it could not begin, or its process crashed before it did. */
export function startWithoutPolicy(
  about: Pick<Job, 'trigger' | 'workflow' | 'repository' | 'headSha'>,
  known: {
    readonly start?: RunStart['start'];
    readonly model?: string;
    readonly request?: string;
    readonly policySha256?: string | undefined;
  } = {},
): RunStart {
  const { start = 'fresh', model = 'none', request = '', policySha256 = sha256('') } = known;
  return {
    type: 'run.start',
    start,
    version: VERSION,
    ...about,
    policy: { source: 'none was loaded', ref: null, sha256: policySha256, mode: 'none' },
    'gen_ai.provider.name': 'none',
    'gen_ai.request.model': model,
    request,
    budget: {},
  };
}

/** The layers of a policy with baselines; nothing for one without. */
function layersOf({ layers }: Policy): Pick<RunStart['policy'], 'layers'> {
  if (layers.length === 1) return {};
  return {
    layers: layers.map(({ file, origin, sha256: digest }) => ({
      address: file,
      commit: origin?.commit ?? null,
      sha256: digest,
    })),
  };
}
