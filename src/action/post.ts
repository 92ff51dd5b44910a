import {
  CountersignError,
  errorText,
  removeLeftTempFolders,
  systemClock,
} from '../common/index.ts';
import {
  type Attestor,
  createArtifactStore,
  createAttestor,
  createGitHub,
} from '../github/index.ts';
import { jobMetadata } from './prepare/run-metadata.ts';
import { checkpointSecret } from './prepare/suspension.ts';
import { failOn } from './inputs/input-values.ts';
import { githubRunner, type Runner } from './inputs/runner.ts';
import { readActionEnvironment } from './inputs/environment.ts';
import { STATE } from './inputs/state.ts';
import { finishCrashedRun, POST_LIMITS_MS } from '../recovery/index.ts';

const SIGN_TIMEOUT_MS = 20_000;
const MS_PER_SECOND = 1_000;

/**
 * The action's post step for a run that the main step did not end (`isRunUnfinished`): closes its trail, uploads it and reports
 * that.
 */
export async function runPost(): Promise<void> {
  const runner = githubRunner(process.env);
  try {
    await finishMainStep(runner);
  } catch (error) {
    runner.error(errorText(error));
  } finally {
    removeLeftTempFolders();
    runner.close();
  }
}

async function finishMainStep(runner: Runner): Promise<void> {
  const folder = runner.state(STATE.folder);
  const step = readActionEnvironment(process.env, runner.input('repository') || null);
  const secret = (name: string): string | null => runner.input(name) || null;
  const token = secret('github-token') ?? '';
  const redactor = runner.redactor();
  const { owner, repo, apiUrl } = step;
  const job = {
    folder,
    run: runner.state(STATE.run),
    clock: systemClock,
    redactor,
    root: step.workspace,
    hasClaimed: runner.state(STATE.claimed) === 'true',
    mayHaveClaimed: runner.state(STATE.claimed) === 'unknown',
    warn: (message: string) => runner.warning(message),
    metadata: jobMetadata(step),
    baselineClient: (repository: { readonly owner: string; readonly repo: string }) =>
      createGitHub({
        ...repository,
        token: secret('baseline-token') ?? token,
        apiUrl,
        environment: process.env,
        redactor,
        signal: timeLimit(POST_LIMITS_MS.policyMs),
      }),
  };
  const key = checkpointSecret({
    stateKey: secret('state-key'),
    anthropicApiKey: secret('anthropic-api-key'),
    anthropicAuthToken: secret('anthropic-auth-token'),
    apiKey: secret('api-key'),
    githubToken: secret('github-token'),
  });
  const issue = positive(runner.state(STATE.issue));
  const server = { token, apiUrl, owner, repo, redactor, environment: process.env };
  const checkpointTarget =
    key === null || issue === null ? null : { secret: key, repository: job.metadata.repository };
  const head = await finishCrashedRun(
    { ...job, checkpointTarget },
    {
      githubFor: (limitMs) => createGitHub({ ...server, signal: timeLimit(limitMs) }),
      limits: POST_LIMITS_MS,
      attestor: runner.input('attest') === 'true' ? attestorOf(server) : null,
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
              info: (line) => runner.info(line),
            },
      trackingComment: positive(runner.state(STATE.tracking)),
      warn: job.warn,
      summary: (markdown) => runner.summary(markdown),
      onAbandoned: () => runner.abandon(),
    },
  );
  runner.info(`Audit trail: ${head.count} entries, head hash ${head.hash}`);
}

function attestorOf(server: Omit<Parameters<typeof createAttestor>[0], 'signal'>): Attestor {
  const signal = timeLimit(2 * SIGN_TIMEOUT_MS);
  return createAttestor({ ...server, signTimeoutMs: SIGN_TIMEOUT_MS, signal });
}

/** Ends every request after this time, and says that a limit of the post step did. */
function timeLimit(limitMs: number): AbortSignal {
  const controller = new AbortController();
  const message = `the post step gives this ${limitMs / MS_PER_SECOND} s, which are over.`;
  const late = new CountersignError('github-unreachable', message);
  setTimeout(() => controller.abort(late), limitMs).unref();
  return controller.signal;
}

/** A number that the main step saved; `null` if it saved none. */
function positive(text: string): number | null {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}
