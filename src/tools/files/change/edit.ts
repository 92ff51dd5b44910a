import { counted } from '../../../common/index.ts';
import * as z from 'zod';
import { builtinTool } from '../../define/builtin-tool.ts';
import { refusalOf, withRefusals } from '../../define/result.ts';
import type { CallPreview, Tool, ToolResult } from '../../define/tool.ts';
import { type Change, type PathEdit, plan, writeAll } from './change-set.ts';
import { displayDiff, type FileChange, unifiedDiff } from './diff.ts';
import { contextOf, type FileToolContext, MAX_PATH_CHARS, pathFacts } from '../context.ts';

const MAX_EDITS = 100;
const EDIT_ALIASES = {
  names: { file_path: 'path', old_str: 'old_string', new_str: 'new_string' },
} as const;

const pathField = () => z.string().min(1).max(MAX_PATH_CHARS);
const editFields = () => ({
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.boolean().optional(),
});
const editInput = () => z.object({ path: pathField(), ...editFields() });
const multiEditFields = () =>
  z.object({
    path: pathField().optional().describe('For edits that name none'),
    edits: z
      .array(z.strictObject({ path: pathField().optional(), ...editFields() }))
      .min(1)
      .max(MAX_EDITS),
  });
const multiEditInput = () =>
  multiEditFields().refine((input) => paths(input).every((path) => path !== ''), {
    path: ['path'],
    error: 'a path, as an edit names none',
  });
type MultiEdit = z.output<ReturnType<typeof multiEditFields>>;

/** `fs_edit`: one exact replacement in a file that the conversation has read. */
export function editTool(context: FileToolContext): Tool {
  return builtinTool({
    name: 'fs_edit',
    displayName: 'Edit file',
    description: {
      short: 'Replace exact text in a file; it must occur once unless replace_all.',
      long:
        'Read the file first, and copy old_string exactly, white space too, without line numbers, with as many lines around it ' +
        'as make it unique. \\n stands for any line ending, which is kept. Several edits of one file: fs_multi_edit.',
    },
    kind: 'write',
    category: 'fs',
    tags: ['edit'],
    input: editInput(),
    aliases: EDIT_ALIASES,
    facts: ({ path }) => pathFacts(context.workspace, 'write', [path]),
    preview: async (input, call = {}) => await previewOf(contextOf(context, call), [input]),
    execute: async (input, call) => await applyEdits(contextOf(context, call), [input]),
  });
}

/** `fs_multi_edit`: several exact replacements, all or none of them. */
export function multiEditTool(context: FileToolContext): Tool {
  return builtinTool({
    name: 'fs_multi_edit',
    displayName: 'Edit files',
    description: {
      short: 'Make several edits, each as in fs_edit, in one or more files: all or none.',
      long: 'Those of one file apply in order, each to the result of the one before. Use it for a change in several places.',
    },
    kind: 'write',
    category: 'fs',
    tags: ['edit'],
    input: multiEditInput(),
    aliases: { names: { file_path: 'path' }, items: { edits: EDIT_ALIASES } },
    facts: (input) => pathFacts(context.workspace, 'write', paths(input)),
    preview: async (input, call = {}) => await previewOf(contextOf(context, call), editsOf(input)),
    execute: async (input, call) => await applyEdits(contextOf(context, call), editsOf(input)),
  });
}

function paths({ path, edits }: MultiEdit): readonly string[] {
  return edits.map((edit) => edit.path ?? path ?? '');
}

function editsOf({ path, edits }: MultiEdit): readonly PathEdit[] {
  return edits.map((edit) => ({ ...edit, path: edit.path ?? path ?? '' }));
}

async function applyEdits(
  context: FileToolContext,
  edits: readonly PathEdit[],
): Promise<ToolResult> {
  const work = context.reads.exclusively(async () => {
    const planned = await plan(context, edits);
    if (!planned.ok) return planned;
    const failed = await writeAll(context, planned.changes);
    return failed ?? changeResult(planned.changes);
  });
  return await withRefusals(work);
}

async function previewOf(
  context: FileToolContext,
  edits: readonly PathEdit[],
): Promise<CallPreview> {
  const planned = await plan(context, edits).catch(refusalOf);
  if (planned.ok) return { form: 'diff', text: unifiedDiff(planned.changes.map(asText)) };
  return {
    form: 'text',
    text: `This edit would fail as the files are now: ${planned.error.message}`,
  };
}

function asText(change: Change): FileChange {
  return { path: change.path, before: change.before.toString(), after: change.after.toString() };
}

function changeResult(changes: readonly Change[]): ToolResult {
  const lines = changes.map(({ path, count }) => `${path}: ${counted(count, 'replacement')}`);
  return {
    ok: true,
    llmContent: `Edited ${lines.join('; ')}.`,
    displayContent: displayDiff(changes.map(asText)),
    metadata: { filesChanged: changes.map(({ path }) => path) },
  };
}
