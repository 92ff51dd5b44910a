import type { AgentEnd } from '../agent/index.ts';
import type { TrailEvent } from '../audit/index.ts';
import {
  canonicalJson,
  CountersignError,
  defined,
  failureText,
  truncateMiddle,
} from '../common/index.ts';
import { type ChangesLeft, writeReportFiles, type RunReport } from '../reporting/index.ts';
import { type Model, modelsFrom } from '../model/index.ts';
import type { FoundChanges } from '../sandbox/index.ts';
import { unprovedText } from '../tools/index.ts';
import { changesIn } from './workspace/changes.ts';
import type { Session } from './open-session.ts';
import { workTreeNow } from './done-proof.ts';
import { noticesOf } from './notices.ts';
import { writeChangesPatch } from './workspace/changes-patch.ts';
import { mayPublishOf, writeDenialOf } from './workspace/read-visibility.ts';

/** The most of a summary that the trail and people get. */
const MAX_SUMMARY_CHARS = 200_000;

/** How a run ends: for its last entry, and for its report. */
interface RunEnd {
  readonly entry: Pick<
    Extract<TrailEvent, { type: 'run.end' }>,
    'outcome' | 'summary' | 'result' | 'workTree' | 'notices'
  >;
  readonly report: Pick<
    RunReport,
    'sandbox' | 'notices' | 'changedFiles' | 'left' | 'structuredOutput'
  >;
}

/**
 * Ends the audit trail and writes its derived files. The order: the run's changes, then `run.end` as the last entry,
 * then the report page and the trace. A failure on the way to the last entry is the end of the run, so that every trail
 * has one; only what the trail itself cannot write is thrown. `about` is what people have to know about the checkpoint of a
 * suspended run.
 */
export async function conclude(
  session: Session,
  agentEnd: AgentEnd,
  about: readonly string[],
): Promise<RunReport> {
  let end: RunEnd;
  try {
    end = await readEnd(session, agentEnd, about);
    await appendEnd(session, end);
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'trail-unwritable') throw error;
    end = failedEnd(session, error);
    await appendEnd(session, end);
  }
  return await reported(session, end);
}

async function readEnd(
  session: Session,
  agentEnd: AgentEnd,
  about: readonly string[],
): Promise<RunEnd> {
  const { job, context, workspace } = session;
  const { redactor } = context;
  const { end: claimed, text, blob } = await structured(session, agentEnd);
  // A program that still runs could change what is read here.
  await session.programs.disposeAsync();
  const { end, workTree } = await provedEnd(session, claimed);
  const { outcome } = end;
  const { files: changes, found } = await changesIn(workspace, context, job.headSha);
  const sandbox = (await workspace?.statusOrNull()) ?? null;
  const left =
    found === null || changes.length === 0
      ? null
      : await patchOf(session, { outcome, found, sandboxed: sandbox?.sandboxed ?? false });
  const summary = truncateMiddle(redactor.redact(end.summary), MAX_SUMMARY_CHARS);
  const notices = [...about, ...noticesOf(session, { outcome, changes, left })];
  return {
    entry: {
      outcome,
      summary,
      ...(blob === null ? {} : { result: blob }),
      ...defined({ workTree }),
      ...(notices.length === 0 ? {} : { notices }),
    },
    report: {
      sandbox: sandbox?.description ?? 'not started',
      notices,
      changedFiles: changes,
      left,
      structuredOutput: text,
    },
  };
}

/** The end of a run that could not be concluded: an error, without anything that is read from the checkout. */
function failedEnd({ context }: Session, error: unknown): RunEnd {
  const text = truncateMiddle(context.redactor.redact(failureText(error)), MAX_SUMMARY_CHARS);
  return {
    entry: { outcome: 'error', summary: `The run could not be concluded: ${text}` },
    report: { sandbox: 'not known', changedFiles: [], left: null },
  };
}

/** Appends the last entries: what was redacted, and the end. */
async function appendEnd({ context, trail, budget }: Session, { entry }: RunEnd): Promise<void> {
  const { tally, redactor } = context;
  const removed = redactor.counts();
  if (Object.keys(removed).length > 0)
    await trail.append({ type: 'redaction', counts: { ...removed } });
  await trail.append({
    type: 'run.end',
    ...entry,
    count: trail.head().count,
    turns: tally.turns,
    calls: { ...tally.counts() },
    tokens: budget.used().tokens,
    costUsd: tally.costUsd,
  });
}

/** Writes the derived files of a closed trail, and makes the report. */
async function reported(
  { job, context, model, trail, budget }: Session,
  { entry, report }: RunEnd,
): Promise<RunReport> {
  const { tally } = context;
  const { outcome, summary } = entry;
  await writeReportFiles({
    folder: job.trailFolder,
    outcome,
    environment: context.environment,
    warn: (message) => context.bus.emit({ type: 'warning', message }),
  });
  context.bus.emit({ type: 'run:end', outcome, summary });
  return {
    ...report,
    outcome,
    summary,
    run: job.run,
    request: context.redactor.redact(job.request),
    requester: job.requester,
    model: modelsUsed(context.model, model.current),
    policy: job.policySource.source,
    turns: tally.turns,
    tokens: budget.used().tokens,
    costUsd: tally.costUsd,
    isEstimate: tally.isEstimate,
    counts: tally.counts(),
    calls: [...tally.calls.values()],
    pendingApprovals: tally.waiting().flatMap((line) => line.approval ?? []),
    trailFolder: job.trailFolder,
    head: trail.head(),
    warnings: tally.warnings,
    pushed: tally.pushed,
  };
}

/** The models up to the one that the run ended with: `a, then b`. */
function modelsUsed(first: Model, last: Model): string {
  const names = modelsFrom(first).map(({ id }) => id);
  return names.slice(0, names.indexOf(last.id) + 1).join(', then ');
}

/**
 * The outcome of a run that has to prove its work: `done` without the proof becomes incomplete. Reads the files after
 * every program has ended, so that nothing can change them any more.
 */
async function provedEnd(
  session: Session,
  end: AgentEnd,
): Promise<{ readonly end: AgentEnd; readonly workTree?: string | null }> {
  if (session.job.requires.length === 0) return { end };
  const workTree = await workTreeNow(session);
  const unmet = end.outcome === 'done' ? session.work.unmet(workTree) : [];
  if (unmet.length === 0) return { end, workTree };
  const summary = `${unprovedText(unmet.map(({ because }) => because))} ${end.summary}`;
  return { end: { ...end, outcome: 'incomplete', summary }, workTree };
}

/**
 * The changes of the run that were not pushed, as a patch beside its trail; `null` for a suspended run, whose checkpoint holds them, and for a run
 * in a person's own folder, where they stay.
 */
async function patchOf(
  { job, context, trail, workspace }: Session,
  run: {
    readonly outcome: AgentEnd['outcome'];
    readonly found: FoundChanges;
    readonly sandboxed: boolean;
  },
): Promise<ChangesLeft | null> {
  const { headSha: base, workflow, policy } = job;
  if (workspace === null || base === null || workflow === null) return null;
  if (run.outcome === 'awaiting-approval') return null;
  const store = await workspace.store();
  if (store === null) return null;
  return await writeChangesPatch({
    store,
    base,
    found: run.found,
    trail,
    redactor: context.redactor,
    pushed: context.tally.pushed.files,
    mayPublish: mayPublishOf(policy, {
      pathResolver: workspace.pathResolver,
      sandboxed: () => Promise.resolve(run.sandboxed),
    }),
    writeDenial: writeDenialOf(policy, workspace.pathResolver),
    warn: (message) => context.bus.emit({ type: 'warning', message }),
  });
}

/** The machine-readable result of a run, and the outcome with it. */
interface Structured {
  readonly end: AgentEnd;
  /** Canonical JSON, redacted; `null` without a valid result. */
  readonly text: string | null;
  /** Its file beside the trail. */
  readonly blob: { readonly sha256: string; readonly bytes: number } | null;
}

/**
 * Redacts a run's result and writes it beside the trail. A result that no longer matches its schema after that is
 * discarded, and a run that must return one is not done without it.
 */
async function structured({ job, context, trail }: Session, end: AgentEnd): Promise<Structured> {
  const { outputSchema: schema } = job;
  if (schema === null) return { end, text: null, blob: null };
  if (end.result !== undefined) {
    const clean = context.redactor.redactJson(end.result);
    if (schema.problemsOf(clean).length === 0) {
      const text = canonicalJson(clean);
      return { end, text, blob: await trail.blob(text) };
    }
  }
  if (end.outcome !== 'done') return { end, text: null, blob: null };
  const missing = 'There is no result that fits the output schema.';
  const unfinished = { ...end, outcome: 'incomplete' as const };
  return { end: { ...unfinished, summary: `${missing} ${end.summary}` }, text: null, blob: null };
}
