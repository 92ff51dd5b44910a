import type { Tool } from '../define/tool.ts';
import { editTool, multiEditTool } from './change/edit.ts';
import { globTool } from './search/glob.ts';
import { grepTool } from './search/grep.ts';
import { listTool } from './list.ts';
import { readTool } from './read.ts';
import type { FileToolContext } from './context.ts';
import { writeTool } from './change/write.ts';

export { unifiedDiff } from './change/diff.ts';
export { detectMedia } from './media.ts';
export { createReadRecord, type ReadRecord } from './read-record.ts';
export type { IsVisible } from './context.ts';

/** The file tools over a workspace. */
export function fileTools(context: FileToolContext): readonly Tool[] {
  return [readTool, writeTool, editTool, multiEditTool, globTool, grepTool, listTool].map((make) =>
    make(context),
  );
}
