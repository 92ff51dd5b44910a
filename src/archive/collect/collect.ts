/** I/O: gathers audit trails from folders and from GitHub into an archive. */
import { type Dirent } from 'node:fs';
import { mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { TRAIL_FILE } from '../../audit/index.ts';
import { CountersignError, errorText, systemReason } from '../../common/index.ts';
import {
  createRunArtifacts,
  createWorkflowRuns,
  type GitHubOptions,
  pageOriginOf,
  organizationRepos,
  type RunArtifacts,
  type WorkflowRuns,
} from '../../github/index.ts';
import { type AddedTrail, type ArtifactSource, TrailAdder } from './add-trail.ts';
import { type Archive, archiveError, isDiskFull } from '../archive.ts';
import { Collection, type CollectionResult } from './collection.ts';
import { inParallel } from './in-parallel.ts';
import { copyTrail } from './keep-trail.ts';
import { listArtifacts } from './list-artifacts.ts';
import { listRuns } from './list-runs.ts';
import { allRows, nullableNumber, nullableText } from '../sqlite.ts';

const MAX_DEPTH = 12;
const DOWNLOADS = 10;
/** What downloads in progress may hold in memory. */
const MAX_DOWNLOAD_BYTES = 256 * 1024 * 1024;
const BATCH = 1_000;
const FROM_FORK = 'It was uploaded by a workflow run of a fork.';
/** Errors after which nothing else can be collected: of GitHub as a whole, and of the archive. */
const FINAL: ReadonlySet<string> = new Set([
  'github-limit',
  'input-invalid',
  'cancelled',
  'file-refused',
  'internal',
]);

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

export interface CollectProgress {
  /** The folder or repository. */
  readonly place: string;
  readonly done: number;
  /** How many there are; `null` while they are being looked for. */
  readonly total: number | null;
  readonly isEnd: boolean;
}

/**
 * Collects into an archive: verifies each trail, keeps its files, and writes its rows. What was collected stays collected if this is
 * interrupted at any point, and collecting again continues it. Artifacts that cannot be read now are tried again the next time. What ends
 * it early is in the result, after what was found before: a full disk (`file-refused`), a folder that cannot be read, and those of
 * GitHub's errors that end everything, such as a limit of the rate or a wrong token.
 */
export async function collect(
  archive: Archive,
  options: CollectOptions,
): Promise<CollectionResult> {
  const collection = new Collection();
  const collecting = { archive, adder: new TrailAdder(archive), collection, options };
  try {
    await collectAll(collecting);
    return { ...collection.result(), endedEarly: null };
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    return { ...collection.result(), endedEarly: error };
  }
}

async function collectAll(collecting: Collecting): Promise<void> {
  const { folders, repositories, organizations, github } = collecting.options;
  for (const folder of folders) await collectFolder(collecting, resolve(folder));
  const all = new Set(repositories);
  for (const org of organizations)
    for (const name of await organizationRepos(org, github)) all.add(name);
  for (const repository of all) await new RepositoryCollection(repository, collecting).collect();
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
  for await (const found of trailsIn(folder, await realpath(archive.folder))) {
    const incoming = archive.incoming();
    const unreadable = await copied(found, incoming, archive);
    if (unreadable === null) collection.add(found, await adder.add(incoming, { kind: 'folder' }));
    else collection.problem({ problem: 'unreadable', where: found, because: unreadable });
    done += 1;
    options.onProgress({ place: folder, done, total: null, isEnd: false });
  }
  options.onProgress({ place: folder, done, total: done, isEnd: true });
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

/** The folders with a trail in a folder, itself included, in the order of their names. Follows no links, and skips the archive by its real path. */
async function* trailsIn(
  folder: string,
  archive: string,
  depth = 0,
): AsyncGenerator<string, void, undefined> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw new CountersignError(
      'file-refused',
      `${folder} cannot be read: ${systemReason(error)}.`,
      { fix: 'Name a folder with audit trails.', cause: error },
    );
  }
  if (entries.some((entry) => entry.name === TRAIL_FILE && entry.isFile())) return yield folder;
  if (depth === MAX_DEPTH) return;
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  for (const name of names.toSorted()) {
    const inner = join(folder, name);
    // A link may lead to what both are in. What cannot be resolved cannot be read either.
    const real = await realpath(inner).catch(() => inner);
    if (real !== archive) yield* trailsIn(inner, archive, depth + 1);
  }
}

const waitingRow = z.object({
  artifact: z.number(),
  name: z.string(),
  workflowRun: nullableNumber,
  mayBeFromFork: z.number().transform((flag) => flag === 1),
  bytes: z.number(),
  sha256: nullableText,
});
type Waiting = ArtifactSource & z.infer<typeof waitingRow>;

class RepositoryCollection {
  readonly #repository: string;
  readonly #collecting: Collecting;
  readonly #artifacts: RunArtifacts;
  readonly #runs: WorkflowRuns;

  constructor(repository: string, collecting: Collecting) {
    const [owner = '', repo = ''] = repository.split('/');
    const client = { ...collecting.options.github, owner, repo };
    this.#repository = repository;
    this.#collecting = collecting;
    this.#artifacts = createRunArtifacts(client);
    this.#runs = createWorkflowRuns(client);
  }

  async collect(): Promise<void> {
    const { archive, collection, options } = this.#collecting;
    const repository = this.#repository;
    options.onProgress({ place: repository, done: 0, total: null, isEnd: false });
    const sinceMs = options.since?.getTime() ?? null;
    const onOther = (name: string): void => collection.other(name);
    const isListed = await this.#listing(async () => {
      await listArtifacts(archive, repository, { artifacts: this.#artifacts, sinceMs, onOther });
    });
    // Where the list cannot be read, GitHub would say of each artifact that there is none.
    if (!isListed) return;
    await this.#downloadAll();
    await this.#listing(async () => {
      for (const problem of await listRuns(archive, repository, { runs: this.#runs, sinceMs }))
        collection.problem(problem);
    });
  }

  /** Reads a list of the repository, and returns whether that succeeded. Otherwise it is noted, and the others are collected. */
  async #listing(read: () => Promise<void>): Promise<boolean> {
    const { archive, collection } = this.#collecting;
    try {
      await read();
      return true;
    } catch (error) {
      throwIfFinal(error, archive);
      const [because, where] = [errorText(error), this.#repository];
      collection.problem({ problem: 'not listed', where, because });
      await archive.run('UPDATE repositories SET problem = ? WHERE repository = ?', because, where);
      return false;
    }
  }

  async #downloadAll(): Promise<void> {
    const { collection, options } = this.#collecting;
    const total = this.#countWaiting();
    let done = 0;
    const limits = {
      maxAtOnce: DOWNLOADS,
      maxBytes: MAX_DOWNLOAD_BYTES,
      bytesOf: ({ bytes }: Waiting) => bytes,
    };
    await inParallel(this.#waiting(), limits, async (one) => {
      await this.#download(one);
      done += 1;
      options.onProgress({ place: this.#repository, done, total, isEnd: false });
    });
    collection.expired(this.#expired());
    options.onProgress({ place: this.#repository, done, total, isEnd: true });
  }

  async #download(one: Waiting): Promise<void> {
    const { archive, adder, collection, options } = this.#collecting;
    const incoming = archive.incoming();
    let added: AddedTrail;
    try {
      // Anybody can open a pull request whose workflow uploads gigabytes.
      if (one.mayBeFromFork && (await this.#isFromFork(one)))
        return await this.#notCollected(one, 'foreign', FROM_FORK);
      await mkdir(incoming);
      await this.#artifacts.unpack({ ...one, id: one.artifact }, incoming);
      const isAttested = async (sha256: string) => await this.#artifacts.isAttested(sha256);
      added = await adder.add(
        incoming,
        one,
        options.requireAttestation === true ? isAttested : null,
      );
    } catch (error) {
      await rm(incoming, { recursive: true, force: true });
      throwIfFinal(error, archive);
      return await this.#notCollected(one, await this.#stateAfter(error), errorText(error));
    }
    collection.add(`${one.repository} ${one.name}`, added);
  }

  async #isFromFork({ workflowRun }: Waiting): Promise<boolean> {
    const origin = workflowRun === null ? null : await this.#runs.originOf(workflowRun);
    return origin === null || origin.isFromFork;
  }

  async #notCollected(
    { repository, artifact, name }: Waiting,
    state: 'expired' | 'refused' | 'waiting' | 'foreign',
    because: string,
  ): Promise<void> {
    const { archive, collection } = this.#collecting;
    const sql = 'UPDATE artifacts SET state = ?, because = ? WHERE repository = ? AND artifact = ?';
    await archive.run(sql, state, because, repository, artifact);
    if (state !== 'expired')
      collection.problem({ problem: state, where: `${repository} ${name}`, because });
  }

  /**
   * What becomes of an artifact that could not be downloaded. Only what no later try can change is final: GitHub also says that
   * there is no such artifact to a token that has lost its access, and then does not list any.
   */
  async #stateAfter(error: unknown): Promise<'expired' | 'refused' | 'waiting'> {
    if (!(error instanceof CountersignError)) return 'waiting';
    if (error.code === 'artifact-refused') return 'refused';
    if (error.code !== 'github-not-found') return 'waiting';
    try {
      await this.#artifacts.page(1);
      return 'expired';
    } catch {
      return 'waiting';
    }
  }

  /** The artifacts that are to be downloaded, oldest first, each once. */
  *#waiting(): Generator<Waiting> {
    const { archive, options } = this.#collecting;
    const repository = this.#repository;
    const pageOrigin = pageOriginOf(options.github.apiUrl);
    const statement = archive.database.prepare(
      `SELECT artifact, name, workflow_run AS workflowRun, from_fork AS mayBeFromFork, bytes, sha256 FROM artifacts
      WHERE repository = ? AND state = 'waiting' AND artifact > ? ORDER BY artifact LIMIT ${BATCH}`,
    );
    let last = -1;
    for (;;) {
      const rows = allRows(statement, waitingRow, repository, last);
      for (const row of rows) {
        last = row.artifact;
        yield { kind: 'artifact', repository, pageOrigin, ...row };
      }
      if (rows.length < BATCH) return;
    }
  }

  #countWaiting(): number {
    const found = this.#collecting.archive.database
      .prepare(`SELECT count(*) AS count FROM artifacts WHERE repository = ? AND state = 'waiting'`)
      .get(this.#repository);
    return Number(found?.['count'] ?? 0);
  }

  /** The names of all artifacts that expired before they were collected. */
  #expired(): readonly string[] {
    const statement = this.#collecting.archive.database.prepare(
      `SELECT name FROM artifacts WHERE repository = ? AND state = 'expired' ORDER BY name`,
    );
    const rows = allRows(statement, z.object({ name: z.string() }), this.#repository);
    return rows.map(({ name }) => `${this.#repository} ${name}`);
  }
}

/** Throws the errors that end the collection: those of the archive and of the system, and some of GitHub. */
function throwIfFinal(error: unknown, archive: Archive): void {
  const explained = archiveError(error, archive.folder);
  if (!(explained instanceof CountersignError)) throw explained;
  if (explained !== error || FINAL.has(explained.code)) throw explained;
}
