/** I/O: gathers audit trails from folders and from GitHub into an archive. */
import { type Dirent } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { TRAIL_FILE } from '../audit/index.ts';
import { CountersignError, errorText } from '../common/index.ts';
import {
  createRunArtifacts,
  createWorkflowRuns,
  type GitHubOptions,
  organizationRepos,
  type RunArtifacts,
} from '../github/index.ts';
import { type AddedTrail, type ArtifactSource, TrailAdder } from './add-trail.ts';
import { type Archive, archiveError, isDiskFull } from './archive.ts';
import { Collection, type CollectionResult } from './collection.ts';
import { inParallel } from './in-parallel.ts';
import { copyTrail } from './keep.ts';
import { listArtifacts } from './list-artifacts.ts';
import { listRuns } from './list-runs.ts';

const MAX_DEPTH = 12;
const DOWNLOADS = 10;
/** What downloads in progress may hold in memory. */
const MAX_DOWNLOAD_BYTES = 256 * 1024 * 1024;
const BATCH = 1_000;
/** Errors after which nothing else can be collected: of GitHub as a whole, and of the archive. */
const FINAL: ReadonlySet<string> = new Set([
  'github-limit',
  'input-invalid',
  'cancelled',
  'file-refused',
  'internal',
]);

/** What to collect. */
export interface CollectOptions {
  readonly folders: readonly string[];
  /** `OWNER/REPO`. */
  readonly repositories: readonly string[];
  readonly organizations: readonly string[];
  /** Artifacts that were created earlier are left out; `null`: none are. */
  readonly since: Date | null;
  /** Of artifacts, only trails count of which GitHub stores an attestation. Absent: those without one, too. */
  readonly requireAttestation?: boolean;
  /** The client for repositories and organisations. */
  readonly github: Omit<GitHubOptions, 'owner' | 'repo'>;
  readonly onProgress: (progress: CollectProgress) => void;
}

/** Where a collection is. */
export interface CollectProgress {
  /** The folder or repository. */
  readonly place: string;
  readonly done: number;
  /** How many there are; `null` while they are being looked for. */
  readonly of: number | null;
  readonly isEnd: boolean;
}

/**
 * Collects into an archive: verifies each trail, keeps its files, and writes its rows. What was collected stays collected if this is
 * interrupted at any point, and collecting again goes on. Artifacts that cannot be read now are tried again the next time. Rejects
 * with `file-refused` if the disk is full, and with GitHub's errors that end everything: a limit of the rate, a wrong token.
 */
export async function collect(
  archive: Archive,
  options: CollectOptions,
): Promise<CollectionResult> {
  const collection = new Collection();
  const adder = new TrailAdder(archive);
  for (const folder of options.folders)
    await collectFolder({ archive, adder, collection, options }, resolve(folder));
  const repositories = new Set(options.repositories);
  for (const org of options.organizations)
    for (const name of await organizationRepos(org, options.github)) repositories.add(name);
  for (const repository of repositories)
    await collectRepository({ archive, adder, collection, options }, repository);
  return collection.result();
}

interface Collecting {
  readonly archive: Archive;
  readonly adder: TrailAdder;
  readonly collection: Collection;
  readonly options: CollectOptions;
}

async function collectFolder(collecting: Collecting, folder: string): Promise<void> {
  const { archive, adder, collection, options } = collecting;
  let done = 0;
  for await (const found of trailsIn(folder, archive.folder)) {
    const incoming = archive.incoming();
    const unreadable = await copied(found, incoming, archive);
    if (unreadable === null) collection.add(found, await adder.add(incoming, { kind: 'folder' }));
    else collection.problem({ problem: 'unreadable', where: found, because: unreadable });
    done += 1;
    options.onProgress({ place: folder, done, of: null, isEnd: false });
  }
  options.onProgress({ place: folder, done, of: done, isEnd: true });
  if (done === 0)
    collection.problem({
      problem: 'unreadable',
      where: folder,
      because: `No folder in it has an ${TRAIL_FILE}.`,
    });
}

/** Copies a trail, and returns why it cannot be read. Throws `file-refused` if the archive's disk is full. */
async function copied(from: string, to: string, archive: Archive): Promise<string | null> {
  try {
    await copyTrail(from, to);
    return null;
  } catch (error) {
    if (isDiskFull(error)) throw archiveError(error, archive.folder);
    return errorText(error);
  }
}

/** The folders with a trail in a folder, itself included, in the order of their names. Follows no links, and skips the archive. */
async function* trailsIn(
  folder: string,
  archive: string,
  depth = 0,
): AsyncGenerator<string, void, undefined> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw new CountersignError('file-refused', `${folder} cannot be read: ${errorText(error)}.`, {
      fix: 'Name a folder with audit trails.',
      cause: error,
    });
  }
  if (entries.some((entry) => entry.name === TRAIL_FILE && entry.isFile())) return yield folder;
  if (depth === MAX_DEPTH) return;
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  for (const name of names.toSorted()) {
    const inner = join(folder, name);
    if (inner !== archive) yield* trailsIn(inner, archive, depth + 1);
  }
}

async function collectRepository(collecting: Collecting, repository: string): Promise<void> {
  const { archive, collection, options } = collecting;
  const [owner = '', repo = ''] = repository.split('/');
  options.onProgress({ place: repository, done: 0, of: null, isEnd: false });
  const client = { ...options.github, owner, repo };
  const artifacts = createRunArtifacts(client);
  const sinceMs = options.since?.getTime() ?? null;
  const onOther = (name: string): void => collection.other(name);
  await listing(collecting, repository, async () => {
    await listArtifacts(archive, repository, { artifacts, sinceMs, onOther });
  });
  await downloadWaiting(collecting, repository, artifacts);
  await listing(collecting, repository, async () => {
    const runs = createWorkflowRuns(client);
    for (const problem of await listRuns(archive, repository, { runs, sinceMs }))
      collection.problem(problem);
  });
}

/** Reads a list of a repository. One that cannot be read is noted, and leaves the others to be collected. */
async function listing(
  { archive, collection }: Collecting,
  repository: string,
  read: () => Promise<void>,
): Promise<void> {
  try {
    await read();
  } catch (error) {
    throwIfFinal(error, archive);
    const because = errorText(error);
    collection.problem({ problem: 'not listed', where: repository, because });
    await archive.write(() => {
      archive.database
        .prepare('UPDATE repositories SET problem = ? WHERE repository = ?')
        .run(because, repository);
    });
  }
}

/** A row of an artifact that is to be downloaded. */
interface Waiting extends ArtifactSource {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string | null;
}

async function downloadWaiting(
  collecting: Collecting,
  repository: string,
  artifacts: Pick<RunArtifacts, 'unpack' | 'isAttested'>,
): Promise<void> {
  const { archive, collection, options } = collecting;
  const of = countWaiting(archive, repository);
  let done = 0;
  const limits = {
    maxAtOnce: DOWNLOADS,
    maxBytes: MAX_DOWNLOAD_BYTES,
    bytesOf: ({ bytes }: Waiting) => bytes,
  };
  await inParallel(waiting(archive, repository), limits, async (one) => {
    await downloadOne(collecting, one, artifacts);
    done += 1;
    options.onProgress({ place: repository, done, of, isEnd: false });
  });
  collection.expired(expiredIn(archive, repository));
  options.onProgress({ place: repository, done, of, isEnd: true });
}

async function downloadOne(
  { archive, adder, collection, options }: Collecting,
  one: Waiting,
  artifacts: Pick<RunArtifacts, 'unpack' | 'isAttested'>,
): Promise<void> {
  const incoming = archive.incoming();
  let added: AddedTrail;
  try {
    await mkdir(incoming);
    await artifacts.unpack({ ...one, id: one.artifact }, incoming);
    added = await adder.add(
      incoming,
      one,
      options.requireAttestation === true ? artifacts.isAttested : null,
    );
  } catch (error) {
    await rm(incoming, { recursive: true, force: true });
    throwIfFinal(error, archive);
    const state = stateAfter(error);
    const because = errorText(error);
    await archive.write(() => {
      archive.database
        .prepare(
          'UPDATE artifacts SET state = ?, because = ? WHERE repository = ? AND artifact = ?',
        )
        .run(state, because, one.repository, one.artifact);
    });
    if (state !== 'expired')
      collection.problem({
        problem: state,
        where: `${one.repository} ${one.name}`,
        because,
      });
    return;
  }
  collection.add(`${one.repository} ${one.name}`, added);
}

/** What becomes of an artifact that could not be downloaded. Only what no later try can change is final. */
function stateAfter(error: unknown): 'expired' | 'refused' | 'waiting' {
  if (!(error instanceof CountersignError)) return 'waiting';
  if (error.code === 'github-not-found') return 'expired';
  return error.code === 'artifact-refused' ? 'refused' : 'waiting';
}

/** Throws the errors that end the collection: those of the archive and of the system, and some of GitHub. */
function throwIfFinal(error: unknown, archive: Archive): void {
  const explained = archiveError(error, archive.folder);
  if (!(explained instanceof CountersignError)) throw explained;
  if (explained !== error || FINAL.has(explained.code)) throw explained;
}

/** The artifacts of a repository that are to be downloaded, oldest first, each once. */
function* waiting(archive: Archive, repository: string): Generator<Waiting> {
  const statement = archive.database.prepare(
    `SELECT artifact, name, workflow_run, from_fork, bytes, sha256 FROM artifacts
    WHERE repository = ? AND state = 'waiting' AND artifact > ? ORDER BY artifact LIMIT ${BATCH}`,
  );
  let last = -1;
  for (;;) {
    const rows = statement.all(repository, last);
    for (const row of rows) {
      last = Number(row['artifact']);
      yield {
        kind: 'artifact',
        repository,
        artifact: last,
        name: String(row['name']),
        workflowRun: row['workflow_run'] === null ? null : Number(row['workflow_run']),
        isFromFork: row['from_fork'] === 1,
        bytes: Number(row['bytes']),
        sha256: typeof row['sha256'] === 'string' ? row['sha256'] : null,
      };
    }
    if (rows.length < BATCH) return;
  }
}

function countWaiting(archive: Archive, repository: string): number {
  const found = archive.database
    .prepare(`SELECT count(*) AS count FROM artifacts WHERE repository = ? AND state = 'waiting'`)
    .get(repository);
  return Number(found?.['count'] ?? 0);
}

/** The names of all artifacts of a repository that expired before they were collected. */
function expiredIn(archive: Archive, repository: string): readonly string[] {
  return archive.database
    .prepare(`SELECT name FROM artifacts WHERE repository = ? AND state = 'expired' ORDER BY name`)
    .all(repository)
    .map((row) => `${repository} ${String(row['name'])}`);
}
