import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readResults, type Results } from '../../eval/results.ts';
import { bash, finish, type Task } from '../../eval/task.ts';
import { TASKS } from '../../eval/tasks/index.ts';
import { startModelServer } from '../../src/testing/index.ts';
import { runEval, smallTask } from './support.ts';

const KEY = 'a-key-of-many-characters';

let folder: string;
let out: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-eval-main-'));
  out = join(folder, 'out');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const other = (over: Partial<Task> = {}): Task => smallTask({ id: 'fix-node-retry', ...over });

async function scripted(
  args: readonly string[],
  tasks: readonly Task[],
): Promise<Awaited<ReturnType<typeof runEval>> & { readonly results: Results }> {
  const ended = await runEval(
    ['--scripted', 'solution', '--sandbox', 'off', '--out', out, ...args],
    tasks,
  );
  return { ...ended, results: readResults(out) };
}

describe('the results of an eval', () => {
  test('are a file, a table, and the audit trail of each run', async () => {
    const failing = other({ solution: [finish('No.')] });
    const { code, out: table, err, results } = await scripted([], [smallTask(), failing]);
    expect(code).toBe(1);
    expect(table).toMatch(/^fix-node-pages +solved +unknown +1 +0 +said Yes\.$/m);
    expect(table).toMatch(/^fix-node-retry +failed /m);
    expect(table).toContain('scripted solution: 1 of 2 solved, cost unknown, 2 turns, 0 questions');
    expect(err).toContain('2/2 fix-node-retry failed');
    expect(results).toMatchObject({
      provider: 'scripted',
      model: 'solution',
      date: '2026-03-02T08:00:00.000Z',
      attempts: [
        { task: 'fix-node-pages', status: 'solved', outcome: 'done', turns: 1, calls: 1 },
        { task: 'fix-node-retry', status: 'failed' },
      ],
    });
    for (const { trail } of results.attempts)
      expect(existsSync(join(out, trail ?? 'none', 'audit.jsonl'))).toBe(true);
  });

  test('are of every attempt where a task is repeated, several at a time', async () => {
    const { code, results } = await scripted(['--repeat', '3', '--jobs', '3'], [smallTask()]);
    expect(code).toBe(0);
    expect(results.attempts.map(({ attempt, status, trail }) => [attempt, status, trail])).toEqual(
      [1, 2, 3].map((number) => [number, 'solved', `trails/fix-node-pages-${number}`]),
    );
  });

  test('count how often people were asked', async () => {
    const asking = smallTask({
      policy: 'version: 1\nmode: ask\n',
      solution: [bash('touch b'), bash('touch c'), finish('Yes.')],
    });
    const { results } = await scripted([], [asking]);
    expect(results.attempts[0]).toMatchObject({ questions: 2, outcome: 'denied' });
  });

  test('never replace those of another eval', async () => {
    await scripted([], [smallTask()]);
    const before = readFileSync(join(out, 'results.json'), 'utf8');
    const again = await runEval(['--scripted', 'failure', '--out', out], [smallTask()]);
    expect(again).toMatchObject({ code: 2, out: '' });
    expect(again.err).toContain('has the results of another eval. Name a new folder with --out.');
    expect(readFileSync(join(out, 'results.json'), 'utf8')).toBe(before);
  });
});

describe('what says nothing about the model', () => {
  test('is skipped: a program that the machine lacks', async () => {
    const needing = smallTask({ needs: ['go'] });
    const ended = await runEval(
      ['--scripted', 'solution', '--sandbox', 'off', '--out', out],
      [needing, other()],
      { PATH: join(folder, 'nothing') },
    );
    const { attempts } = readResults(out);
    expect(attempts.map(({ status, detail }) => [status, detail])).toEqual([
      ['skipped', 'go was not found in the sandbox'],
      ['solved', 'said Yes.'],
    ]);
    expect(ended.code).toBe(0);
    expect(ended.out).toContain('1 of 1 solved (1 skipped)');
  });

  test('is an error: a check that throws', async () => {
    const broken = smallTask({
      check: () => {
        throw new Error('no such thing');
      },
    });
    const { code, results } = await scripted([], [broken, other()]);
    expect(code).toBe(2);
    expect(results.attempts.map(({ status }) => status)).toEqual(['error', 'solved']);
    expect(results.attempts[0]?.detail).toBe('The check failed: no such thing');
  });

  test('is an error: a run that cannot start, after which no other is tried', async () => {
    const broken = smallTask({ policy: 'version: 1\nmode: perhaps\n' });
    const { code, results } = await scripted([], [broken, other()]);
    expect(code).toBe(2);
    expect(results.attempts.map(({ status, trail }) => [status, trail])).toEqual([
      ['error', null],
      ['skipped', null],
    ]);
    expect(results.attempts[1]?.detail).toMatch(/^the model could not be reached: /);
  });

  test('is an error: a server that refuses the key', async () => {
    const server = await startModelServer({
      api: 'chat',
      apiKey: KEY,
      script: { turns: SAYS_YES },
    });
    try {
      const ended = await runEval([...options(server.url), '--out', out], [smallTask(), other()], {
        COUNTERSIGN_API_KEY: 'another-key-of-many-characters',
      });
      expect(ended.code).toBe(2);
      expect(readResults(out).attempts[0]).toMatchObject({ status: 'error', outcome: 'error' });
      expect(readResults(out).attempts[1]).toMatchObject({ status: 'skipped' });
    } finally {
      await server.close();
    }
  });
});

const SAYS_YES = [
  {
    ...finish('Yes.'),
    usage: {
      inputTokens: 100_000,
      outputTokens: 1_000,
      cacheReadInputTokens: 0,
      cacheCreationInputTokens: 0,
    },
  },
];

function options(url: string): readonly string[] {
  const model = ['--provider', 'openai-compatible', '--model', 'small', '--base-url', `${url}/v1`];
  return [...model, '--prices', 'input=1,output=1', '--sandbox', 'off'];
}

describe('a model of a provider', () => {
  test('is tried as the command line would, and what it costs is counted', async () => {
    const server = await startModelServer({
      api: 'chat',
      apiKey: KEY,
      script: { turns: SAYS_YES },
    });
    try {
      const ended = await runEval([...options(server.url), '--out', out], [smallTask()], {
        COUNTERSIGN_API_KEY: KEY,
      });
      expect(ended.code, ended.err).toBe(0);
      const [attempt] = readResults(out).attempts;
      expect(attempt).toMatchObject({ status: 'solved', tokens: 101_000, costUsd: 0.101 });
      expect(readFileSync(join(out, 'results.json'), 'utf8')).not.toContain(KEY);
    } finally {
      await server.close();
    }
  });

  test('gets no further task once the sum is used up', async () => {
    const server = await startModelServer({
      api: 'chat',
      apiKey: KEY,
      script: { turns: SAYS_YES },
    });
    try {
      const ended = await runEval(
        [...options(server.url), '--out', out, '--max-cost', '0.105'],
        [smallTask(), other()],
        { COUNTERSIGN_API_KEY: KEY },
      );
      expect(ended.code, ended.err).toBe(0);
      expect(readResults(out).attempts.map(({ status, detail }) => [status, detail])).toEqual([
        ['solved', 'said Yes.'],
        ['skipped', 'the sum of --max-cost was used up'],
      ]);
    } finally {
      await server.close();
    }
  });
});

/** Runs the eval with one script of each task, and gives back where its results are. */
async function twoResults(tasks: readonly [Task, Task], script: string): Promise<string> {
  const place = join(folder, script);
  const args = ['--scripted', script, '--sandbox', 'off', '--out', place];
  await runEval(args, tasks);
  return place;
}

test('a run that ends with an error after the model began has failed', async () => {
  const breaking = smallTask({ solution: [bash('true')] });
  const { code, results } = await scripted([], [breaking, other()]);
  expect(results.attempts[0]).toMatchObject({ status: 'failed', outcome: 'error', calls: 1 });
  expect(results.attempts[1]).toMatchObject({ status: 'solved' });
  expect(code).toBe(1);
});

describe('eval diff', () => {
  test('says what is newly solved and newly failed, and fails only for the latter', async () => {
    const tasks = [smallTask(), other({ failure: [finish('Yes.')] })] as const;
    const [failed, solved] = [
      await twoResults(tasks, 'failure'),
      await twoResults(tasks, 'solution'),
    ];
    const better = await runEval(['diff', failed, solved], TASKS);
    expect(better.code).toBe(0);
    expect(better.out).toContain('2 tasks compared');
    expect(better.out).toContain('newly solved:\n  fix-node-pages (0 % → 100 %)\n');
    const worse = await runEval(['diff', join(solved, 'results.json'), failed], TASKS);
    expect(worse.code).toBe(1);
    expect(worse.out).toContain('newly failed:\n  fix-node-pages (100 % → 0 %)\n');
  });

  test('says by its name which file is no result', async () => {
    writeFileSync(join(folder, 'other.json'), '{"format":2}');
    for (const path of ['none', 'other.json']) {
      const ended = await runEval(['diff', join(folder, path), out], TASKS);
      expect(ended).toMatchObject({ code: 2, out: '' });
      expect(ended.err).toContain(join(folder, path));
    }
  });
});

test('--list has every task, and --help every option', async () => {
  const list = await runEval(['--list'], TASKS);
  expect(list.out.trim().split('\n')).toHaveLength(TASKS.length);
  const help = await runEval(['--help'], TASKS);
  expect(help.code).toBe(0);
  for (const name of [
    '--task',
    '--repeat',
    '--jobs',
    '--max-cost',
    '--out',
    '--sandbox',
    '--prices',
  ])
    expect(help.out).toContain(name);
});
