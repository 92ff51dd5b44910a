import { join } from 'node:path';
import { errorText, escapeWorkflowCommands, newRunId, systemClock } from '../../common/index.ts';
import { headerSecrets } from '../../model/index.ts';
import { artifactName, createArtifactStore } from '../../github/index.ts';
import { redactorFor } from '../../session/index.ts';
import { jobSummary, emptyReport, publishTrail, UPLOAD_LIMIT_MS } from '../../reporting/index.ts';
import { jobMetadata } from '../prepare/run-metadata.ts';
import { recordEarlyFailure } from './record-early-end.ts';
import { readActionEnvironment, type ActionEnvironment } from '../inputs/environment.ts';
import { outputsOf, writeOutputs } from './outputs.ts';
import type { Runner } from '../inputs/runner.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface Failure {
  readonly runner: Runner;
  readonly environment: Environment;
  readonly outcome: 'error' | 'cancelled';
  readonly error: unknown;
}

/**
 * Ends a step that failed before it had a job: an invalid input, an invalid event, or GitHub unreachable. Like every
 * step it leaves an outcome, a summary and a trail with the reason, as far as the runner's variables are readable.
 * Never throws.
 */
export async function reportStartupFailure(failure: Failure): Promise<void> {
  const { runner, environment, error } = failure;
  const token = runner.input('github-token') || null;
  const redactor = redactorFor(environment, {
    'anthropic-api-key': runner.input('anthropic-api-key') || null,
    'api-key': runner.input('api-key') || null,
    'anthropic-auth-token': runner.input('anthropic-auth-token') || null,
    ...headerSecrets(runner.input('extra-headers')),
    'github-token': token,
  });
  const because = await redactor.redact(errorText(error));
  runner.output('outcome', failure.outcome);
  runner.output('summary', escapeWorkflowCommands(because));
  try {
    const step = readActionEnvironment(environment);
    await leaveTrail({ ...failure, step, redactor, token, because });
  } catch (cause) {
    runner.warning(`No trail could be left: ${await redactor.redact(errorText(cause))}`);
  }
  runner.fail(because);
}

async function leaveTrail(
  options: Failure & {
    readonly step: ActionEnvironment;
    readonly redactor: ReturnType<typeof redactorFor>;
    readonly token: string | null;
    readonly because: string;
  },
): Promise<void> {
  const { runner, step, outcome, because } = options;
  const run = newRunId();
  const folder = join(step.tempFolder, 'countersign', run);
  const model = runner.input('model') || 'default';
  const head = await recordEarlyFailure({
    run,
    folder,
    clock: systemClock,
    redactor: options.redactor,
    about: jobMetadata(step),
    request: '',
    model,
    outcome,
    because,
    warn: (message) => runner.warning(message),
  });
  const { owner, repo, attempt, job } = step;
  const published = await publishTrail(
    createArtifactStore({
      environment: options.environment,
      owner,
      repo,
      token: options.token ?? '',
    }),
    {
      folder,
      name: artifactName({ what: 'trail', workflowRunId: step.runId, attempt, job, run }),
      retentionDays: null,
      clock: systemClock,
      limitMs: UPLOAD_LIMIT_MS,
    },
  );
  if (published.kind === 'kept') {
    if (published.isAbandoned === true) runner.abandon();
    runner.warning(`The trail was not uploaded: ${published.because}`);
  }
  const report = emptyReport({ run, outcome, summary: because, model, trailFolder: folder, head });
  writeOutputs(runner, outputsOf(report, published));
  await runner.summary(jobSummary(report, { published, approvalUrls: new Map(), picture: '' }));
}
