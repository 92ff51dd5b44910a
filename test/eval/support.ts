/** Small tasks and an `npm run eval` in this process. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../eval/main.ts';
import { finish, type Task } from '../../eval/task.ts';

/** A task without files of its own, which is solved if the summary says so. */
export function smallTask(over: Partial<Task> = {}): Task {
  return {
    id: 'fix-node-pages',
    title: 'A small one',
    topic: 'fix',
    asks: 'Say yes.',
    policy: 'version: 1\nmode: auto\n',
    files: { 'a.txt': 'a\n' },
    check: ({ summary }) => ({ solved: summary.includes('Yes'), detail: `said ${summary}` }),
    solution: [finish('Yes.')],
    failure: [finish('No.')],
    ...over,
  };
}

/** Runs the eval with these arguments; the sandbox is off unless they say otherwise. */
export async function runEval(
  args: readonly string[],
  tasks: readonly Task[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  let out = '';
  let err = '';
  const code = await main(args, tasks, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    environment: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    cwd: mkdtempSync(join(tmpdir(), 'countersign-eval-cwd-')),
    now: () => new Date('2026-03-02T08:00:00Z'),
  });
  return { code, out, err };
}
