import { access } from 'node:fs/promises';
import { errorText, neutralise, systemClock } from './base/index.ts';
import { createArtifactStore } from './github/index.ts';
import { readStepEnvironment } from './run/environment.ts';
import { postSummary } from './run/markdown.ts';
import { publishTrail } from './run/publish.ts';
import { githubRunner, type Runner } from './run/runner.ts';
import { sealTrail } from './run/seal.ts';
import { redactorFor } from './run/secrets.ts';
import { STATE } from './run/state.ts';

const KILLED =
  'The main step ended before it could conclude: it was killed, ran out of time or memory, or the machine went away.';

/**
 * The action's post step, which runs whatever became of the main step. Where that one concluded there is nothing to
 * do; else it seals the trail, uploads it, and says so.
 */
export async function runPost(): Promise<void> {
  const runner = await githubRunner();
  try {
    await clear(runner);
  } catch (error) {
    runner.error(neutralise(errorText(error)));
  }
}

async function clear(runner: Runner): Promise<void> {
  const folder = runner.state(STATE.folder);
  if (folder === '' || runner.state(STATE.finished) === 'true') return;
  if (!(await exists(folder))) {
    runner.info('The main step ended before it began a trail: nothing was done.');
    return;
  }
  const step = readStepEnvironment(process.env);
  const token = runner.input('github-token');
  const redactor = redactorFor(process.env, {
    'github-token': token === '' ? null : token,
    'anthropic-api-key': runner.input('anthropic-api-key') || null,
  });
  const { wreck, head } = await sealTrail({
    folder,
    run: runner.state(STATE.run),
    clock: systemClock,
    redactor,
    outcome: 'error',
    because: KILLED,
  });
  const retentionDays = Number(runner.state(STATE.retentionDays));
  const published = await publishTrail(
    createArtifactStore({ env: process.env, owner: step.owner, repo: step.repo, token }),
    {
      folder,
      name: runner.state(STATE.artifact),
      retentionDays: retentionDays > 0 ? retentionDays : null,
    },
  );
  if (published.kind === 'kept') {
    runner.warning(neutralise(`The trail was not uploaded: ${published.because}`));
  }
  await runner.summary(postSummary({ because: KILLED, wreck, head, published }));
  runner.info(`Trail: ${head.count} entries, head ${head.hash}`);
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
