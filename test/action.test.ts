import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { readCommandFile } from '../src/testing/index.ts';
import { TRIGGER_EVENTS } from '../src/github/index.ts';
import { KEEP_COMPILED } from './compiled.ts';
import { asking, at, CASES, type Case, isFresh, TEXTS } from './github/examples.ts';
import { startGitHub } from './openapi/github.ts';

const STEPS = join(import.meta.dirname, 'fixtures', 'each-event.ts');

interface End {
  readonly exitCode: number;
  readonly outputs: Readonly<Record<string, string>>;
}

/** What the action's main step makes of each payload, in a repository where the sender of all may only read. */
async function ends(cases: readonly Case[]): Promise<readonly End[]> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const server = await startGitHub({ owner: 'Codertocat', repo: 'Hello-World' });
  onTestFinished(() => server.close());
  for (const login of new Set(cases.map(({ payload }) => at(payload, 'sender', 'login'))))
    server.person(String(login), 'read');
  const file = (name: string): string => join(folder, name);
  const list = await Promise.all(
    cases.map(async ({ name, payload }, index) => {
      const [event, output] = [file(`event-${index}.json`), file(`output-${index}`)];
      await writeFile(event, JSON.stringify(payload));
      await writeFile(output, '');
      return { GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: event, GITHUB_OUTPUT: output };
    }),
  );
  for (const name of ['summary', 'state', 'ends']) await writeFile(file(name), '');
  await writeFile(file('list'), JSON.stringify(list));
  const env = {
    ...KEEP_COMPILED,
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    ...server.envFor({ runId: 1 }),
    GITHUB_ACTIONS: 'true',
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
  const step = [STEPS, file('list'), file('ends')];
  await promisify(execFile)(process.execPath, step, { env });
  const codes = (await readFile(file('ends'), 'utf8')).trim().split('\n');
  const found = list.map(async ({ GITHUB_OUTPUT }, index) => ({
    exitCode: z.object({ exitCode: z.number() }).parse(JSON.parse(codes[index] ?? '{}')).exitCode,
    outputs: await readCommandFile(GITHUB_OUTPUT),
  }));
  return await Promise.all(found);
}

/** What nobody asks for is told by the event's own name. */
function reasonOf(one: Case, isAsked: boolean): RegExp {
  const { action } = one.payload;
  const head = at(one.payload, 'workflow_run', 'head_repository', 'full_name');
  if (typeof head === 'string' && head !== at(one.payload, 'repository', 'full_name'))
    return new RegExp(`^The workflow run is of ${head}`);
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
