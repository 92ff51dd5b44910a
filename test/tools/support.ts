import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Json } from '../../src/common/index.ts';
import type { Facts, PathFact } from '../../src/policy/index.ts';
import { openWorkspace, type Workspace } from '../../src/sandbox/index.ts';
import {
  createReadRecord,
  fileTools,
  type Tool,
  type ToolContext,
  type ToolResult,
} from '../../src/tools/index.ts';
import type { FileToolContext } from '../../src/tools/files/context.ts';
import type { ReadRecordOptions } from '../../src/tools/files/read-record.ts';
import { noServices } from '../services.ts';

export const context: ToolContext = {
  ...noServices,
  call: 'c1',
  signal: new AbortController().signal,
  emit: () => undefined,
};

/** A folder of its own that is gone after the test. */
export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'tools-')));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Prepares and executes; a refused input is a failed result. */
export async function call(
  tool: Tool,
  input: Json,
  within: ToolContext = context,
): Promise<ToolResult> {
  const prepared = await tool.prepare(input);
  return prepared.ok ? await prepared.call.execute(within) : { ok: false, error: prepared.error };
}

export function textOf(result: ToolResult): string {
  if (!result.ok) return `${result.error.message} ${result.error.recommendations.join(' ')}`;
  return typeof result.llmContent === 'string'
    ? result.llmContent
    : JSON.stringify(result.llmContent);
}

export function named(tools: readonly Tool[], name: string): Tool {
  const found = tools.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return found;
}

export interface FileTools {
  readonly workspace: Workspace;
  readonly tool: (name: string) => Tool;
  readonly run: (name: string, input: Json) => Promise<ToolResult>;
  readonly text: (name: string, input: Json) => Promise<string>;
}

/** What the call that executes has read and written. Calls may execute in parallel. */
const accessesOf = new AsyncLocalStorage<PathFact[]>();

/** The workspace, noting the files that are opened, read and written. What a listing or search may show is the matter of `isVisible`. */
function recording(workspace: Workspace): Workspace {
  const note = (access: PathFact['access'], path: string): string => {
    accessesOf.getStore()?.push({ access, path: workspace.relative(path) });
    return path;
  };
  return {
    ...workspace,
    open: async (path) => await workspace.open(note('read', path)),
    read: async (path, options) => await workspace.read(note('read', path), options),
    write: async (path, ...rest) => await workspace.write(note('write', path), ...rest),
  };
}

/**
 * The accesses that no fact of the call covers. What is written may be read, as may what is below a path that is read, and the files
 * that say what a search leaves out.
 */
function undeclared({ paths = [] }: Facts, accesses: readonly PathFact[]): readonly PathFact[] {
  return accesses.filter(
    ({ path, access }) =>
      !(access === 'read' && /(?:^|\/)\.(?:git|rg)?ignore$/.test(path)) &&
      !paths.some((fact) =>
        access === 'write'
          ? fact.access === 'write' && fact.path === path
          : isBelow(path, fact.path),
      ),
  );
}

function isBelow(path: string, folder: string): boolean {
  return folder === '.' || path === folder || path.startsWith(`${folder}/`);
}

/** The file tools over a real folder. */
export async function fileToolsIn(
  root: string,
  options: ReadRecordOptions & Partial<FileToolContext> = {},
): Promise<FileTools> {
  const { unread, ...fileContext } = options;
  const workspace = recording(await openWorkspace(root));
  const reads = createReadRecord(unread === undefined ? {} : { unread });
  const tools = fileTools({ workspace, reads, ...fileContext });
  const run = async (name: string, input: Json) => {
    const prepared = await named(tools, name).prepare(input);
    if (!prepared.ok) return { ok: false, error: prepared.error } as const;
    const accesses: PathFact[] = [];
    const result = await accessesOf.run(accesses, async () => await prepared.call.execute(context));
    expect(
      undeclared(prepared.call.facts, accesses),
      `${name} touched paths that its facts do not declare, so no rule of the policy covers them: add them to \`facts\`.`,
    ).toEqual([]);
    return result;
  };
  return {
    workspace,
    tool: (name) => named(tools, name),
    run,
    text: async (name, input) => textOf(await run(name, input)),
  };
}
