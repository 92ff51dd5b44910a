import {
  clauseText,
  canonicalJson,
  CountersignError,
  docsPage,
  errorText,
  type Json,
} from '../../common/index.ts';
import type { CommandRunner } from '../../sandbox/index.ts';
import { parsedBy } from '../define/check.ts';
import type { Tool } from '../define/tool.ts';
import { toolInvalid } from '../define/tool-invalid.ts';
import { type Ask, ModuleProcess, type ModuleProcessOptions } from './process.ts';
import { remoteHook, type RemoteHook } from './remote-hooks.ts';
import { RemoteTools } from './remote-tools.ts';
import { reportedHooks, reportedTools } from './reported.ts';

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
  const modules = new Modules(files, context, {
    kind: 'tools',
    answer: async (operation, data) => await tools.answer(operation, data),
    onEvent: (name, data) => tools.onEvent(name, data),
  });
  const tools = new RemoteTools(modules.process);
  return await modules.start((answer) =>
    parsedBy(reportedTools, answer).map((one) => tools.toolOf(one)),
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
  const modules = new Modules(files, context, {
    kind: 'hooks',
    answer: () => Promise.reject(new Error('A hook has no services.')),
    onEvent: () => undefined,
  });
  let last = -1;
  return await modules.start((answer, { path }) =>
    parsedBy(reportedHooks, answer).map((reported) =>
      remoteHook(modules.process, { path, place: (last += 1), reported }),
    ),
  );
}

/** The modules of one process, which loads them in order. A restarted process has to report the same as the first one. */
class Modules {
  readonly process: ModuleProcess;
  readonly #files: ModuleFiles;
  readonly #timeoutMs: number;
  readonly #operation: string;
  readonly #reported = new Map<ModuleFile, Json>();

  constructor(
    files: ModuleFiles,
    context: ModuleContext,
    {
      kind,
      ...handlers
    }: { readonly kind: 'tools' | 'hooks' } & Pick<ModuleProcessOptions, 'answer' | 'onEvent'>,
  ) {
    this.#files = files;
    this.#timeoutMs = context.timeoutMs ?? MODULE_TIMEOUT_MS;
    this.#operation = `load-${kind}`;
    this.process = new ModuleProcess({
      ...context,
      ...handlers,
      folder: files.folder,
      what: `the repository's ${kind}`,
      onStart: async (ask) => await this.#load(ask),
    });
  }

  /** `read` parses what a module reported. Throws `tool-invalid` naming the module with an invalid report. */
  async start<T>(
    read: (answer: Json, module: ModuleFile) => readonly T[],
  ): Promise<StartedModules<T>> {
    try {
      await this.process.start();
      const items = [...this.#reported].flatMap(([module, answer]) => {
        try {
          return read(answer, module);
        } catch (error) {
          throw refused(module, error);
        }
      });
      return { items, close: async () => await this.process.close() };
    } catch (error) {
      await this.process.close();
      if (error instanceof CountersignError) throw error;
      throw toolInvalid(
        `The process of the repository's modules could not be started. ${errorText(error)}`,
        'countersign doctor says what the sandbox of this machine lacks.',
        error,
      );
    }
  }

  async #load(ask: Ask): Promise<void> {
    const timeoutMs = this.#timeoutMs;
    for (const module of this.#files.modules) {
      const late = `it was not loaded within ${timeoutMs} ms`;
      const request = ask(this.#operation, { file: module.file }, { timeoutMs, late });
      const answer = await request.catch((error: unknown) => {
        throw refused(module, error);
      });
      const before = this.#reported.get(module);
      if (before === undefined) this.#reported.set(module, answer);
      else if (canonicalJson(before) !== canonicalJson(answer))
        throw refused(module, 'it reported something else when the run began');
    }
  }
}

/** What Node says of an import that it does not find, before the place of the copy that imports it. */
const NOT_FOUND = /^Cannot find (?:package|module) '[^']*'/;

function refused({ path }: ModuleFile, why: unknown): CountersignError {
  const because = typeof why === 'string' ? why : clauseText(why);
  const [notFound] = NOT_FOUND.exec(because) ?? [];
  if (notFound !== undefined)
    return toolInvalid(
      `The module ${path} cannot be used: ${notFound}.`,
      'A module can import modules of Node (`node:fs`), and by relative paths other modules that the policy names: no packages and no other files.',
      why,
    );
  return toolInvalid(
    `The module ${path} cannot be used: ${because}.`,
    `Correct it where the policy is read (in a workflow on its branch, on the command line in the checkout), or remove its line from the policy. ${docsPage('tools.md')} shows how it looks.`,
    why,
  );
}
