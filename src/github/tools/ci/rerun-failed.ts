import { invalidInput } from '../../../common/index.ts';
import * as z from 'zod';
import type { CiRun } from '../../ports/ci.ts';
import { githubTool, withMemory, success, type Tool } from '../helpers.ts';
import type { GitHubToolContext } from '../context.ts';

/** The maximum of workflow runs that one run reruns. */
const MAX_RERUNS = 3;
/** A workflow run with this many attempts is not rerun: a run that failures trigger would never end. */
const MAX_ATTEMPTS = 3;
const FAILED: ReadonlySet<string> = new Set([
  'failure',
  'timed_out',
  'cancelled',
  'startup_failure',
]);

/** `github_rerun_failed`: reruns the failed jobs of a workflow run, once per workflow run. */
export function rerunFailedTool(context: GitHubToolContext): Tool {
  const started = new Set<number>();
  const tool = githubTool(context, {
    name: 'github_rerun_failed',
    displayName: 'Rerun failed jobs',
    description: {
      short: 'Start the failed jobs of a completed workflow run again, as for a flaky test.',
      usageNotes: ['github_read_ci shows the id of the run. Works once per workflow run.'],
    },
    // It uses the API with the token of this job, so rules for commands do not apply.
    kind: 'network',
    input: z.object({ run: z.number().int().positive().describe('id of the workflow run') }),
    preview: ({ run }) => ({
      form: 'text',
      text: `Start the failed jobs of workflow run ${run} again.`,
    }),
    execute: async ({ run: id }) => {
      const { github } = context;
      const run = await github.ciRun(id);
      if (started.has(id)) {
        const text = `Workflow run ${id} was already rerun: attempt ${run.attempt} is ${run.conclusion ?? run.status}.`;
        return success(text, { created: 'nothing', id, url: run.url });
      }
      requireRerunnable(run, started.size);
      await github.rerunFailed(run);
      started.add(id);
      const text = `The failed jobs of workflow run ${id} were rerun as attempt ${run.attempt + 1}: ${run.url}`;
      return success(text, { created: 'rerun', id, url: run.url });
    },
  });
  return withMemory(tool, {
    schema: () => z.array(z.number().int()).max(MAX_RERUNS),
    save: () => [...started],
    restore: (saved) => saved.forEach((id) => started.add(id)),
  });
}

/** Throws `input-invalid` for a workflow run whose failed jobs are not started again. */
function requireRerunnable(run: CiRun, started: number): void {
  if (run.status !== 'completed')
    throw invalidInput(
      `Workflow run ${run.id} is ${run.status}: only what is completed can be started again.`,
      'Read it again later.',
    );
  if (!FAILED.has(run.conclusion ?? ''))
    throw invalidInput(
      `Workflow run ${run.id} did not fail: it ended with ${run.conclusion ?? 'nothing'}.`,
      'There is nothing to start again.',
    );
  if (run.attempt >= MAX_ATTEMPTS)
    throw invalidInput(
      `Workflow run ${run.id} was tried ${run.attempt} times; it is not started more than ${MAX_ATTEMPTS} times from here.`,
      'What fails every time is not flaky: find out why.',
    );
  if (started >= MAX_RERUNS)
    throw invalidInput(
      `This run started ${MAX_RERUNS} workflow runs again, which is the most.`,
      'Leave the others to people.',
    );
}
