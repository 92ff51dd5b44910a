import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText } from '../common/index.ts';
import type { ArtifactStore } from '../github/index.ts';
import type { Published } from './report.ts';

const MAX_FILES = 50_000;

/**
 * Uploads everything in the trail's folder as one artifact. A refusal is an answer, not a crash: the trail stays on the
 * runner, and the summary says why it was not uploaded.
 */
export async function publishTrail(
  store: ArtifactStore,
  of: { readonly folder: string; readonly name: string; readonly retentionDays: number | null },
): Promise<Published> {
  try {
    const files = await filesUnder(of.folder);
    const { id, url, name } = await store.upload({
      name: of.name,
      root: of.folder,
      files,
      ...(of.retentionDays === null ? {} : { retentionDays: of.retentionDays }),
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
