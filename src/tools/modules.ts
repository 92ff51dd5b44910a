import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { CountersignError, errorText } from '../base/index.ts';
import { defineTool, defineToolAsync } from './define.ts';
import { isTool } from './make.ts';
import { tool } from './plain.ts';
import type { Tool } from './tool.ts';

/**
 * Repository tools. The caller took the modules from the trusted branch; this file runs their code
 * in the parent.
 */
export const MODULE_TIMEOUT_MS = 10_000;
const MAX_TOOLS_A_MODULE = 50;

export interface ToolModule {
  /** As the policy names it, for messages. */
  readonly path: string;
  /** Imports it: `importModule` of the file that holds its source. */
  readonly load: () => Promise<unknown>;
}

/** What a module's default export is called with. Zod as a whole is loaded with the first module: few runs have one. */
export async function toolKit() {
  return { defineTool, defineToolAsync, tool, z: await import('zod') } as const;
}

/** Imports an ES module by its absolute path. */
export async function importModule(absolutePath: string): Promise<unknown> {
  return await import(/* webpackIgnore: true */ pathToFileURL(absolutePath).href);
}

/**
 * The tools of `export default ({ defineTool, tool, z }) => …`, which may give one tool or several,
 * at once or later. Throws `tool-invalid` naming the module that cannot be loaded, takes too long,
 * or gives something else.
 */
export async function loadToolModules(
  modules: readonly ToolModule[],
  options: { readonly timeoutMs?: number } = {},
): Promise<readonly Tool[]> {
  const tools: Tool[] = [];
  for (const module of modules) {
    tools.push(...(await withinLoadTime(module, loadModule(module), options.timeoutMs)));
  }
  return tools;
}

/** What loading a module gives. Throws `tool-invalid` naming the module where it takes longer than `timeoutMs`. */
export async function withinLoadTime<T>(
  module: Pick<ToolModule, 'path'>,
  loading: Promise<T>,
  timeoutMs: number = MODULE_TIMEOUT_MS,
): Promise<T> {
  const stop = new AbortController();
  const late = sleep(timeoutMs, undefined, { signal: stop.signal }).then(() => {
    throw refused(module, `it was not loaded within ${timeoutMs} ms`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([loading, late]);
  } finally {
    stop.abort();
  }
}

async function loadModule(module: ToolModule): Promise<readonly Tool[]> {
  let made: unknown;
  try {
    const make = defaultOf(await module.load());
    if (typeof make !== 'function') throw new Error('its default export is not a function');
    made = await make(await toolKit());
  } catch (error) {
    throw refused(module, errorText(error), error);
  }
  const tools: readonly unknown[] = Array.isArray(made) ? made : [made];
  const settled = await Promise.all(tools).catch((error: unknown) => {
    throw refused(module, errorText(error), error);
  });
  if (settled.length > MAX_TOOLS_A_MODULE)
    throw refused(module, `it gives more than ${MAX_TOOLS_A_MODULE} tools`);
  const wrong = settled.findIndex((one) => !isTool(one));
  if (wrong !== -1) {
    throw refused(module, `what it gives at place ${wrong + 1} was not made by defineTool or tool`);
  }
  return settled.filter(isTool);
}

function defaultOf(loaded: unknown): unknown {
  return typeof loaded === 'object' && loaded !== null && 'default' in loaded
    ? loaded.default
    : undefined;
}

function refused(module: Pick<ToolModule, 'path'>, why: string, cause?: unknown): CountersignError {
  return new CountersignError('tool-invalid', `The module ${module.path} cannot be used: ${why}.`, {
    fix: 'Write `export default ({ defineTool, z }) => defineTool({ … })`.',
    cause,
  });
}
