/** I/O: downloads and reads the artifact of another job of the same workflow run. Nothing in it is trusted. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Entry, readTrail, verifyAt } from '../../audit/index.ts';
import { CountersignError, sha256 } from '../../common/index.ts';
import type { ArtifactStore } from '../../github/index.ts';
import { CHANGES_FILE } from '../../session/index.ts';
import type { ActionEnvironment } from '../inputs/environment.ts';

const MAX_PATCH_BYTES = 20 * 1024 * 1024;

/** The changes of an agent's job, with what its audit trail says about them. */
export interface ChangesArtifact {
  /** The agent's run. */
  readonly run: string;
  readonly patch: Buffer;
  readonly sha256: string;
  /** The agent's own summary. Not trusted. */
  readonly summary: string;
  readonly leftOut: number;
}

type Saved = Extract<Entry, { type: 'changes.saved' }>;

/**
 * Downloads and verifies the changes of an agent's job of this workflow run. The trail must verify up to the head hash
 * that the job published and must be complete. It must belong to this repository, this workflow run and the commit that
 * this job pinned itself. It must have ended `done` with the proof that this job's policy requires, and name the digest
 * of the patch. Throws `changes-refused` with the first condition that fails.
 */
export async function loadChangesArtifact(options: {
  readonly store: ArtifactStore;
  readonly environment: ActionEnvironment;
  readonly artifact: string;
  readonly head: string;
  /** The commit that this job works on. */
  readonly headSha: string;
  /** The rules of this job's `done.requires`: the run that made the changes must have had to prove them. */
  readonly requires: readonly string[];
  /** An empty folder. */
  readonly folder: string;
}): Promise<ChangesArtifact> {
  const { artifact, folder, environment } = options;
  const found = await options.store.download({
    name: artifact,
    workflowRunId: Number(environment.runId),
    folder,
  });
  if (!found) throw changesRefused(`this workflow run has no artifact ${artifact}`);
  const verdict = await verifyAt(folder, { heads: [{ hash: options.head }], requireEnd: true });
  if (verdict.kind === 'unreadable')
    throw changesRefused(`its trail cannot be read: ${verdict.because}`);
  if (verdict.kind === 'broken') {
    throw changesRefused(`its trail is broken at entry ${verdict.seq}: ${verdict.because}`);
  }
  const { start, saved, end } = await milestones(folder);
  const repository = `${environment.owner}/${environment.repo}`;
  if (start?.repository !== repository) throw changesRefused(`its trail is not of ${repository}`);
  if (start.workflow?.runId !== environment.runId)
    throw changesRefused('its trail is of another workflow run');
  if (end?.outcome !== 'done')
    throw changesRefused(`the run that made them ended ${end?.outcome ?? 'without an outcome'}`);
  const required = start.doneRequires ?? [];
  const missing = options.requires.find((rule) => !required.includes(rule));
  if (missing !== undefined)
    throw changesRefused(`the run that made them did not have to prove ${missing}`);
  if (saved === null) throw changesRefused('its trail names no changes');
  if (start.headSha !== options.headSha || saved.base !== options.headSha) {
    throw changesRefused(`they are of ${saved.base}, and this job is on ${options.headSha}`);
  }
  const patch = await patchIn(folder, saved);
  const { run } = start;
  return { run, patch, sha256: saved.sha256, summary: end.summary, leftOut: saved.leftOut.length };
}

async function milestones(folder: string) {
  let start: Extract<Entry, { type: 'run.start' }> | null = null;
  let saved: Saved | null = null;
  let end: Extract<Entry, { type: 'run.end' }> | null = null;
  for await (const entry of readTrail(folder)) {
    if (entry.type === 'run.start') start = entry;
    if (entry.type === 'changes.saved') saved = entry;
    if (entry.type === 'run.end') end = entry;
  }
  return { start, saved, end };
}

async function patchIn(folder: string, saved: Saved): Promise<Buffer> {
  const path = join(folder, CHANGES_FILE);
  const about = await stat(path).catch(() => null);
  if (about === null || !about.isFile())
    throw changesRefused(`its artifact holds no ${CHANGES_FILE}`);
  if (about.size > MAX_PATCH_BYTES)
    throw changesRefused(`they have more than ${MAX_PATCH_BYTES} bytes`);
  const patch = await readFile(path);
  if (sha256(patch) !== saved.sha256)
    throw changesRefused('they are not those that its trail names');
  return patch;
}

/** The error for changes that must not be applied. */
export function changesRefused(because: string): CountersignError {
  const message = `The changes of the agent's job are refused: ${because}.`;
  return new CountersignError('changes-refused', message);
}
