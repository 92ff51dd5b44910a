/** I/O: the runs of the workflows that upload audit trails, so that a trail that is missing is found. */
import * as z from 'zod';
import { CountersignError } from '../../common/index.ts';
import type { ListedRun, WorkflowRuns } from '../../github/index.ts';
import type { Archive } from '../archive.ts';
import { allRows } from '../sqlite.ts';
import type { CollectionProblem } from './collection.ts';

const MAX_PAGES = 200;
/** Workflow runs of which the workflow is not known are looked up one by one. The rest waits for the next collection. */
const MAX_LOOKUPS = 100;
/** A run that was still running the last time is seen again. */
const OVERLAP_MS = 3 * 24 * 3600 * 1000;

/**
 * Notes the runs of each workflow that has uploaded an audit trail, and returns those that failed without one and were not known
 * before. Throws GitHub's errors, and `github-refused` for more runs than are read.
 */
export async function listRuns(
  archive: Archive,
  repository: string,
  { runs, sinceMs }: { readonly runs: WorkflowRuns; readonly sinceMs: number | null },
): Promise<readonly CollectionProblem[]> {
  const before = new Set(missing(archive, repository).map(({ workflowRun }) => workflowRun));
  const listed = new Set<number>();
  const list = async (workflow: number): Promise<void> => {
    listed.add(workflow);
    const fromMs = firstMs(archive, { repository, workflow }, sinceMs);
    const { found, isWhole } = await runsSince(runs, workflow, fromMs);
    await archive.write(() => found.forEach((run) => insert(archive, repository, workflow, run)));
    if (!isWhole) throw tooMany(workflow);
  };
  for (const workflow of workflowsOf(archive, repository)) await list(workflow);
  for (let lookup = 0; lookup < MAX_LOOKUPS; lookup += 1) {
    const run = unknownRun(archive, repository);
    if (run === null) break;
    const workflow = (await runs.originOf(run))?.workflowId ?? null;
    // Noted first, so that it is looked up once, even if the list no longer has it.
    await archive.write(() => insert(archive, repository, workflow, { id: run }));
    if (workflow !== null && !listed.has(workflow)) await list(workflow);
  }
  return missing(archive, repository)
    .filter(({ workflowRun }) => !before.has(workflowRun))
    .map(({ because }) => ({ problem: 'missing', where: repository, because }));
}

async function runsSince(
  runs: WorkflowRuns,
  workflow: number,
  fromMs: number,
): Promise<{ readonly found: readonly ListedRun[]; readonly isWhole: boolean }> {
  const found: ListedRun[] = [];
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const page = await runs.page(workflow, number);
    const wanted = page.runs.filter(({ createdAt }) => !(Date.parse(createdAt) < fromMs));
    found.push(...wanted);
    if (page.isLast || wanted.length < page.runs.length) return { found, isWhole: true };
  }
  return { found, isWhole: false };
}

function tooMany(workflow: number): CountersignError {
  return new CountersignError(
    'github-refused',
    `Workflow ${workflow} has more than ${MAX_PAGES * 100} new runs; only the newest are looked at for missing audit trails.`,
    { fix: 'Collect more often.' },
  );
}

/** From when on the runs of a workflow are listed: since the last time; the first time, since the first artifact. */
function firstMs(
  archive: Archive,
  named: { readonly repository: string; readonly workflow: number },
  sinceMs: number | null,
): number {
  const found = archive.database
    .prepare(
      `SELECT (SELECT max(created_at) FROM workflow_runs WHERE repository = :repository AND workflow = :workflow) AS last,
      (SELECT min(created_at) FROM artifacts WHERE repository = :repository) AS first`,
    )
    .get(named);
  const { last, first } = found ?? {};
  if (typeof last === 'string') return Date.parse(last) - OVERLAP_MS;
  const firstArtifact = typeof first === 'string' ? Date.parse(first) : -Infinity;
  return Math.max(firstArtifact, sinceMs ?? -Infinity);
}

function workflowsOf(archive: Archive, repository: string): readonly number[] {
  const statement = archive.database.prepare(
    'SELECT DISTINCT workflow FROM workflow_runs WHERE repository = ? AND workflow IS NOT NULL',
  );
  const rows = allRows(statement, z.object({ workflow: z.number() }), repository);
  return rows.map(({ workflow }) => workflow);
}

/** The newest workflow run with an audit trail whose workflow is not known. */
function unknownRun(archive: Archive, repository: string): number | null {
  const found = archive.database
    .prepare(
      `SELECT max(a.workflow_run) AS run FROM artifacts a WHERE a.repository = ? AND (a.from_fork = 0 OR a.state = 'collected') AND NOT EXISTS (
        SELECT 1 FROM workflow_runs w WHERE w.repository = a.repository AND w.workflow_run = a.workflow_run)`,
    )
    .get(repository)?.['run'];
  return typeof found === 'number' ? found : null;
}

function insert(
  archive: Archive,
  repository: string,
  workflow: number | null,
  run: Pick<ListedRun, 'id'> & Partial<ListedRun>,
): void {
  archive.database
    .prepare(
      `INSERT INTO workflow_runs (repository, workflow_run, workflow, event, conclusion, created_at, url)
      VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET workflow = excluded.workflow,
      event = coalesce(excluded.event, event), conclusion = coalesce(excluded.conclusion, conclusion),
      created_at = coalesce(excluded.created_at, created_at), url = coalesce(excluded.url, url)`,
    )
    .run(
      repository,
      run.id,
      workflow,
      run.event ?? null,
      run.conclusion ?? null,
      run.createdAt ?? null,
      run.url ?? null,
    );
}

const missingRun = z.object({ workflowRun: z.number(), because: z.string() });

function missing(archive: Archive, repository: string): readonly z.infer<typeof missingRun>[] {
  const statement = archive.database.prepare(
    "SELECT workflow_run AS workflowRun, because FROM problems WHERE problem = 'missing' AND repository = ?",
  );
  return allRows(statement, missingRun, repository);
}
