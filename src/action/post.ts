import { errorText, escapeWorkflowCommands, systemClock } from '../common/index.ts';
import { createArtifactStore, createAttestor, createGitHub } from '../github/index.ts';
import { redactorFor, webhookSecrets } from '../session/index.ts';
import { jobMetadata } from './prepare/run-metadata.ts';
import { failOn } from './inputs/input-values.ts';
import { githubRunner, type Runner } from './inputs/runner.ts';
import { readActionEnvironment } from './inputs/environment.ts';
import { STATE } from './inputs/state.ts';
import { finishCrashedRun } from '../recovery/index.ts';

/** A cancelled job gives its post steps a few minutes; the reports must not use all of them. */
const GITHUB_TIMEOUT_MS = 90_000;

/**
 * The action's post step, which runs however the main step ended. If the main step concluded, it does nothing;
 * otherwise it closes the trail, uploads it and reports that.
 */
export async function runPost(): Promise<void> {
  const runner = githubRunner(process.env);
  try {
    await clear(runner);
  } catch (error) {
    runner.error(escapeWorkflowCommands(errorText(error)));
  }
}

async function clear(runner: Runner): Promise<void> {
  const folder = runner.state(STATE.folder);
  if (folder === '' || runner.state(STATE.finished) === 'true') return;
  const step = readActionEnvironment(process.env, runner.input('repository') || null);
  const secret = (name: string): string | null => runner.input(name) || null;
  const token = secret('github-token') ?? '';
  const redactor = redactorFor(process.env, {
    'github-token': secret('github-token'),
    'anthropic-api-key': secret('anthropic-api-key'),
    'state-key': secret('state-key'),
    ...webhookSecrets(secret('notify-webhook')),
  });
  const { owner, repo, apiUrl } = step;
  const job = {
    folder,
    run: runner.state(STATE.run),
    clock: systemClock,
    redactor,
    root: step.workspace,
    warn: (message: string) => runner.warning(escapeWorkflowCommands(message)),
    metadata: jobMetadata(step),
  };
  const key = secret('state-key') ?? secret('anthropic-api-key');
  const issue = positive(runner.state(STATE.issue));
  const server = { token, apiUrl, owner, repo, environment: process.env };
  const checkpointTarget =
    key === null || issue === null ? null : { secret: key, repository: job.metadata.repository };
  const head = await finishCrashedRun(
    { ...job, checkpointTarget },
    {
      github: createGitHub({ ...server, redactor, signal: AbortSignal.timeout(GITHUB_TIMEOUT_MS) }),
      attestor: runner.input('attest') === 'true' ? createAttestor(server) : null,
      store: createArtifactStore({ environment: process.env, owner, repo, token }),
      environment: process.env,
      jobUrl: step.jobUrl,
      artifact: runner.state(STATE.artifact),
      retentionDays: positive(runner.state(STATE.retentionDays)),
      issue,
      check:
        runner.input('check-run') === 'false'
          ? null
          : {
              failOn: failOn(runner.input('fail-on') || null),
              info: (line) => runner.info(escapeWorkflowCommands(line)),
            },
      trackingComment: positive(runner.state(STATE.tracking)),
      warn: job.warn,
      summary: (markdown) => runner.summary(markdown),
    },
  );
  runner.info(`Trail: ${head.count} entries, head ${head.hash}`);
}

/** A number that the main step saved; `null` if it saved none. */
function positive(text: string): number | null {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}
