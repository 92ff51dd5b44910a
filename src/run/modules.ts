/** I/O: writes modules of the trusted branch into a private folder and imports them from there. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CountersignError, errorText } from '../base/index.ts';
import { importModule } from '../tools/index.ts';
import { namedFiles, type TrustedFiles } from './trusted-files.ts';

const MAX_MODULES = 50;

/** A module of the repository, as the policy names it, imported. */
export interface LoadedModule {
  readonly path: string;
  readonly load: () => Promise<unknown>;
}

export interface ModuleFolder {
  readonly modules: readonly LoadedModule[];
  /** Takes the files away again. What was imported stays. */
  remove(): Promise<void>;
}

/**
 * Lays the modules that `patterns` name into a folder outside of the workspace, each under its own path, so that modules
 * which are named together can import each other. Nothing else of the repository is beside them. Throws
 * `tool-invalid` where a pattern names nothing, and for more than 50 modules.
 */
export async function layModules(
  trusted: TrustedFiles | null,
  patterns: readonly string[],
  key: string,
): Promise<ModuleFolder> {
  if (patterns.length === 0) return { modules: [], remove: () => Promise.resolve() };
  if (trusted === null)
    throw unusable(key, patterns.join(', '), 'there is no trusted branch to read it from');
  const folder = await mkdtemp(join(tmpdir(), 'countersign-modules-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await writeFile(join(folder, 'package.json'), '{"type":"module"}\n');
    const paths = await allNamed(trusted, patterns, key);
    for (const path of paths) await lay(trusted, { path, folder, key });
    return {
      modules: paths.map((path) => ({ path, load: () => importModule(join(folder, path)) })),
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function allNamed(
  trusted: TrustedFiles,
  patterns: readonly string[],
  key: string,
): Promise<readonly string[]> {
  const paths = new Set<string>();
  for (const pattern of patterns) {
    const named = await namedFiles(trusted, pattern);
    if (named.length === 0)
      throw unusable(key, pattern, `nothing of that name is at ${trusted.where}`);
    for (const path of named) paths.add(path);
  }
  if (paths.size > MAX_MODULES)
    throw unusable(key, patterns.join(', '), `that is more than ${MAX_MODULES} modules`);
  return [...paths];
}

async function lay(
  trusted: TrustedFiles,
  of: { readonly path: string; readonly folder: string; readonly key: string },
): Promise<void> {
  const text = await trusted.text(of.path);
  if (text === null) throw unusable(of.key, of.path, `it is not there at ${trusted.where}`);
  const file = join(of.folder, of.path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { mode: 0o400, flag: 'wx' });
}

export function unusable(key: string, path: string, why: unknown): CountersignError {
  const because = typeof why === 'string' ? why : errorText(why);
  return new CountersignError('tool-invalid', `${key}: ${path} cannot be used: ${because}.`, {
    fix: 'Correct the module on the branch that the policy is read from, or take its line out of the policy.',
    cause: why,
  });
}
