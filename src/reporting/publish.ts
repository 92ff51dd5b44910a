import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText } from '../common/index.ts';
import type { ArtifactStore } from '../github/index.ts';
import type { Published } from './report.ts';

const MAX_FILES = 50_000;

/**
 * Uploads the trail's folder as one artifact. Never rejects: if the upload fails, the trail stays on the runner and the
 * summary says why.
 */
export async function publishTrail(
  store: ArtifactStore,
  artifact: {
    readonly folder: string;
    readonly name: string;
    readonly retentionDays: number | null;
  },
): Promise<Published> {
  const { folder, retentionDays } = artifact;
  try {
    const { id, url, name } = await store.upload({
      name: artifact.name,
      root: folder,
      files: await filesUnder(folder),
      ...(retentionDays === null ? {} : { retentionDays }),
    });
    return { kind: 'uploaded', id, url, name };
  } catch (error) {
    return { kind: 'kept', because: errorText(error) };
  }
}

async function filesUnder(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .slice(0, MAX_FILES)
    .map((entry) => join(entry.parentPath, entry.name));
}
