/**
 * Tasks by their scripts: each check accepts work that is right, and refuses a plausible mistake. A usual run tries some of the
 * sixty scripts, and none of Go, whose compiler takes longer than all other tasks together; `npm run test:nightly` tries all.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attempt } from '../../eval/attempt.ts';
import { missingPrograms } from '../../eval/programs.ts';
import type { Setting } from '../../eval/setting.ts';
import type { Program } from '../../eval/task.ts';
import { TASKS } from '../../eval/tasks/index.ts';
import { checkPolicy } from '../../src/policy/index.ts';
import { hasMoreTime } from '../properties.ts';

const SCRIPTS = ['solution', 'failure'] as const;
const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'] };

let temp: string;
let missing: ReadonlySet<Program>;

function settingOf(script: (typeof SCRIPTS)[number]): Setting {
  return { model: { kind: 'script', script }, sandbox: 'off', environment };
}

beforeAll(async () => {
  temp = mkdtempSync(join(tmpdir(), 'countersign-eval-'));
  const wanted = hasMoreTime ? (['python3', 'go'] as const) : (['python3'] as const);
  missing = await missingPrograms(settingOf('solution'), wanted, temp);
});
afterAll(() => rmSync(temp, { recursive: true, force: true }));

/** All scripts of all tasks; in a usual run the solution of every sixth task, and the failure of the next. */
const CASES = TASKS.flatMap((task, index) => {
  const usual =
    task.needs?.includes('go') === true ? [] : SCRIPTS.filter((_, place) => place === index % 6);
  return (hasMoreTime ? SCRIPTS : usual).map((script) => ({ id: task.id, script, task }));
});

test.for(CASES)(
  'the task $id is evaluated as its $script is',
  async ({ task, script }, { skip }) => {
    const lacking = task.needs?.find((program) => missing.has(program));
    skip(lacking !== undefined, `there is no ${lacking}`);
    const name = `${task.id}-${script}`;
    const trail = join(temp, 'trails', name);
    const end = await attempt(task, {
      setting: settingOf(script),
      folder: join(temp, name),
      trail,
    });
    expect(end.status, JSON.stringify(end)).toBe(script === 'solution' ? 'solved' : 'failed');
    expect(readdirSync(trail)).toContain('audit.jsonl');
  },
);

test('there are thirty tasks, each in a file by its name', () => {
  const files = readdirSync(join(import.meta.dirname, '../../eval/tasks'));
  const named = files.map((file) => file.replace(/\.ts$/, '')).filter((name) => name !== 'index');
  expect(TASKS.map(({ id }) => id).toSorted()).toEqual(named.toSorted());
  expect(TASKS).toHaveLength(30);
});

test.each(TASKS)('the policy of $id has no errors', ({ policy }) => {
  const { errors } = checkPolicy(`${policy}\nsandbox: off\n`, { file: 'policy.yml' });
  expect(errors).toEqual([]);
});

test('no prompt names what its check looks for in secret', () => {
  for (const { id, asks } of TASKS) expect(asks, id).not.toMatch(/NONCE|\.check\b/);
});
