import { stat } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { claimApproval, createTerminalApprover } from '../../approvals/index.ts';
import type { Trail } from '../../audit/index.ts';
import {
  errnoOf,
  errorText,
  invalidInput,
  readAtMost,
  systemClock,
  systemReason,
  visible,
} from '../../common/index.ts';
import { createBus } from '../../tool-calls/index.ts';
import {
  CLAUDE_PROVIDERS,
  createModel,
  headerSecrets,
  loginIn,
  MIN_CONTEXT_WINDOW,
  parseHeaders,
  parsePrices,
  PROVIDERS,
} from '../../model/index.ts';
import type { Policy } from '../../policy/index.ts';
import {
  type Approvals,
  cancelledBySignals,
  noApprover,
  type Job,
  patternsOf,
  readOutputSchema,
  redactorFor,
  inputsAboveLimits,
  localJob,
  trustedFolder,
  run,
} from '../../session/index.ts';
import type { OutputSchema } from '../../tools/index.ts';
import { createTally, logListener, type RunReport } from '../../reporting/index.ts';
import { escapeUnseen, shownJson } from '../json.ts';
import { RunScreen } from '../screen.ts';
import { type CliIo, type CommandCall, EXIT, type ExitCode } from '../spec.ts';
import { workspaceOf } from '../workspace.ts';

/** The policy of a run, and where it comes from. */
export interface LoadedPolicy {
  readonly policy: Policy;
  readonly source: string;
}

/** The run, from its job to its report. `loaded` is its policy, on its baselines. */
export async function runHere(call: CommandCall, loaded: LoadedPolicy): Promise<ExitCode> {
  const patterns = patternsOf(loaded.policy);
  call.io.addPatterns?.(patterns);
  const job = await jobFrom(call, loaded);
  const { environment } = call.io;
  const provider = call.choice('provider', PROVIDERS);
  const addresses = {
    anthropicBaseUrl: call.text('anthropic-base-url'),
    baseUrl: call.text('base-url'),
  };
  const login = loginIn(environment, provider, {
    baseUrl: addresses[CLAUDE_PROVIDERS.has(provider) ? 'anthropicBaseUrl' : 'baseUrl'],
  });
  const headers = environment[HEADERS_VARIABLE] ?? '';
  const redactor = redactorFor(environment, {
    'anthropic-api-key': environment['ANTHROPIC_API_KEY'] ?? null,
    'anthropic-auth-token': login.anthropicAuthToken ?? null,
    'api-key': environment['COUNTERSIGN_API_KEY'] ?? null,
    ...headerSecrets(headers),
  });
  redactor.addPatterns(patterns);
  const prices = call.text('prices');
  const model = await createModel({
    ...addresses,
    ...login,
    provider,
    environment,
    model: call.text('model'),
    extraHeaders: parseHeaders(headers, HEADERS_VARIABLE),
    maxOutputTokens: numberOption(call, 'max-output-tokens'),
    contextWindow: numberOption(call, 'context-window', { min: MIN_CONTEXT_WINDOW }),
    promptCache: call.choice('prompt-cache', ['on', 'off']) === 'on',
    prices: prices === null ? null : parsePrices(prices, '--prices'),
    cwd: call.io.cwd,
    clock: systemClock,
  });
  const screen = new RunScreen(call.io);
  const bus = createBus((error) => screen.write(visible(errorText(error)), 'bad'));
  const tally = createTally();
  bus.on(tally.listen);
  bus.on(
    logListener({
      line: (text, tone) => screen.write(visible(text), tone),
      group: (title) => screen.write(`\n${title}`, 'title'),
      endGroup: () => undefined,
    }),
  );
  bus.on((event) => screen.listen(event));
  const stop = cancelledBySignals();
  const report = await run(job, {
    clock: systemClock,
    redactor,
    bus,
    tally,
    model,
    signal: stop.signal,
    environment,
    approvals: ({ trail }) => askHere(call, { trail, job }),
    extraTools: () => [],
    trustedFiles: trustedFolder(job.root),
    suspension: null,
  }).finally(() => {
    stop.off();
    screen.close();
  });
  return printReport(report, call);
}

function askHere(
  call: CommandCall,
  { trail, job }: { readonly trail: Trail; readonly job: Job },
): Approvals {
  const where = call.choice('approvals', APPROVALS);
  if (where === 'fail' || call.io.terminal === null) {
    const because =
      where === 'fail'
        ? 'Approvals are set to fail.'
        : 'No terminal is available to ask for approval.';
    return noApprover(trail, because);
  }
  const approver = createTerminalApprover({
    ...call.io.terminal,
    hasColour: call.io.errHasColour,
    trail,
    clock: systemClock,
    login: job.requester ?? 'terminal',
  });
  return {
    approver,
    claim: (request, answer) => claimApproval({ trail, github: null, request, answer }),
    suspendedRequest: () => null,
    ended: () => null,
  };
}

const APPROVALS = ['terminal', 'fail'] as const;

/** The headers for a gateway, a line `Name: value` each. They hold secrets, so no option has them. */
const HEADERS_VARIABLE = 'COUNTERSIGN_EXTRA_HEADERS';

/**
 * The number of the option `--name`; `undefined` without it. Throws `input-invalid` unless it is above 0, at least `min`, and whole
 * if it has to be.
 */
function numberOption(
  call: CommandCall,
  name: string,
  { min = 0, isWhole = true }: { readonly min?: number; readonly isWhole?: boolean } = {},
): number | undefined {
  const text = call.text(name);
  if (text === null) return undefined;
  const value = Number(text);
  const isNumber = isWhole ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (isNumber && value > 0 && value >= min) return value;
  const range = min === 0 ? `above 0: --${name} 10` : `of at least ${min}`;
  throw invalidInput(
    `--${name} is ${JSON.stringify(text)}.`,
    `Write a ${isWhole ? 'whole ' : ''}number ${range}.`,
  );
}

async function jobFrom(call: CommandCall, { policy, source }: LoadedPolicy): Promise<Job> {
  const { io } = call;
  const root = workspaceOf(call);
  const words = call.args.join(' ');
  const request = (words === '-' ? await io.stdin() : words).trim();
  if (request === '') {
    throw invalidInput(
      'The prompt is missing.',
      'Write what to do: countersign run "Fix the failing test".',
    );
  }
  const where = call.choice('approvals', APPROVALS);
  const budget = {
    turns: numberOption(call, 'max-turns'),
    calls: numberOption(call, 'max-calls'),
    tokens: numberOption(call, 'max-tokens'),
    usd: numberOption(call, 'max-usd', { isWhole: false }),
    minutes: numberOption(call, 'max-minutes', { isWhole: false }),
  };
  for (const warning of inputsAboveLimits(policy, budget, (name) => `--max-${name}`))
    io.err(`warning: ${warning}\n`);
  const ownFolder = await ownTempFolder(io);
  return await localJob({
    event: 'cli',
    root,
    requester: io.environment['USER'] ?? null,
    request,
    systemPrompt: call.text('system-prompt'),
    outputSchema: await outputSchemaOf(call),
    policy,
    policyFrom: source,
    budget,
    sandboxRequired: call.has('sandbox-required'),
    askWhom: where === 'terminal' && io.terminal !== null ? 'terminal' : 'nobody',
    trailFolder: (id) => resolve(io.cwd, call.text('trail') ?? join(ownFolder, id)),
    trailNamedBy: '--trail',
  });
}

/** A folder for each user: the first user of a machine would own a shared one. Throws `input-invalid` if `TMPDIR` is none. */
async function ownTempFolder(io: CliIo): Promise<string> {
  const temp = io.environment['TMPDIR'] || tmpdir();
  const found = await stat(temp).catch(() => null);
  if (found?.isDirectory() === true)
    return join(temp, `countersign-${process.getuid?.() ?? userInfo().username}`);
  throw invalidInput(
    `TMPDIR is ${JSON.stringify(temp)}, which is not a folder.`,
    'Create it, or set TMPDIR to another one.',
  );
}

/** More than the characters of the largest schema. */
const MAX_SCHEMA_BYTES = 1024 * 1024;

async function outputSchemaOf(call: CommandCall): Promise<OutputSchema | null> {
  const value = call.text('output-schema');
  if (value === null) return null;
  return await readOutputSchema(value, {
    where: '--output-schema',
    root: 'the current folder',
    text: async (path) => await schemaText(resolve(call.io.cwd, path)),
  });
}

/** The text of a file; `null` if it does not exist. Throws `input-invalid` if it cannot be read. */
async function schemaText(path: string): Promise<string | null> {
  try {
    return String(await readAtMost(path, MAX_SCHEMA_BYTES));
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return null;
    const message = `--output-schema ${visible(path)} cannot be read: ${systemReason(cause)}.`;
    throw invalidInput(
      message,
      'Name a file with a JSON Schema, or write the JSON Schema itself.',
      cause,
    );
  }
}

function printReport(report: RunReport, call: CommandCall): ExitCode {
  const { io } = call;
  const { structuredOutput = null } = report;
  const trail = `Audit trail: ${visible(report.trailFolder)} (${report.head.count} entries, head hash ${report.head.hash})\n`;
  io.errIfLost(trail);
  if (call.json) {
    const result: unknown = structuredOutput === null ? null : JSON.parse(structuredOutput);
    io.out(shownJson({ ...report, structuredOutput: result }));
  } else {
    if (structuredOutput !== null) io.out(`${escapeUnseen(structuredOutput)}\n`);
    for (const notice of report.notices ?? []) io.out(`warning: ${visible(notice)}\n`);
    io.out(`${report.outcome}: ${visible(report.summary)}\n`);
    io.out(trail);
  }
  switch (report.outcome) {
    case 'done':
    case 'skipped':
      return EXIT.ok;
    case 'awaiting-approval':
      return EXIT.waiting;
    case 'cancelled':
      return EXIT.cancelled;
    case 'incomplete':
    case 'denied':
    case 'over-budget':
    case 'timed-out':
    case 'error':
      return EXIT.no;
  }
}
