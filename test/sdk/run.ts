import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Entry, TRAIL_FILE, verifyAt } from '../../src/audit/index.ts';
import { type Run, type RunOptions, startRun } from '../../src/sdk/index.ts';

export const use = (name: string, input: object) => ({
  blocks: [{ type: 'tool_use', name, input }],
});
export const finish = use('finish', { outcome: 'done', summary: 'Done.' });

export function folder(files: Readonly<Record<string, string>> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sdk-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** What the program of a test is, without the variables of this process. */
export const program = (cwd: string, warnings: string[] = []) => ({
  environment: { PATH: process.env['PATH'] },
  cwd,
  headerVariable: null,
  warn: (message: string) => void warnings.push(message),
});

export interface Started {
  readonly root: string;
  readonly trail: string;
  readonly run: Run;
  readonly warnings: readonly string[];
  /** The entries of the audit trail, which has to be intact. */
  readonly entries: () => Promise<readonly Entry[]>;
}

/** Starts a run without a sandbox in a folder, under a policy in the options. */
export function started(
  over: Partial<RunOptions> & { readonly turns: readonly object[]; readonly rules?: string },
  files: Readonly<Record<string, string>> = { 'a.txt': 'one\n' },
): Started {
  const { turns, rules = 'mode: auto', ...options } = over;
  const root = folder(files);
  const trail = join(folder(), 'trail');
  const warnings: string[] = [];
  const run = startRun(
    {
      request: 'Do it.',
      policy: { text: `version: 1\nsandbox: off\n${rules}\n` },
      trail,
      model: { turns },
      ...options,
    },
    program(root, warnings),
  );
  return { root, trail, run, warnings, entries: async () => await entriesOf(trail) };
}

export async function entriesOf(trail: string): Promise<readonly Entry[]> {
  const verdict = await verifyAt(trail, { requireEnd: true });
  if (verdict.kind !== 'intact') throw new Error(JSON.stringify(verdict));
  const text = readFileSync(join(trail, TRAIL_FILE), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry);
}
