import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, CountersignError, defined, errorText, within } from '../common/index.ts';
import type { ArtifactStore } from '../github/index.ts';
import type { Published } from './report.ts';

const MAX_FILES = 50_000;

const MS_PER_SECOND = 1_000;
/** What the artifact client says if the store of the bytes no longer takes any. It leaves the connection open. */
const STALLED = 'Upload progress stalled';

/** How long a main step waits for its upload. The post step has less. */
export const UPLOAD_LIMIT_MS = 300_000;

/**
 * Uploads the trail's folder as one artifact. Never rejects: if the upload fails or takes longer than `limitMs`, the
 * trail stays on the runner and the result says why.
 */
export async function publishTrail(
  store: Pick<ArtifactStore, 'upload'>,
  artifact: {
    readonly folder: string;
    readonly name: string;
    readonly retentionDays: number | null;
    readonly clock: Clock;
    readonly limitMs: number;
    /** An earlier process of this job may have begun to upload it. Absent: none did. */
    readonly mayHaveBegun?: true;
  },
): Promise<Published> {
  const { folder, retentionDays, mayHaveBegun, clock, limitMs } = artifact;
  const late = new CountersignError(
    'artifact-refused',
    `It was not possible to upload the artifact ${artifact.name} in ${limitMs / MS_PER_SECOND} s.`,
  );
  try {
    const upload = store.upload({
      name: artifact.name,
      root: folder,
      files: await filesUnder(folder),
      ...(retentionDays === null ? {} : { retentionDays }),
      ...defined({ mayHaveBegun }),
    });
    return { kind: 'uploaded', ...(await within(upload, { clock, limitMs, late })) };
  } catch (error) {
    const because = errorText(error);
    return error === late || because.includes(STALLED)
      ? { kind: 'kept', because, isAbandoned: true }
      : { kind: 'kept', because };
  }
}

async function filesUnder(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .slice(0, MAX_FILES)
    .map((entry) => join(entry.parentPath, entry.name));
}
