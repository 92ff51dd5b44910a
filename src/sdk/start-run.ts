import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type * as published from '../../types/sdk.d.ts';
import { claimApproval, createCallbackApprover } from '../approvals/index.ts';
import { blobsIn, callRecords, readTrail } from '../audit/index.ts';
import {
  CountersignError,
  errorText,
  markHandled,
  type Redactor,
  systemClock,
  type Environment,
} from '../common/index.ts';
import type { Policy } from '../policy/index.ts';
import { createTally, type RunReport } from '../reporting/index.ts';
import {
  type Approvals,
  type ApprovalsSetup,
  DEFAULT_POLICY,
  failingApprover,
  type Job,
  localBaseline,
  localJob,
  noApprover,
  onLocalBaselines,
  parsedPolicy,
  patternsOf,
  policyBytes,
  redactorFor,
  run,
  trustedFolder,
} from '../session/index.ts';
import { compileOutputSchema } from '../tools/index.ts';
import { createBus, type RunBus, type RunEvent, type RunListener } from '../tool-calls/index.ts';
import { type Channel, CHANNELS, channelOf, knownChannels, readEvents } from './channels.ts';
import { chooseModel } from './model.ts';
import { type ParsedOptions, parseOptions, type RunOptions } from './options.ts';
import { programRequest } from './program-request.ts';

/** The process of the program: what its options leave out. */
interface ProgramProcess {
  readonly environment: Environment;
  /** A variable whose headers the clients of models would send to every host; `null`: none is set. */
  readonly headerVariable: string | null;
  readonly cwd: string;
  /** Gets what a listener of the program threw. */
  readonly warn: (message: string) => void;
}

/** The report of a run for a program: its calls as the audit trail has them. */
export type ProgramReport = Omit<RunReport, 'calls'> & Pick<published.RunReport, 'calls'>;

/** A run that has begun. */
export interface Run {
  /**
   * How it ended: every end is an outcome. Rejects with `CountersignError` if it never started (`input-invalid`, `policy-invalid`,
   * …: nothing was executed), and with `trail-unwritable` if its audit trail could not be written.
   */
  readonly report: Promise<ProgramReport>;
  /**
   * The events of these channels from now on; of all channels without any. Subscribed at the call, read once. Throws `input-invalid`
   * for an unknown channel, as `on` does.
   */
  events(...channels: readonly Channel[]): AsyncIterable<RunEvent>;
  /**
   * Calls `listener` for each event of these channels. Returns a function that removes it. What it throws or rejects with is a
   * warning of the process. Throws `input-invalid` without a channel or a function.
   */
  on(channels: Channel | readonly Channel[], listener: RunListener): () => void;
  /** Ends the run: its outcome is `cancelled`. */
  cancel(because?: string): void;
}

/**
 * Starts a run of the agent in this process, as `countersign run` does. It begins after the code that called this, so that events
 * subscribed to at once miss nothing.
 */
export function startRun(options: RunOptions, program: ProgramProcess): Run {
  const bus = createBus((error) => program.warn(`A listener of a run failed: ${errorText(error)}`));
  const cancelled = new AbortController();
  const report = begin(options, program, { bus, signal: cancelled.signal });
  // Whoever reads only the events gets the rejection from them.
  markHandled(report);
  return {
    report,
    events: (...channels) =>
      readEvents(bus, channels.length === 0 ? CHANNELS : knownChannels(channels), report),
    on: (channels, listener) => {
      const chosen = knownChannels([channels].flat());
      if (chosen.length === 0 || typeof listener !== 'function') throw notHeard();
      return bus.on((event) => (chosen.includes(channelOf(event)) ? listener(event) : undefined));
    },
    cancel: (because = 'The program ended the run.') =>
      cancelled.abort(new CountersignError('cancelled', because)),
  };
}

/** A listener that never hears anything is a mistake that nobody would notice. */
function notHeard(): CountersignError {
  return new CountersignError(
    'input-invalid',
    'A listener of a run needs a channel and a function.',
    {
      fix: `Write run.on('progress', (event) => …), with one or several of ${CHANNELS.join(', ')}.`,
    },
  );
}

async function begin(
  given: RunOptions,
  program: ProgramProcess,
  { bus, signal }: { readonly bus: RunBus; readonly signal: AbortSignal },
): Promise<ProgramReport> {
  await Promise.resolve();
  const options = parseOptions(given);
  const { cwd } = program;
  if (program.headerVariable !== null) {
    throw new CountersignError(
      'input-invalid',
      `The variable ${program.headerVariable} is set: its headers would go to every model server.`,
      { fix: 'Unset it, and name the headers with the model (`model.headers`).' },
    );
  }
  const environment = options.environment ?? program.environment;
  const clock = systemClock;
  const job = await jobOf(options, { environment, cwd });
  const { model, secrets } = await chooseModel(options.model, { environment, cwd, clock });
  const redactor = redactorFor(environment, secrets);
  // Apart from those of the model, which may have the same names.
  for (const [name, value] of Object.entries(options.secrets ?? {}))
    redactor.addSecret(value, name);
  redactor.addPatterns(patternsOf(job.policy));
  const tally = createTally();
  bus.on(tally.listen);
  const report = await run(job, {
    clock,
    redactor,
    bus,
    tally,
    model,
    signal: options.signal === undefined ? signal : AbortSignal.any([options.signal, signal]),
    environment,
    approvals: (setup) => approvalsOf(options, { setup, job, redactor }),
    extraTools: () => options.tools ?? [],
    hooks: (options.hooks ?? []).map((hook, index) => ({
      ...hook,
      name: hook.name ?? `program:${index + 1}`,
    })),
    trustedFiles: trustedFolder(job.root),
    suspension: null,
  });
  return await withRecords(report);
}

/** The run has ended: what cannot be read of its audit trail is reported, and is no failure of the run. */
async function withRecords(report: RunReport): Promise<ProgramReport> {
  const { trailFolder, warnings } = report;
  try {
    const calls = await callRecords(() => readTrail(trailFolder), blobsIn(trailFolder));
    return { ...report, calls };
  } catch (error) {
    const warning = `The calls cannot be read from the audit trail: ${errorText(error)}`;
    return { ...report, calls: [], warnings: [...warnings, warning] };
  }
}

type Place = Pick<ProgramProcess, 'environment' | 'cwd'>;

async function jobOf(options: ParsedOptions, place: Place): Promise<Job> {
  const { request, requester = null, systemPrompt = null, approve } = options;
  const root = resolve(place.cwd, options.workspace ?? '.');
  await requireFolder(root);
  const trail = resolve(place.cwd, options.trail);
  const { policy, from } = await policyOf(options, { ...place, root });
  return await localJob({
    event: 'sdk',
    root,
    requester,
    request,
    context: contextOf(options),
    systemPrompt,
    outputSchema:
      options.outputSchema === undefined
        ? null
        : await compileOutputSchema(options.outputSchema, 'The option outputSchema'),
    policy,
    policyFrom: from,
    budget: options.budget ?? {},
    sandboxRequired: options.sandboxRequired ?? false,
    askWhom: approve === undefined ? 'nobody' : 'callback',
    trailFolder: () => trail,
    trailNamedBy: 'the option trail',
  });
}

/** Without its workspace, a run would take the built-in policy and fail at its first call. */
async function requireFolder(root: string): Promise<void> {
  const isFolder = await stat(root).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) return;
  throw new CountersignError('input-invalid', `The workspace ${root} is not a folder.`, {
    fix: 'Name the folder of a checkout with the option workspace.',
  });
}

/** The policy that holds: that of the options or the workspace, on its baselines and those of this machine. */
async function policyOf(
  { policy: given, baselines = [], tools = [] }: ParsedOptions,
  { environment, cwd, root }: Place & { readonly root: string },
): Promise<{ readonly policy: Policy; readonly from: string }> {
  const own = await ownPolicy(given, { cwd, root, tools: tools.map(({ name }) => name) });
  const policy = await onLocalBaselines(own.policy, {
    named: baselines.map(localBaseline),
    namedBy: 'the option baselines',
    machine: true,
    cwd,
    environment,
  });
  return { policy, from: own.from };
}

async function ownPolicy(
  given: ParsedOptions['policy'],
  {
    cwd,
    root,
    tools,
  }: Pick<Place, 'cwd'> & { readonly root: string; readonly tools: readonly string[] },
): Promise<{ readonly policy: Policy; readonly from: string }> {
  if (typeof given === 'object') {
    const from = 'the option policy';
    return { policy: parsedPolicy(from, Buffer.from(given.text), tools), from };
  }
  const file = given ?? DEFAULT_POLICY;
  const bytes = await policyBytes(given === undefined ? join(root, file) : resolve(cwd, file), {
    isNamed: given !== undefined,
    fix: 'Name a readable file with the option policy.',
  });
  const from = bytes === null ? `built-in (no ${file})` : file;
  return { policy: parsedPolicy(file, bytes, tools), from };
}

function contextOf({ context = [] }: ParsedOptions): Job['context'] {
  return context.map(({ source, text, author = null, trusted = false }) => ({
    source,
    text,
    author,
    trusted,
    because: trusted
      ? 'the program that started the run trusts it'
      : 'the program that started the run does not trust it',
  }));
}

function approvalsOf(
  { approve, requester }: ParsedOptions,
  {
    setup,
    job,
    redactor,
  }: { readonly setup: ApprovalsSetup; readonly job: Job; readonly redactor: Redactor },
): Approvals {
  const { trail, circumstances, cancel } = setup;
  const { then, waitMs } = job.policy.approvals;
  if (approve === undefined)
    return noApprover(trail, 'The program that started the run has no callback for approvals.');
  const approver = createCallbackApprover({
    callback: async (request, options) =>
      await approve(programRequest(request, circumstances(), redactor), options),
    trail,
    clock: systemClock,
    waitMs,
    requester: requester ?? null,
  });
  return {
    ...failingApprover(approver, { then, cancel }),
    claim: (request, answer) => claimApproval({ trail, github: null, request, answer }),
    suspendedRequest: () => null,
  };
}
