import * as z from 'zod';
import {
  ciJob,
  ciRun,
  type CiRun,
  commitStatus,
  type GitHubCi,
  type JobLog,
  listedCheckRun,
} from '../ports/ci.ts';
import { allPages, type ClientCore, readAs } from './transport/core.ts';
import { download } from './transport/download.ts';

const MAX_PAGES = 10;
/** A log's end shows the failure. Earlier bytes are discarded while the log is read. */
const MAX_LOG_BYTES = 8 * 1024 ** 2;
const MAX_LOG_READ_BYTES = 256 * 1024 ** 2;
const READS_ACTIONS = 'actions=read';

/** Workflow runs, jobs, checks and logs. */
export function ciClient(core: ClientCore): GitHubCi {
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
        read: readAs(z.array(listedCheckRun), 'check_runs'),
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
