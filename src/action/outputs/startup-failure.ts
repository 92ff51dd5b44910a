import { join } from 'node:path';
import {
  errorText,
  failureText,
  escapeWorkflowCommands,
  newRunId,
  type Redactor,
  systemClock,
  type Environment,
} from '../../common/index.ts';
import { artifactName, createArtifactStore } from '../../github/index.ts';
import { emptyReport, jobSummary } from '../../reporting/index.ts';
import { jobMetadata } from '../prepare/run-metadata.ts';
import { recordEarlyFailure } from './record-early-end.ts';
import { readActionEnvironment, type ActionEnvironment } from '../inputs/environment.ts';
import type { Runner } from '../inputs/runner.ts';
import { outputsOf, uploadTrail, writeOutputs } from './outputs.ts';

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
  const redactor = runner.redactor();
  const because = await redactor.redact(failureText(error));
  runner.output('outcome', failure.outcome);
  runner.output('summary', escapeWorkflowCommands(because));
  try {
    const step = readActionEnvironment(environment);
    await leaveTrail({ ...failure, step, redactor, because });
  } catch (cause) {
    runner.warning(`No audit trail could be written: ${await redactor.redact(errorText(cause))}`);
  }
  runner.fail(because);
}

async function leaveTrail(
  options: Failure & {
    readonly step: ActionEnvironment;
    readonly redactor: Redactor;
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
  const { owner, repo } = step;
  const { environment } = options;
  const token = runner.input('github-token');
  const published = await uploadTrail(
    runner,
    createArtifactStore({ environment, owner, repo, token }),
    {
      folder,
      name: artifactName(step, run),
      retentionDays: null,
    },
  );
  const report = emptyReport({ run, outcome, summary: because, model, trailFolder: folder, head });
  writeOutputs(runner, outputsOf(report, published));
  await runner.summary(jobSummary(report, { published, approvalUrls: new Map(), picture: '' }));
}
