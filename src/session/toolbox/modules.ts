/** I/O: writes modules of the trusted branch into a private folder, for the process that runs them. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CountersignError, createTempFolder } from '../../common/index.ts';
import { recordWarning } from '../../tool-calls/index.ts';
import type { ModuleFile, ModuleFiles, ModuleContext, StartedModules } from '../../tools/index.ts';
import type { RunWorkspace } from '../workspace/workspace-sandbox.ts';
import type { RecordedRun } from '../job.ts';
import { namedFiles, type TrustedFiles } from '../workspace/trusted-files.ts';

const MAX_MODULES = 50;

/** The source of modules, and the options of their process. */
export interface ModuleSource extends ModuleContext {
  /** `null` without a trusted branch. */
  readonly trusted: TrustedFiles | null;
}

/** Modules as files in a private folder. */
interface WrittenModules extends ModuleFiles {
  /** Deletes the files. */
  remove(): Promise<void>;
}

/**
 * Starts the process of the modules that `patterns` name. Its files are deleted when it is closed. Without a pattern
 * nothing starts. Throws `tool-invalid` if a pattern matches nothing or a module cannot be used; neither process nor
 * files remain then.
 */
export async function startModules<T>(
  source: ModuleSource,
  named: { readonly key: string; readonly patterns: readonly string[] },
  start: (files: ModuleFiles, context: ModuleContext) => Promise<StartedModules<T>>,
): Promise<StartedModules<T>> {
  if (named.patterns.length === 0) return { items: [], close: async () => undefined };
  const laid = await writeModules(source.trusted, named.patterns, named.key);
  try {
    const started = await start(laid, source);
    return {
      items: started.items,
      close: async () => {
        await started.close();
        await laid.remove();
      },
    };
  } catch (error) {
    await laid.remove();
    throw error;
  }
}

/**
 * Writes the modules that `patterns` name into a folder outside the workspace, each under its own path, so that they
 * can import each other. The folder contains nothing else of the repository. Throws `tool-invalid` if a pattern matches
 * nothing, and for more than 50 modules.
 */
async function writeModules(
  trusted: TrustedFiles | null,
  patterns: readonly string[],
  key: string,
): Promise<WrittenModules> {
  if (trusted === null)
    throw unusable(key, patterns.join(', '), 'there is no trusted branch to read it from');
  const folder = createTempFolder();
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await writeFile(join(folder, 'package.json'), '{"type":"module"}\n');
    const paths = await allNamed(trusted, patterns, key);
    const modules: ModuleFile[] = [];
    for (const path of paths) modules.push(await lay(trusted, { path, folder, key }));
    return { folder, modules, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Rejects as a run would if `pattern` names no module, or one that cannot be read. Loads nothing. `key`: where the policy names it. */
export async function requireModules(
  trusted: TrustedFiles,
  pattern: string,
  key: string,
): Promise<void> {
  for (const path of await allNamed(trusted, [pattern], key)) await textOf(trusted, path, key);
}

async function allNamed(
  trusted: TrustedFiles,
  patterns: readonly string[],
  key: string,
): Promise<readonly string[]> {
  const paths = new Set<string>();
  for (const pattern of patterns) {
    const named = await namedFiles(trusted, pattern);
    if (named.length === 0) throw unusable(key, pattern, `no file matches it at ${trusted.where}`);
    for (const path of named) paths.add(path);
  }
  if (paths.size > MAX_MODULES)
    throw unusable(key, patterns.join(', '), `that is more than ${MAX_MODULES} modules`);
  return [...paths];
}

async function lay(
  trusted: TrustedFiles,
  options: { readonly path: string; readonly folder: string; readonly key: string },
): Promise<ModuleFile> {
  const { path } = options;
  const text = await textOf(trusted, path, options.key);
  const file = join(options.folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { mode: 0o400, flag: 'wx' });
  return { path, file };
}

async function textOf(trusted: TrustedFiles, path: string, key: string): Promise<string> {
  const text = await trusted.text(path);
  if (text === null) throw unusable(key, path, `the file does not exist at ${trusted.where}`);
  return text;
}

function unusable(key: string, path: string, because: string): CountersignError {
  return new CountersignError('tool-invalid', `${key}: ${path} cannot be used: ${because}.`, {
    fix: 'Correct the path in the policy, or add the module to the branch that the policy is read from.',
  });
}

const UNSANDBOXED =
  "The repository's tools and hooks run without a sandbox: Node's permission model alone keeps their process from files and " +
  "other programs. It does not restrict the network, nor local sockets such as Docker's.";

/**
 * The modules of a run, in its sandbox, which is started for them. Without a sandbox, the trail records that before any
 * code of a module runs.
 */
export function modulesOfRun(
  { context, trail }: RecordedRun,
  workspace: Pick<RunWorkspace, 'ensureStarted'>,
): ModuleSource {
  const { redactor, bus, trustedFiles: trusted } = context;
  const warn = async (code: string, message: string): Promise<void> =>
    await recordWarning({ trail, bus }, code, redactor.redact(message));
  let warned: Promise<void> | undefined;
  return {
    trusted,
    redact: (text) => redactor.redact(text),
    commands: async () => {
      const { commands } = await workspace.ensureStarted();
      if (commands.sandbox === 'none') await (warned ??= warn('modules-unsandboxed', UNSANDBOXED));
      return commands;
    },
    onStray: (message) => {
      const text = `Something that a module left behind failed outside of every call: ${message}`;
      // The trail may already be closed.
      warn('module-failed-late', text).catch(() => undefined);
    },
  };
}
