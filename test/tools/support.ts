import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '../../src/common/index.ts';
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

/** The file tools over a real folder. */
export async function fileToolsIn(
  root: string,
  options: ReadRecordOptions & Partial<FileToolContext> = {},
): Promise<FileTools> {
  const { unread, ...fileContext } = options;
  const workspace = await openWorkspace(root);
  const reads = createReadRecord(unread === undefined ? {} : { unread });
  const tools = fileTools({ workspace, reads, ...fileContext });
  const run = async (name: string, input: Json) => await call(named(tools, name), input);
  return {
    workspace,
    tool: (name) => named(tools, name),
    run,
    text: async (name, input) => textOf(await run(name, input)),
  };
}
