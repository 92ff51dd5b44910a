/**
 * The least that a loop can do for the tools of the benchmark: no policy, no trail, no confinement.
 * What it takes is the limit that Countersign is measured against.
 */
import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod/mini';

const bash = z.object({ command: z.string() });
const read = z.object({
  path: z.string(),
  offset: z.optional(z.number()),
  limit: z.optional(z.number()),
});
const edit = z.object({ path: z.string(), old_string: z.string(), new_string: z.string() });
const grep = z.object({ pattern: z.string(), path: z.optional(z.string()) });
const glob = z.object({ pattern: z.string() });

/** As many lines as a read gives that names no limit. */
const DEFAULT_LINES = 2_000;
/** As many files as a search gives. */
const DEFAULT_FILES = 200;
/** As much of an output as is kept. */
const KEPT_CHARS = 30_000;

/** The tools as the model is told of them. */
export const TOOLS = [
  tool('bash_run', 'Run a command.', ['command']),
  tool('fs_read', 'Read a file.', ['path']),
  tool('fs_edit', 'Edit a file.', ['path', 'old_string', 'new_string']),
  tool('fs_grep', 'Search in files.', ['pattern']),
  tool('fs_glob', 'Find files.', ['pattern']),
  tool('finish', 'End the task.', ['summary']),
];

function tool(name: string, description: string, required: string[]) {
  const properties = Object.fromEntries(required.map((key) => [key, { type: 'string' }]));
  return { name, description, input_schema: { type: 'object' as const, properties, required } };
}

/** Runs one call in the current folder and gives back what the model gets. */
export async function runTool(name: string, input: unknown): Promise<string> {
  switch (name) {
    case 'bash_run':
      return output('bash', ['-c', bash.parse(input).command]);
    case 'fs_grep': {
      const { pattern, path } = grep.parse(input);
      return output('rg', ['--line-number', '--', pattern, path ?? '.']);
    }
    case 'fs_read': {
      const { path, offset, limit } = read.parse(input);
      if (limit !== undefined) return await slice(path, offset ?? 1, limit);
      const lines = (await readFile(path, 'utf8')).split('\n').slice(0, DEFAULT_LINES);
      return lines.map((line, index) => `${1 + index}\t${line}`).join('\n');
    }
    case 'fs_glob': {
      // Loaded for its scenario alone, so that the loops stay what they are in the others.
      const { default: fastGlob } = await import('fast-glob');
      const found = await fastGlob(glob.parse(input).pattern);
      return found.slice(0, DEFAULT_FILES).join('\n');
    }
    case 'fs_edit': {
      const { path, old_string, new_string } = edit.parse(input);
      const before = await readFile(path, 'utf8');
      await writeFile(
        path,
        before.replace(old_string, () => new_string),
      );
      return 'edited';
    }
    default:
      return `there is no tool ${name}`;
  }
}

/** Lines of a file that need not fit into memory. */
async function slice(path: string, offset: number, limit: number): Promise<string> {
  const { createInterface } = await import('node:readline');
  const shown: string[] = [];
  let position = 0;
  const stream = createReadStream(path, 'utf8');
  for await (const line of createInterface({ input: stream })) {
    position += 1;
    if (position >= offset) shown.push(`${position}\t${line}`);
    if (shown.length === limit) break;
  }
  stream.destroy();
  return shown.join('\n');
}

async function output(file: string, args: string[]): Promise<string> {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let kept = '';
  const hear = (part: string): void => {
    kept = kept.length < KEPT_CHARS ? kept + part : (kept + part).slice(-KEPT_CHARS);
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return `${kept}\nexit code ${String(code)}`;
}
