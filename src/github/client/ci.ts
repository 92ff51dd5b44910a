import * as z from 'zod';
import type { CiRun, GitHubCi, JobLog, CheckRun, CiJob, CommitStatus } from '../ports/ci.ts';
import type { GitHubWork } from '../ports/github.ts';
import { allPages, type ClientCore } from './transport/core.ts';
import { download } from './transport/download.ts';
import { readAs, workflowRun, account } from './schemas/schemas.ts';

/** The parts of GitHub's answers about workflow runs and checks that are used. */

const name = z
  .looseObject({ full_name: z.string() })
  .nullish()
  .transform((found) => found?.full_name ?? null);

const ciRun = z
  .looseObject({
    id: z.number().int().positive(),
    name: z.string().nullish(),
    path: z.string(),
    event: z.string(),
    status: z.string().nullable(),
    conclusion: z.string().nullable(),
    run_attempt: z.number().int().positive().default(1),
    head_sha: z.string(),
    head_repository: name,
    triggering_actor: account,
    html_url: z.string(),
  })
  .transform(
    (raw): CiRun => ({
      id: raw.id,
      name: raw.name ?? raw.path,
      workflow: raw.path,
      event: raw.event,
      status: raw.status ?? 'unknown',
      conclusion: raw.conclusion,
      attempt: raw.run_attempt,
      headSha: raw.head_sha,
      headRepository: raw.head_repository,
      actor: raw.triggering_actor,
      url: raw.html_url,
    }),
  );

const step = z.looseObject({
  number: z.number().int(),
  name: z.string(),
  conclusion: z.string().nullable(),
  started_at: z.string().nullish(),
  completed_at: z.string().nullish(),
});

const ciJob = z
  .looseObject({
    id: z.number().int().positive(),
    run_id: z.number().int().positive(),
    name: z.string(),
    status: z.string(),
    conclusion: z.string().nullable(),
    steps: z.array(step).nullish(),
  })
  .transform(
    (raw): CiJob => ({
      id: raw.id,
      runId: raw.run_id,
      name: raw.name,
      status: raw.status,
      conclusion: raw.conclusion,
      steps: (raw.steps ?? []).map((one) => ({
        number: one.number,
        name: one.name,
        conclusion: one.conclusion,
        startedAt: one.started_at ?? null,
        completedAt: one.completed_at ?? null,
      })),
    }),
  );

const checkRun = z
  .looseObject({
    id: z.number().int().positive(),
    name: z.string(),
    status: z.string(),
    conclusion: z.string().nullable(),
    app: z.looseObject({ slug: z.string().nullish() }).nullable(),
    output: z.looseObject({ title: z.string().nullish() }).nullish(),
  })
  .transform(
    (raw): CheckRun => ({
      id: raw.id,
      name: raw.name,
      status: raw.status,
      conclusion: raw.conclusion,
      app: raw.app?.slug ?? null,
      title: raw.output?.title ?? null,
    }),
  );

const commitStatus = z
  .looseObject({ context: z.string(), state: z.string(), description: z.string().nullish() })
  .transform(
    (raw): CommitStatus => ({
      context: raw.context,
      state: raw.state,
      description: raw.description ?? null,
    }),
  );

const MAX_PAGES = 10;
/** A log's end shows the failure. Earlier bytes are discarded while the log is read. */
const MAX_LOG_BYTES = 8 * 1024 ** 2;
const MAX_LOG_READ_BYTES = 256 * 1024 ** 2;
const READS_ACTIONS = 'actions=read';

/** Workflow runs, jobs, checks and logs. */
export function ciClient(core: ClientCore): GitHubCi & Pick<GitHubWork, 'workflowRun'> {
  const actions = `${core.base}/actions`;
  const run = (id: number): Promise<CiRun> =>
    core.request({
      route: `GET ${actions}/runs/${id}`,
      doing: `show workflow run ${id}`,
      needs: READS_ACTIONS,
      read: readAs(ciRun),
    });
  const commit = (sha: string): string => `${core.base}/commits/${encodeURIComponent(sha)}`;
  return {
    checkRuns: (sha) =>
      allPages(core, {
        route: `GET ${commit(sha)}/check-runs`,
        doing: `list the checks of ${sha}`,
        needs: 'checks=read',
        read: readAs(z.array(checkRun), 'check_runs'),
        maxPages: MAX_PAGES,
      }),
    statuses: (sha) =>
      allPages(core, {
        route: `GET ${commit(sha)}/status`,
        doing: `list the statuses of ${sha}`,
        needs: 'statuses=read',
        read: readAs(z.array(commitStatus), 'statuses'),
        maxPages: MAX_PAGES,
      }),
    ciRuns: (sha) =>
      allPages(core, {
        route: `GET ${actions}/runs`,
        query: { head_sha: sha },
        doing: `list the workflow runs of ${sha}`,
        needs: READS_ACTIONS,
        read: readAs(z.array(ciRun), 'workflow_runs'),
        maxPages: MAX_PAGES,
      }),
    ciRun: run,
    workflowRun: (id) =>
      core.request({
        route: `GET ${actions}/runs/${id}`,
        doing: `read workflow run ${id}`,
        needs: READS_ACTIONS,
        read: readAs(workflowRun),
      }),
    ciJobs: (runId) =>
      allPages(core, {
        route: `GET ${actions}/runs/${runId}/jobs`,
        query: { filter: 'latest' },
        doing: `list the jobs of workflow run ${runId}`,
        needs: READS_ACTIONS,
        read: readAs(z.array(ciJob), 'jobs'),
        maxPages: MAX_PAGES,
      }),
    ciJob: (id) =>
      core.request({
        route: `GET ${actions}/jobs/${id}`,
        doing: `show job ${id}`,
        needs: READS_ACTIONS,
        read: readAs(ciJob),
      }),
    jobLog: (id) => jobLog(core, id),
    rerunFailed: async ({ id, attempt }) => {
      await core.request({
        route: `POST ${actions}/runs/${id}/rerun-failed-jobs`,
        doing: `rerun the failed jobs of workflow run ${id}`,
        needs: 'actions=write',
        read: () => true,
        // After a lost answer they may run already. Another request would start another attempt.
        recover: async () => ((await run(id)).attempt > attempt ? true : null),
      });
    },
  };
}

/** GitHub redirects to a signed address in its storage, which must not get the token. */
async function jobLog(core: ClientCore, id: number): Promise<JobLog | null> {
  const doing = `show the log of job ${id}`;
  const found = await core.request<{ readonly address: string } | { readonly none: true }>({
    route: `GET ${core.base}/actions/jobs/${id}/logs`,
    keepRedirect: true,
    doing,
    needs: READS_ACTIONS,
    answers: [302, 404, 410],
    read: ({ status, headers }) => {
      if (status === 404 || status === 410) return { none: true };
      const address = headers['location'];
      return address === undefined ? undefined : { address };
    },
  });
  if ('none' in found) return null;
  const limits = { doing, maxBytes: MAX_LOG_BYTES, maxReadBytes: MAX_LOG_READ_BYTES };
  const { bytes, omittedBytes } = await download(core, found.address, limits);
  return { text: new TextDecoder().decode(bytes), omittedBytes };
}
