/** I/O: one audit trail, verified, kept and written as rows. */
import { join } from 'node:path';
import * as z from 'zod';
import {
  readTrail,
  trailBytes,
  type TrailVerdict,
  verifyAt,
  verifyTrail,
} from '../../audit/index.ts';
import type { Archive } from '../archive.ts';
import { type KeptTrail, keepTrail } from './keep-trail.ts';
import { RowWriter, type TrailClaims, TrailRows } from './rows.ts';
import { COUNTED_TABLES } from '../schema.ts';
import { allRows, type Database, nullableNumber, nullableText } from '../sqlite.ts';

type TrailSource = { readonly kind: 'folder' } | ArtifactSource;

export interface ArtifactSource {
  readonly kind: 'artifact';
  readonly repository: string;
  readonly artifact: number;
  readonly workflowRun: number | null;
  /** Of the pages of its GitHub, such as `https://github.com`; `null`: unknown. */
  readonly pageOrigin: string | null;
}

/** Whether GitHub stores an attestation of a file with this SHA-256. Rejects if that cannot be known now. */
type IsAttested = (sha256: string) => Promise<boolean>;

/** What an archive makes of a trail; `schema.ts` says what each means. */
const TRAIL_STATES = [
  'counted',
  'superseded',
  'conflict',
  'foreign',
  'broken',
  'unreadable',
] as const;
export type TrailState = (typeof TRAIL_STATES)[number];

export interface AddedTrail {
  /** False: the archive had it before. */
  readonly isNew: boolean;
  readonly state: TrailState;
  readonly because: string | null;
  /** Why this source is not what the trail names; `null` if it is. */
  readonly foreign: string | null;
  /** Where it is kept, below the archive. */
  readonly folder: string;
}

/** What the table of trails says about one. */
const storedTrail = z.object({
  trail: z.number(),
  state: z.enum(TRAIL_STATES),
  because: nullableText,
  folder: z.string(),
  repository: nullableText,
  workflowRun: nullableNumber,
  entries: z.number(),
  head: z.string(),
});
type StoredTrail = z.infer<typeof storedTrail>;

/** The state that a new trail gets, and the states that other trails of the run get because of it. */
interface Decision {
  readonly state: TrailState;
  readonly others: readonly { readonly trail: number; readonly state: TrailState }[];
}

const COUNTED: Decision = { state: 'counted', others: [] };
const FOREIGN: Decision = { state: 'foreign', others: [] };
const CONFLICT = 'Another audit trail of the same run says otherwise, and both verify.';

export class TrailAdder {
  readonly #archive: Archive;
  readonly #database: Database;
  readonly #rows: RowWriter;

  constructor(archive: Archive) {
    this.#archive = archive;
    this.#database = archive.database;
    this.#rows = new RowWriter(archive.database);
  }

  /**
   * Verifies and keeps the trail in a folder of the archive's own file system (see `Archive.incoming`), and removes that folder.
   * All rows of a trail are written in one transaction, so that it is there whole or not at all. Adding it again changes nothing
   * but what is known about its source. With `isAttested`, a new trail without an attestation is broken. Rejects with `file-refused` if
   * the disk is full.
   */
  async add(
    incoming: string,
    source: TrailSource,
    isAttested: IsAttested | null = null,
  ): Promise<AddedTrail> {
    const kept = await keepTrail(this.#archive, incoming);
    const verdict = this.#find(kept.digest) === null ? await verified(kept, isAttested) : null;
    return await this.#archive.write(async () => {
      // Another source may have brought the same trail meanwhile.
      const before = this.#find(kept.digest);
      if (before === null && verdict !== null) await this.#insert(kept, verdict, source);
      else if (before?.state === 'foreign' && whyForeign(before, source) === null)
        await this.#place(before.trail, before.folder, source);
      const stored = this.#find(kept.digest);
      if (stored === null) throw new Error('The archive lost a trail that it was adding.');
      const isVerified = stored.state !== 'broken' && stored.state !== 'unreadable';
      const foreign = isVerified ? whyForeign(stored, source) : null;
      const { trail, state, because, folder } = stored;
      if (source.kind === 'artifact') {
        const { repository, artifact } = source;
        const found = {
          state: foreign === null ? 'collected' : 'foreign',
          because: foreign,
          trail,
        };
        this.#rows.update('artifacts', { repository, artifact }, found);
      }
      return { isNew: before === null, state, because, foreign, folder };
    });
  }

  #find(digest: string): StoredTrail | null {
    return this.#trails('digest = ?', digest)[0] ?? null;
  }

  #trails(where: string, ...values: readonly (string | number | null)[]): readonly StoredTrail[] {
    const statement = this.#database.prepare(
      `SELECT trail, state, because, folder, repository, workflow_run AS workflowRun,
        coalesce(entries, 0) AS entries, coalesce(head, '') AS head FROM trails WHERE ${where}`,
    );
    return allRows(statement, storedTrail, ...values);
  }

  async #insert(kept: KeptTrail, verdict: TrailVerdict, source: TrailSource): Promise<void> {
    const { digest, folder, files, bytes } = kept;
    const isIntact = verdict.kind === 'intact';
    const isBroken = verdict.kind === 'broken';
    const trail = this.#rows.insert('trails', {
      digest,
      folder,
      state: isIntact ? 'foreign' : verdict.kind,
      run: isIntact ? verdict.run : null,
      entries: isIntact ? verdict.count : null,
      head: isIntact ? verdict.head : null,
      warnings: isIntact ? verdict.warningCount : null,
      fault: isBroken ? verdict.code : null,
      fault_line: isBroken ? verdict.line : null,
      because: isIntact ? null : verdict.because,
      files,
      bytes,
      collected_at: new Date().toISOString(),
    });
    if (isIntact) await this.#place(trail, folder, source);
  }

  /** Gives an intact trail its state, and its rows if it is counted. */
  async #place(trail: number, folder: string, source: TrailSource): Promise<void> {
    this.#database.exec('SAVEPOINT rows');
    const rows = new TrailRows(trail, this.#rows);
    for await (const entry of readTrail(this.#pathOf(folder))) rows.add(entry);
    const claims = rows.finish(source.kind === 'artifact' ? source.pageOrigin : null);
    const isNamed = whyForeign(claims, source) === null;
    const { state, others } = isNamed ? await this.#decide(trail, claims) : FOREIGN;
    if (state !== 'counted') this.#database.exec('ROLLBACK TO rows');
    this.#database.exec('RELEASE rows');
    for (const other of others) this.#uncount(other.trail, other.state);
    const { repository, workflowRun: workflow_run } = claims;
    this.#rows.update('trails', { trail }, { repository, workflow_run });
    this.#setState(trail, state);
  }

  /**
   * Compares an intact trail with those of the same run. A suspended run uploads its trail in each workflow run, and each holds
   * the entries of the one before: the longest counts. Two that do not hold each other are a contradiction, whichever came
   * first, and none of them counts.
   */
  async #decide(trail: number, { repository }: TrailClaims): Promise<Decision> {
    const own = this.#trails('trail = ?', trail)[0];
    const others = this.#trails(
      `trail <> ? AND repository IS ? COLLATE NOCASE AND run = (SELECT run FROM trails WHERE trail = ?)
        AND state IN ('counted', 'superseded', 'conflict')`,
      trail,
      repository,
      trail,
    );
    const longest = others.find(({ state }) => state === 'counted');
    if (own === undefined || others.length === 0) return COUNTED;
    if (longest !== undefined) {
      const [shorter, longer] = own.entries > longest.entries ? [longest, own] : [own, longest];
      if (await this.#holds(longer, shorter)) {
        if (longer === longest) return { state: 'superseded', others: [] };
        const superseded = { trail: longest.trail, state: 'superseded' } as const;
        return { state: 'counted', others: [superseded] };
      }
    }
    return {
      state: 'conflict',
      others: others.map((other) => ({ trail: other.trail, state: 'conflict' })),
    };
  }

  async #holds(longer: StoredTrail, { head: hash, entries: count }: StoredTrail): Promise<boolean> {
    const bytes = trailBytes(this.#pathOf(longer.folder));
    const verdict = await verifyTrail(bytes, { heads: [{ hash, count }], ...SKIP_ROOT });
    return verdict.kind === 'intact';
  }

  #uncount(trail: number, state: TrailState): void {
    for (const table of COUNTED_TABLES)
      this.#database.prepare(`DELETE FROM ${table} WHERE trail = ?`).run(trail);
    this.#setState(trail, state);
  }

  #setState(trail: number, state: TrailState): void {
    const because = state === 'conflict' ? CONFLICT : null;
    this.#rows.update('trails', { trail }, { state, because });
  }

  #pathOf(folder: string): string {
    return join(this.#archive.folder, folder);
  }
}

async function verified(kept: KeptTrail, isAttested: IsAttested | null): Promise<TrailVerdict> {
  const verdict = await verifyAt(kept.path, SKIP_ROOT);
  if (isAttested === null || verdict.kind !== 'intact') return verdict;
  if (kept.trailSha256 !== null && (await isAttested(kept.trailSha256))) return verdict;
  return {
    kind: 'broken',
    seq: verdict.count,
    line: verdict.count + 1,
    code: 'attestation',
    because: 'The audit trail is not attested.',
  };
}

/** The Merkle root is of no use here, and takes a fifth of the time. */
const SKIP_ROOT = { root: false } as const;

/**
 * Why a trail does not come from the workflow run that it names as its last; `null` if it does. A folder is trusted: the person
 * who collects it vouches for it.
 */
function whyForeign({ repository, workflowRun }: TrailClaims, source: TrailSource): string | null {
  if (source.kind === 'folder') return null;
  const isSame = repository?.toLowerCase() === source.repository.toLowerCase();
  if (isSame && workflowRun !== null && workflowRun === source.workflowRun) return null;
  const names = `workflow run ${workflowRun ?? 'unknown'} of ${repository ?? 'no repository'}`;
  const is = `workflow run ${source.workflowRun ?? 'unknown'} of ${source.repository}`;
  return `It names ${names}, and was uploaded by ${is}.`;
}
