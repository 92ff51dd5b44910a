// I/O: reads the files of a repository, and writes those of a recipe.
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CountersignError } from '../../../common/index.ts';
import type { Project } from '../../ecosystems/index.ts';
import { type OwnSource, schemaUrl } from '../../own-source.ts';
import { policyText, type Recipe, workflowPath, workflowText } from '../../recipes/index.ts';

const MAX_FILE_BYTES = 1024 * 1024;

/** A file of a recipe, and its current text in the repository. */
export interface PlannedFile {
  readonly kind: 'workflow' | 'policy';
  /** From the repository's root. */
  readonly path: string;
  readonly text: string;
  /** `null` if the file does not exist. */
  readonly before: string | null;
}

export interface RecipeTarget {
  /** The root of the repository. */
  readonly root: string;
  readonly projects: readonly Project[];
  readonly source: OwnSource;
}

/** The files of a recipe for a repository. Throws `input-invalid` if a path exists and is not a file. */
export async function planRecipe(
  recipe: Recipe,
  target: RecipeTarget,
): Promise<readonly PlannedFile[]> {
  const { root, projects } = target;
  const policy = policyText(recipe, { schemaUrl: schemaUrl(target.source), projects });
  const files = [
    { kind: 'workflow', path: workflowPath(recipe), text: workflowText(recipe, target) },
    { kind: 'policy', path: recipe.policyPath, text: policy },
  ] as const;
  return await Promise.all(
    files.map(async (file) => ({ ...file, before: await textAt(root, file.path) })),
  );
}

async function textAt(root: string, path: string): Promise<string | null> {
  const file = join(root, path);
  const about = await stat(file).catch(() => null);
  if (about === null) return null;
  if (about.isFile() && about.size <= MAX_FILE_BYTES) return await readFile(file, 'utf8');
  throw new CountersignError('input-invalid', `${path} exists and is not a text file.`, {
    fix: 'Move it away, or name another folder with --dir.',
  });
}

/** Writes a file. Never overwrites one that did not exist when the files were read. */
export async function writePlanned(root: string, file: PlannedFile): Promise<void> {
  const path = join(root, file.path);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file.text, { flag: file.before === null ? 'wx' : 'w' });
  } catch (cause) {
    throw new CountersignError('input-invalid', `${file.path} could not be written.`, {
      fix: 'Check that the folder is writable, and that no other process created the file.',
      cause,
    });
  }
}
