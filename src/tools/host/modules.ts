import {
  clauseText,
  canonicalJson,
  CountersignError,
  errorText,
  type Json,
} from '../../common/index.ts';
import type { CommandRunner } from '../../sandbox/index.ts';
import type { Tool } from '../define/tool.ts';
import { type Ask, ModuleProcess } from './process.ts';
import { remoteHook, type RemoteHook } from './remote-hooks.ts';
import { RemoteTools } from './remote-tools.ts';
import { readHooks, readTools } from './reported.ts';

/** How long one module may take to load. */
const MODULE_TIMEOUT_MS = 10_000;

/** A module's file, outside of the checkout. */
export interface ModuleFile {
  /** As the policy names it, for messages. */
  readonly path: string;
  /** Absolute. */
  readonly file: string;
}

/** Modules in one folder that run in one process. */
export interface ModuleFiles {
  readonly folder: string;
  readonly modules: readonly ModuleFile[];
}

/** What a module process needs of the run. */
export interface ModuleContext {
  readonly commands: () => Promise<Pick<CommandRunner, 'startInteractive'>>;
  readonly redact: (text: string) => string;
  /** Called with a failure of something that a module left running. */
  readonly onStray: (message: string) => void;
  /** How long one module may take to load; absent: ten seconds. */
  readonly timeoutMs?: number;
}

/** The tools or hooks of modules, and the process that they run in. */
export interface StartedModules<T> {
  readonly items: readonly T[];
  /** Ends the process. */
  close(): Promise<void>;
}

/**
 * Starts the process of the repository's tools and lists them. The default export of each module is
 * `({ defineTool, tool, z }) => …`, which returns one tool or several, or a promise of them. Throws `tool-invalid` naming the
 * module that cannot be loaded, takes too long, or returns something else.
 */
export async function startToolModules(
  files: ModuleFiles,
  context: ModuleContext,
): Promise<StartedModules<Tool>> {
  const loader = loaderOf(files, context, 'load-tools');
  const process = new ModuleProcess({
    ...context,
    folder: files.folder,
    what: "the repository's tools",
    onStart: loader.load,
    answer: async (operation, data) => await tools.answer(operation, data),
    onEvent: (name, data) => {
      if (name === 'stray') reportStray(context, data);
      else tools.onEvent(name, data);
    },
  });
  const tools = new RemoteTools(process);
  return await started(process, () =>
    loader.each((answer) => readTools(answer).map((one) => tools.toolOf(one))),
  );
}

/**
 * The same for hooks. The default export of each module is a hook or a list of hooks, and the process gets no
 * services of the run.
 */
export async function startHookModules(
  files: ModuleFiles,
  context: ModuleContext,
): Promise<StartedModules<RemoteHook>> {
  const loader = loaderOf(files, context, 'load-hooks');
  const process = new ModuleProcess({
    ...context,
    folder: files.folder,
    what: "the repository's hooks",
    onStart: loader.load,
    answer: () => Promise.reject(new Error('A hook has no services.')),
    onEvent: (name, data) => {
      if (name === 'stray') reportStray(context, data);
    },
  });
  let last = -1;
  return await started(process, () =>
    loader.each((answer, { path }) =>
      readHooks(answer).map((reported) =>
        remoteHook(process, { path, place: (last += 1), reported }),
      ),
    ),
  );
}

async function started<T>(
  process: ModuleProcess,
  items: () => readonly T[],
): Promise<StartedModules<T>> {
  try {
    await process.start();
    return { items: items(), close: async () => await process.close() };
  } catch (error) {
    await process.close();
    throw error instanceof CountersignError ? error : notStarted(error);
  }
}

function notStarted(error: unknown): CountersignError {
  const message = `The process of the repository's modules could not be started. ${errorText(error)}`;
  return new CountersignError('tool-invalid', message, {
    fix: 'countersign doctor says what the sandbox of this machine lacks.',
    cause: error,
  });
}

interface Loader {
  readonly load: (ask: Ask) => Promise<void>;
  /** Parses what each module reported. Throws `tool-invalid` naming the module with an invalid report. */
  each<T>(read: (answer: Json, module: ModuleFile) => readonly T[]): readonly T[];
}

/** Loads the modules in order. A restarted process has to report the same as the first one. */
function loaderOf(files: ModuleFiles, context: ModuleContext, operation: string): Loader {
  const { timeoutMs = MODULE_TIMEOUT_MS } = context;
  const first = new Map<ModuleFile, Json>();
  return {
    load: async (ask) => {
      for (const module of files.modules) {
        const { file } = module;
        const late = `it was not loaded within ${timeoutMs} ms`;
        const answer = await ask(operation, { file }, { timeoutMs, late }).catch(
          (error: unknown) => {
            throw refused(module, error);
          },
        );
        const before = first.get(module);
        if (before === undefined) first.set(module, answer);
        else if (canonicalJson(before) !== canonicalJson(answer))
          throw refused(module, 'it reported something else when the run began');
      }
    },
    each: (read) =>
      [...first].flatMap(([module, answer]) => {
        try {
          return read(answer, module);
        } catch (error) {
          throw refused(module, error);
        }
      }),
  };
}

function refused({ path }: ModuleFile, why: unknown): CountersignError {
  const because = typeof why === 'string' ? why : clauseText(why);
  const message = `The module ${path} cannot be used: ${because}.`;
  return new CountersignError('tool-invalid', message, {
    fix: 'Correct it on the branch that the policy is read from (docs/tools.md says how it looks), or remove its line from the policy.',
    cause: why,
  });
}

function reportStray({ onStray }: ModuleContext, message: Json): void {
  if (typeof message === 'string') onStray(message);
}
