import { posix } from 'node:path';
import * as z from 'zod';
import { visible } from '../../common/index.ts';
import type { WorkspaceEntry } from '../../sandbox/index.ts';
import { builtinTool } from '../define/builtin-tool.ts';
import { failure, success, withRefusals } from '../define/result.ts';
import type { Tool, ToolResult } from '../define/tool.ts';
import {
  contextOf,
  type FileToolContext,
  MAX_PATH_CHARS,
  pathFacts,
  pathLine,
  visibilityFilter,
} from './context.ts';

const MAX_ENTRIES = 500;

/** `fs_list`: the entries of a folder. */
export function listTool(context: FileToolContext): Tool {
  return builtinTool({
    name: 'fs_list',
    displayName: 'List folder',
    description:
      'List one folder: names, sizes; "/" marks folders, "@" links. For a whole tree use fs_glob.',
    kind: 'readonly',
    category: 'fs',
    tags: ['read'],
    concurrencySafe: true,
    input: z.object({ path: z.string().min(1).max(MAX_PATH_CHARS).optional() }),
    facts: (input) => pathFacts(context.workspace, 'read', [folder(input)]),
    execute: async (input, call) =>
      await withRefusals(listFolder(contextOf(context, call), folder(input))),
  });
}

function folder(input: { readonly path?: string | undefined }): string {
  return input.path ?? '.';
}

async function listFolder(context: FileToolContext, named: string): Promise<ToolResult> {
  const path = context.workspace.relative(named);
  const entry = await context.workspace.stat(path);
  if (entry === null)
    return failure('not_found', `There is no folder ${path}.`, ['Find it with fs_glob.']);
  if (entry.kind !== 'directory') {
    return failure('execution', `${path} is not a folder.`, ['Read it with fs_read.']);
  }
  const entries = await context.workspace.list(path, { limit: MAX_ENTRIES + 1 });
  const isVisible = await visibilityFilter(context, path);
  const listed = entries.slice(0, MAX_ENTRIES).filter((one) => isVisible(one.path));
  const more =
    entries.length > MAX_ENTRIES ? [`[only the first ${MAX_ENTRIES} are listed; use fs_glob]`] : [];
  const lines = [...listed.map(line), ...more];
  return success(lines.length === 0 ? `${path} is empty.` : lines.join('\n'));
}

function line(entry: WorkspaceEntry): string {
  const name = pathLine(visible(posix.basename(entry.path)));
  if (entry.kind === 'directory') return `${name}/`;
  if (entry.kind === 'symlink') return `${name}@`;
  return entry.kind === 'other' ? `${name} (special file)` : `${name} ${entry.size}`;
}
