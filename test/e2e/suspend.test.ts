import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  MAINTAINER,
  type Scene,
  scene,
  statesOf,
  turn,
} from './harness.ts';
import { nightly } from '../properties.ts';
import { addWorkflowRun } from '../testing/github-server/ci.ts';

const WORKFLOW = '.github/workflows/agent.yml';
const KEY = 'a-state-key-of-many-characters';
const POLICY = `version: 1
mode: ask
auto:
  - kind:readonly
  - fs_write(src/**)
requireApproval:
  - bash_run
approvals: { wait: 1s, then: suspend }
sandbox: off
`;
const TURNS = [
  turn(
    'I write, read and ask.',
    ['fs_write', { path: 'src/new.txt', content: 'by the run\r\n' }],
    ['bash_run', { command: 'echo made > src/made.txt' }],
  ),
  { ...finish('The file is made.'), expect: 'exit code 0' },
];

function known(
  at: Scene,
  runId: number,
  event = 'issue_comment',
  headRepository = 'octo-org/octo-repo',
): void {
  addWorkflowRun(at.github, {
    id: runId,
    workflow: WORKFLOW,
    event,
    headRepository,
    completed: true,
  });
}

async function act(
  at: Scene,
  runId: number,
  event?: ReturnType<Scene['ask']>,
  key = KEY,
  turns = TURNS,
) {
  await at.stage.git('reset', '--quiet', '--hard');
  await at.stage.git('clean', '-fdxq');
  const end = await at.act({
    ...(event === undefined ? {} : { event }),
    turns,
    runId,
    inputs: { 'state-key': key },
    environment: { GITHUB_WORKFLOW_REF: `octo-org/octo-repo/${WORKFLOW}@refs/heads/main` },
  });
  known(at, runId);
  return end;
}

function idOf(at: Scene): string {
  return /`(ap-[0-9a-z]{8})`/.exec(at.approvalComments().at(-1)?.body ?? '')?.[1] ?? '';
}

async function answer(at: Scene, text: string): Promise<ReturnType<Scene['ask']>> {
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  return at.ask(text, at.issue, MAINTAINER);
}

test.concurrent('a suspended run waits without cost, and resumes exactly there after the answer', async () => {
  await using at = await scene({ policy: POLICY, ownProcesses: true });
  const first = await act(at, 101);
  await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
  expect([...first.artifact.keys()].some((name) => /^checkpoint-\d+\.bin$/.test(name))).toBe(true);
  expect(first.outputs['pending-approvals']).toBe(idOf(at));
  expect(statesOf(first, 'c1').at(-1)).toBe('COMPLETED');
  expect(statesOf(first, 'c2').at(-1)).toBe('APPROVAL_REQUIRED');

  const second = await act(at, 102, await answer(at, `/approve ${idOf(at)}`));
  await expectEnd(second, { outcome: 'done', exitCode: 0 });
  expect(await inWorkspace(at, 'src/made.txt')).toBe('made\n');
  expect(await inWorkspace(at, 'src/new.txt')).toBe('by the run\r\n');
  expect(second.entries.slice(0, first.entries.length)).toEqual(first.entries);
  expect(entriesOf(second, 'run.start').map((entry) => entry.start)).toEqual(['fresh', 'resumed']);
  expect(statesOf(second, 'c1').filter((state) => state === 'EXECUTING')).toHaveLength(1);
  expect(statesOf(second, 'c2')).toEqual([
    'PENDING',
    'APPROVAL_REQUIRED',
    'APPROVED',
    'EXECUTING',
    'COMPLETED',
  ]);
  expect(second.outputs).toMatchObject({ turns: '2', 'calls-approved': '1', 'calls-auto': '2' });
});

test.concurrent('the model of the resumed run learns of a denial', async () => {
  await using at = await scene({ policy: POLICY });
  await act(at, 111);
  const turns = [TURNS[0]!, { ...finish('Left out.', 'incomplete'), expect: 'not on a Friday' }];
  const event = await answer(at, `/deny ${idOf(at)} not on a Friday`);
  const second = await act(at, 112, event, KEY, turns);
  await expectEnd(second, { outcome: 'denied', exitCode: 1 });
  expect(statesOf(second, 'c2').at(-1)).toBe('DENIED');
});

nightly.concurrent(
  'an answer that does not count leaves the run suspended, and a later one still resumes it',
  async () => {
    await using at = await scene({ policy: POLICY });
    await act(at, 121);
    const id = idOf(at);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    const second = await act(at, 122, at.ask(`/approve ${id}`));
    await expectEnd(second, { outcome: 'awaiting-approval', exitCode: 0 });
    const third = await act(at, 123, await answer(at, `/approve ${id}`));
    await expectEnd(third, { outcome: 'done', exitCode: 0 });
    expect(entriesOf(third, 'run.start')).toHaveLength(3);
  },
);

test.concurrent('an approval is used once: a second job with the same answer has no effect', async () => {
  await using at = await scene({ policy: POLICY });
  await act(at, 131);
  const event = await answer(at, `/approve ${idOf(at)}`);
  const second = await act(at, 132, event);
  await expectEnd(second, { outcome: 'done', exitCode: 0 });
  await rm(join(at.stage.workspace, 'src/made.txt'));
  const third = await act(at, 133, event);
  expect(third.outputs['outcome']).toBe('skipped');
  await expect(inWorkspace(at, 'src/made.txt')).rejects.toThrow('ENOENT');
});

test.concurrent.each([
  [
    'another key',
    async (at: Scene, id: string) =>
      act(at, 142, await answer(at, `/approve ${id}`), 'another-key-of-many-characters'),
  ],
  [
    'an artifact of a fork',
    async (at: Scene, id: string) => {
      known(at, 141, 'pull_request', 'stranger/octo-repo');
      return await act(at, 142, await answer(at, `/approve ${id}`));
    },
  ],
  [
    'a changed byte',
    async (at: Scene, id: string) => {
      const [stored] = at.github.artifacts.artifacts;
      at.github.artifacts.tamper(stored!.id, (bytes) => {
        const copy = Buffer.from(bytes);
        const place = copy.indexOf('"run.suspended"');
        copy[place > 0 ? place : Math.floor(copy.length / 2)]! ^= 1;
        return copy;
      });
      return await act(at, 142, await answer(at, `/approve ${id}`));
    },
  ],
])(
  'a checkpoint is refused with %s, in words on the issue and in a trail',
  async (_what, attack) => {
    await using at = await scene({ policy: POLICY });
    await act(at, 141);
    const end = await attack(at, idOf(at));
    expect(end.outputs['outcome']).toBe('error');
    await expect(inWorkspace(at, 'src/made.txt')).rejects.toThrow('ENOENT');
    expect(at.github.commentsOn(at.issue).at(-1)?.body).toContain('could not be used');
    expect(entriesOf(end, 'run.end').at(-1)?.summary).toMatch(/refused|artifact/i);
  },
);

test.concurrent('a changed policy voids the approval requests', async () => {
  await using at = await scene({ policy: POLICY });
  await act(at, 151);
  await at.stage.commit('main', { '.github/countersign.yml': `${POLICY}budget: { turns: 5 }\n` });
  const end = await act(at, 152, await answer(at, `/approve ${idOf(at)}`));
  expect(end.outputs['outcome']).toBe('denied');
  expect(entriesOf(end, 'approval.void')).toHaveLength(1);
  expect(at.github.commentsOn(at.issue).at(-1)?.body).toContain('policy has changed');
  await expect(inWorkspace(at, 'src/made.txt')).rejects.toThrow('ENOENT');
});

test.concurrent('/cancel ends a suspended run without an effect', async () => {
  await using at = await scene({ policy: POLICY });
  await act(at, 161);
  const end = await act(at, 162, await answer(at, '/cancel'));
  expect(['cancelled', 'denied']).toContain(end.outputs['outcome']);
  expect(statesOf(end, 'c2').at(-1)).toBe('DENIED');
  await expect(inWorkspace(at, 'src/made.txt')).rejects.toThrow('ENOENT');
});

nightly.concurrent(
  'the run goes through five workflow runs with its work tree and its conversation',
  async () => {
    await using at = await scene({ policy: POLICY });
    const steps = [1, 2, 3, 4];
    const turns = [
      ...steps.map((step) =>
        turn(`Step ${step}.`, [
          'bash_run',
          {
            command: `printf '${step}\\0\\r\\n' > src/step-${step}.bin && chmod 755 src/step-${step}.bin`,
          },
        ]),
      ),
      finish('All steps are made.'),
    ];
    let end = await act(at, 171, undefined, KEY, turns);
    for (const step of steps) {
      expect(end.outputs['outcome']).toBe('awaiting-approval');
      end = await act(at, 171 + step, await answer(at, `/approve ${idOf(at)}`), KEY, turns);
    }
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    for (const step of steps)
      expect(await inWorkspace(at, `src/step-${step}.bin`)).toBe(`${step}\0\r\n`);
    expect(entriesOf(end, 'run.start')).toHaveLength(5);
    expect(end.outputs['turns']).toBe('5');
  },
);

test.concurrent('without a key to encrypt with, nothing is suspended: the call is denied after the wait', async () => {
  await using at = await scene({ policy: POLICY });
  await writeFile(join(at.stage.workspace, 'src/a.txt'), 'one\ntwo\n');
  const end = await at.act({ turns: [TURNS[0]!, finish('Tried.', 'incomplete')], runId: 181 });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
});
