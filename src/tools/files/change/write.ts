import { isUtf8 } from 'node:buffer';
import * as z from 'zod';
import { counted, sha256 } from '../../../common/index.ts';
import { namesFolder } from '../../../sandbox/index.ts';
import { builtinTool } from '../../define/builtin-tool.ts';
import { type Failure, failure, withRefusals } from '../../define/result.ts';
import type { CallPreview, Tool, ToolResult } from '../../define/tool.ts';
import { readToChange, staleness } from './change-set.ts';
import { MAX_EDIT_BYTES } from './replace.ts';
import { displayDiff, type FileChange, unifiedDiff } from './diff.ts';
import { likeBefore } from '../line-endings.ts';
import { contextOf, type FileToolContext, MAX_PATH_CHARS, pathFacts } from '../context.ts';

const NOT_A_FILE = 'it names a folder; name the file in it, whose folders are made';

/** Spellings of a path that suggest another file than the one that would be made, and why each would not be that file. */
const MEANT_OTHERWISE: readonly (readonly [RegExp, string])[] = [
  [/^~(?:\/|$)/, '"~" stands for no folder'],
  [/^[a-z]+:[\\/]/i, 'it begins like a URL or a drive'],
  // Units of systemd have escapes in their names.
  [/\\(?!x[\da-f]{2})/i, '"\\" separates no folders'],
  [/^\s|\s$|\p{Cc}/u, 'it has white space at an end, or control characters'],
];

const writeInput = () =>
  z.object({
    path: z
      .string()
      .min(1)
      .max(MAX_PATH_CHARS)
      .refine((path) => !namesFolder(path), NOT_A_FILE),
    content: z.string().max(MAX_EDIT_BYTES),
  });
type Input = z.output<ReturnType<typeof writeInput>>;

/** `fs_write`: creates a file, or replaces one that the conversation has read. */
export function writeTool(context: FileToolContext): Tool {
  return builtinTool({
    name: 'fs_write',
    changeable: 'content',
    displayName: 'Write file',
    description: {
      short:
        'Write a whole file, making parent folders. For new files and rewrites; change parts with fs_edit.',
      long: 'Read one that exists first. Its line endings and byte order mark are kept.',
    },
    kind: 'write',
    category: 'fs',
    tags: ['edit'],
    input: writeInput(),
    aliases: { names: { file_path: 'path', file_text: 'content' } },
    facts: ({ path }) => pathFacts(context.workspace, 'write', [path]),
    preview: async (input, call = {}) => await previewOf(contextOf(context, call), input),
    execute: async (input, call) =>
      await withRefusals(
        context.reads.exclusively(async () => await writeFile(contextOf(context, call), input)),
      ),
  });
}

async function writeFile(context: FileToolContext, input: Input): Promise<ToolResult> {
  const path = context.workspace.relative(input.path);
  const entry = await context.workspace.stat(path);
  if (entry?.kind === 'directory') {
    return failure('execution', `${path} is a directory; a file cannot take its place.`, [
      'Name a file in it.',
    ]);
  }
  const before = entry === null ? null : await readToChange(context, path, entry);
  const refused = refusal(context, { path, before, content: input.content });
  if (refused !== null) return refused;
  const change = changeOf(path, before, input.content);
  const after = Buffer.from(change.after);
  await context.workspace.write(path, after, {
    expectSha256: before === null ? null : sha256(before),
  });
  context.reads.note(path, sha256(after));
  const done = before === null ? 'Created' : 'Replaced';
  const kept = change.after === input.content ? '' : ', with the line endings and mark it had';
  return {
    ok: true,
    llmContent: `${done} ${path} (${counted(after.length, 'byte')}${kept}).`,
    displayContent: displayDiff([change]),
    metadata: { filesChanged: [path] },
  };
}

/** Why the content must not replace what is there (`null`: nothing); `null` if it may. */
function refusal(
  context: FileToolContext,
  write: { readonly path: string; readonly before: Buffer | null; readonly content: string },
): Failure | null {
  const { path, before, content } = write;
  if (before === null) return misnamed(path);
  return staleness(context, path, before) ?? lostBytes(path, before, content);
}

/** Why no file is made at a path that names another place than it seems to. */
function misnamed(path: string): Failure | null {
  const because = MEANT_OTHERWISE.find(([form]) => form.test(path))?.[1];
  if (because === undefined) return null;
  return failure('validation', `No file ${JSON.stringify(path)} is made: ${because}.`, [
    'Write the path from the workspace root, with "/" between folders.',
  ]);
}

/**
 * Why content is refused that has U+FFFD where the file has bytes that are no UTF-8: it was copied from what `fs_read` shows,
 * and a diff shows no difference, so whoever approves it would not see that the bytes are lost.
 */
function lostBytes(path: string, before: Buffer, content: string): Failure | null {
  if (!content.includes('\uFFFD') || isUtf8(before)) return null;
  return failure(
    'validation',
    `${path} has bytes that are not UTF-8, and the content has U+FFFD, which would replace them.`,
    [
      'Change its other parts with fs_edit, which keeps these bytes, or convert it with iconv first.',
    ],
  );
}

function changeOf(path: string, before: Buffer | null, content: string): FileChange {
  const text = before?.toString() ?? null;
  return { path, before: text, after: text === null ? content : likeBefore(content, text) };
}

async function previewOf(context: FileToolContext, input: Input): Promise<CallPreview> {
  const path = context.workspace.relative(input.path);
  try {
    const entry = await context.workspace.stat(path);
    const before = entry === null ? null : await readToChange(context, path, entry);
    const refused = refusal(context, { path, before, content: input.content });
    if (refused !== null) {
      const text = `This call would fail as the file is now: ${refused.error.message}`;
      return { form: 'text', text };
    }
    return { form: 'diff', text: unifiedDiff([changeOf(path, before, input.content)]) };
  } catch {
    // A file that cannot be read cannot be compared: show the whole new content.
    return { form: 'text', text: input.content };
  }
}
