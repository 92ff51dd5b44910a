import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readCommandFile } from '../src/testing/index.ts';
import { TRIGGER_EVENTS } from '../src/github/index.ts';
import { StepProcess } from './e2e/step-process.ts';
import { asking, valueAt, CASES, type Case, isFresh, TEXTS } from './github/examples.ts';
import { startGitHub } from './openapi/github.ts';

interface End {
  readonly exitCode: number | null;
  readonly outputs: Readonly<Record<string, string>>;
}

const steps = new StepProcess(join(import.meta.dirname, '../dist'));
afterAll(() => steps.giveBack());

/** What the action's main step makes of each payload, in a repository where the sender of all may only read. */
async function ends(cases: readonly Case[]): Promise<readonly End[]> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const server = await startGitHub({ owner: 'Codertocat', repo: 'Hello-World' });
  onTestFinished(() => server.close());
  for (const { payload } of cases) {
    const id = valueAt(payload, 'sender', 'id');
    const login = String(valueAt(payload, 'sender', 'login'));
    server.person(login, 'read', typeof id === 'number' ? id : undefined);
  }
  const file = (name: string): string => join(folder, name);
  for (const name of ['summary', 'state']) await writeFile(file(name), '');
  const found: End[] = [];
  for (const { name, payload } of cases) {
    await writeFile(file('event'), JSON.stringify(payload));
    await writeFile(file('output'), '');
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      ...server.envFor({ runId: 1 }),
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: name,
      GITHUB_EVENT_PATH: file('event'),
      GITHUB_OUTPUT: file('output'),
      GITHUB_WORKSPACE: folder,
      GITHUB_SHA: 'a'.repeat(40),
      GITHUB_JOB: 'agent',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_STEP_SUMMARY: file('summary'),
      GITHUB_STATE: file('state'),
      RUNNER_TEMP: folder,
      'INPUT_GITHUB-TOKEN': server.token,
      INPUT_MODEL: `scripted:${file('script')}`,
    };
    const { exitCode } = await steps.run({ entry: 'action', cwd: folder, env });
    found.push({ exitCode, outputs: await readCommandFile(file('output')) });
  }
  return found;
}

/** What nobody asks for is named by the event's own name. */
function reasonOf(one: Case, isAsked: boolean): RegExp {
  const { action, deleted } = one.payload;
  const head = valueAt(one.payload, 'workflow_run', 'head_repository', 'full_name');
  if (typeof head === 'string' && head !== valueAt(one.payload, 'repository', 'full_name'))
    return new RegExp(`^The workflow run is of ${head}`);
  if (deleted === true || (TEXTS[one.name] !== undefined && action === 'deleted'))
    return /was deleted, so it starts no run\.$/;
  if (TEXTS[one.name] === undefined) return new RegExp(`^The event ${one.name}.* has no text`);
  if (!isFresh(one)) return new RegExp(`^The event ${one.name} \\(${action}\\) has no new text`);
  return isAsked
    ? /has the permission read; starting a run needs write/
    : /has no line that starts with `\/countersign`/;
}

const EVENTS = TRIGGER_EVENTS.filter((name) => name !== 'schedule');

test.each(EVENTS)(
  'every real payload of %s goes through the step, as it is and where its text asks',
  async (name) => {
    const real = CASES.filter((one) => one.name === name);
    const asked = TEXTS[name] === undefined ? [] : real;
    const all = [...real, ...asked.map((one) => ({ ...one, payload: asking(one) }))];
    const found = await ends(all);
    expect(found).toHaveLength(all.length);
    for (const [index, one] of all.entries()) {
      expect(found[index], `${name} ${one.index}`).toMatchObject({
        exitCode: 0,
        outputs: {
          outcome: 'skipped',
          summary: expect.stringMatching(reasonOf(one, index >= real.length)) as string,
        },
      });
    }
  },
);
