import * as z from 'zod';
import type { CheckRun, CiJob, CiRun, CommitStatus } from '../../ports/ci.ts';
import { account } from './schemas.ts';

/** The parts of GitHub's answers about workflow runs and checks that are used. */

const name = z
  .looseObject({ full_name: z.string() })
  .nullish()
  .transform((found) => found?.full_name ?? null);

export const ciRun = z
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

export const ciRuns = z.looseObject({ workflow_runs: z.array(ciRun) });

const step = z.looseObject({
  number: z.number().int(),
  name: z.string(),
  conclusion: z.string().nullable(),
  started_at: z.string().nullish(),
  completed_at: z.string().nullish(),
});

export const ciJob = z
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

export const ciJobs = z.looseObject({ jobs: z.array(ciJob) });

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

export const checkRuns = z.looseObject({ check_runs: z.array(checkRun) });

const commitStatus = z
  .looseObject({ context: z.string(), state: z.string(), description: z.string().nullish() })
  .transform(
    (raw): CommitStatus => ({
      context: raw.context,
      state: raw.state,
      description: raw.description ?? null,
    }),
  );

export const combinedStatus = z.looseObject({ statuses: z.array(commitStatus) });
