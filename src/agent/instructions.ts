import { sha256 } from '../common/index.ts';
import type { FinishedCall } from '../tool-calls/index.ts';
import type { UserBlock } from '../model/index.ts';
import type { Agent } from './context.ts';

/**
 * Instructions for the folders that a turn's calls touched, each recorded before the model gets it. They follow the results,
 * outside of all markers for untrusted text: they come from the trusted branch.
 */
export async function newInstructions(
  { calls, instructions, state }: Agent,
  finished: readonly FinishedCall[],
): Promise<readonly UserBlock[]> {
  if (instructions === null) return [];
  const paths = finished.flatMap(({ touched = [] }) => touched);
  const files = await instructions(paths, state.instructedFolders);
  for (const { path, text } of files) {
    await calls.trail.append({
      type: 'context.read',
      source: path,
      author: null,
      trusted: true,
      because: 'instructions of the trusted branch for a folder that a call touched',
      sha256: sha256(text),
    });
  }
  return files.map(({ path, text }) => ({
    type: 'text',
    text: `Instructions of this repository for files under ${folderOf(path)} (${path}):\n${text}`,
  }));
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
