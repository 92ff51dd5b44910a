/** Every task by its scripts: its check accepts work that is right, and refuses a plausible mistake. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attempt } from '../../eval/attempt.ts';
import { missingPrograms } from '../../eval/programs.ts';
import type { Setting } from '../../eval/setting.ts';
import { PROGRAMS, type Program } from '../../eval/task.ts';
import { TASKS } from '../../eval/tasks/index.ts';

let temp: string;
let missing: ReadonlySet<Program>;

function settingOf(script: 'solution' | 'failure'): Setting {
  const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  return { model: { kind: 'script', script }, sandbox: 'off', environment };
}

beforeAll(async () => {
  temp = mkdtempSync(join(tmpdir(), 'countersign-eval-'));
  missing = await missingPrograms(settingOf('solution'), PROGRAMS, temp);
});
afterAll(() => rmSync(temp, { recursive: true, force: true }));

describe.each(TASKS)('$id', (task) => {
  test.each(['solution', 'failure'] as const)('its %s is told for what it is', async (script, ) => {
    const lacking = task.needs?.find((program) => missing.has(program));
    if (lacking !== undefined) return;
    const name = `${task.id}-${script}`;
    const t0 = performance.now(), c0 = process.cpuUsage();
    const end = await attempt(task, {
      setting: settingOf(script),
      folder: join(temp, name),
      trail: join(temp, 'trails', name),
    });
    const c = process.cpuUsage(c0);
    console.log(name, Math.round(performance.now() - t0), (c.user + c.system) / 1000, JSON.stringify(end));
    expect(end.status, JSON.stringify(end)).toBe(script === 'solution' ? 'solved' : 'failed');
  });
});
