/** I/O: which artifacts a repository has. */
import { CountersignError } from '../../common/index.ts';
import { type ListedArtifact, type RunArtifacts, TRAIL_ARTIFACTS } from '../../github/index.ts';
import type { Archive } from '../archive.ts';

const OWN_NAME = 'countersign-';
const MAX_PAGES = 1_000;
/** The list is read again if artifacts were deleted meanwhile: the rest of it moved up, and some may have been skipped. */
const MAX_READINGS = 3;
/** An artifact appears in the list when its upload ends, which may be after that of a newer one. */
const OVERLAP_MS = 24 * 3600 * 1000;

/** Artifacts of other tools, which are counted and left alone. */
type OtherArtifacts = (name: string) => void;

/**
 * Reads the list of a repository's artifacts from the newest to those that the archive knows, and notes each audit trail. Where the
 * last collection ended is noted only when the list was read to its end, with all that it has. Throws GitHub's errors, and
 * `github-refused` for more artifacts than are read, and where the list never was whole.
 */
export async function listArtifacts(
  archive: Archive,
  repository: string,
  options: {
    readonly artifacts: Pick<RunArtifacts, 'page'>;
    /** Older artifacts are left out. `null`: none are. */
    readonly sinceMs: number | null;
    readonly onOther: OtherArtifacts;
  },
): Promise<void> {
  const { sinceMs } = options;
  const known = await begin(archive, repository);
  const isCovered = sinceMs === null || sinceMs >= known.fromMs;
  const resumeMs = known.untilMs !== null && isCovered ? known.untilMs - OVERLAP_MS : -Infinity;
  const stopMs = Math.max(resumeMs, sinceMs ?? -Infinity);
  const others = new Set<number>();
  const note = async (listed: readonly ListedArtifact[]) => {
    const wanted = listed.filter(({ createdAt }) => !isBefore(createdAt, stopMs));
    for (const { id, name } of wanted) {
      if (name.startsWith(OWN_NAME) || others.has(id)) continue;
      others.add(id);
      options.onOther(name);
    }
    await insert(archive, repository, wanted);
  };
  for (let reading = 1; reading <= MAX_READINGS; reading += 1) {
    const { isWhole, newest } = await readPages(options.artifacts, stopMs, note);
    if (!isWhole) continue;
    const from = known.untilMs !== null && isCovered ? known.fromMs : (sinceMs ?? -Infinity);
    await end(archive, repository, { from, newest });
    return;
  }
  throw new CountersignError(
    'github-refused',
    `Artifacts of ${repository} were deleted while they were listed, ${MAX_READINGS} times, so some may have been skipped.`,
    { fix: 'Collect again in a while.' },
  );
}

async function readPages(
  artifacts: Pick<RunArtifacts, 'page'>,
  stopMs: number,
  note: (listed: readonly ListedArtifact[]) => Promise<void>,
): Promise<{ readonly isWhole: boolean; readonly newest: string | null }> {
  let [total, newest]: [number, string | null] = [0, null];
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const page = await artifacts.page(number);
    newest ??= page.artifacts.find(({ createdAt }) => createdAt !== null)?.createdAt ?? null;
    await note(page.artifacts);
    if (page.total < total) return { isWhole: false, newest };
    total = page.total;
    const isKnown = page.artifacts.some(({ createdAt }) => isBefore(createdAt, stopMs));
    if (page.isLast || isKnown) return { isWhole: true, newest };
  }
  throw new CountersignError(
    'github-refused',
    `The repository has more than ${MAX_PAGES * 100} artifacts; that many are not listed.`,
    { fix: 'Collect the newer ones with --since.' },
  );
}

function isBefore(createdAt: string | null, ms: number): boolean {
  return createdAt !== null && Date.parse(createdAt) < ms;
}

/** When the artifacts that the archive knows begin and end, in milliseconds. */
async function begin(
  archive: Archive,
  repository: string,
): Promise<{ readonly fromMs: number; readonly untilMs: number | null }> {
  return await archive.write(() => {
    archive.database
      .prepare(
        `INSERT INTO repositories (repository, asked_at) VALUES (?, ?)
        ON CONFLICT DO UPDATE SET asked_at = excluded.asked_at, problem = NULL`,
      )
      .run(repository, new Date().toISOString());
    const found = archive.database
      .prepare('SELECT listed_from, listed_until FROM repositories WHERE repository = ?')
      .get(repository);
    const [from, until] = [found?.['listed_from'], found?.['listed_until']];
    return {
      fromMs: typeof from === 'string' ? Date.parse(from) : -Infinity,
      untilMs: typeof until === 'string' ? Date.parse(until) : null,
    };
  });
}

async function end(
  archive: Archive,
  repository: string,
  { from, newest }: { readonly from: number; readonly newest: string | null },
): Promise<void> {
  await archive.run(
    'UPDATE repositories SET listed_from = ?, listed_until = coalesce(?, listed_until) WHERE repository = ?',
    Number.isFinite(from) ? new Date(from).toISOString() : null,
    newest,
    repository,
  );
}

async function insert(
  archive: Archive,
  repository: string,
  listed: readonly ListedArtifact[],
): Promise<void> {
  const trails = listed.filter(({ name }) => name.startsWith(TRAIL_ARTIFACTS));
  if (trails.length === 0) return;
  const statement = archive.database.prepare(
    `INSERT INTO artifacts (repository, artifact, name, workflow_run, from_fork, created_at, bytes, sha256, state)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET state = excluded.state, because = NULL
      WHERE state IN ('waiting', 'expired') AND state <> excluded.state`,
  );
  await archive.write(() => {
    for (const one of trails)
      statement.run(
        repository,
        one.id,
        one.name,
        one.workflowRunId,
        one.mayBeFromFork ? 1 : 0,
        one.createdAt,
        one.bytes,
        one.sha256,
        one.expired ? 'expired' : 'waiting',
      );
  });
}
