// What waiting costs: how long a run takes to suspend itself once its wait is over, and how long the job of the answer
// takes from its start to the approved call. Through the bundle, with GitHub on loopback.
// node bench/suspend.ts [dist]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startLocalRunner, type LocalRunner } from '../src/testing/index.ts';
import { writableGit } from '../test/testing/github-server/writable-git.ts';
import { WHOLE_GITHUB } from '../test/testing/github-server/more-routes.ts';
import { addWorkflowRun } from '../test/testing/github-server/ci.ts';

const DIST = resolve(process.argv[2] ?? 'dist');
const ROUNDS = 3;
const TURNS = 50;
const CHANGED_FILES = 200;
const WAIT_MS = 1_000;
/** GitHub's times have whole seconds: an answer within the same second as the approval comment would not be after it. */
const ANSWER_DELAY_MS = 1_200;
const TARGET_MS = 2_000;
const WORKFLOW = '.github/workflows/agent.yml';
const POLICY = `version: 1
auto: [kind:readonly, bash_run(echo *), fs_write]
requireApproval: [bash_run(touch *)]
approvals: { wait: ${WAIT_MS / 1_000}s, then: suspend }
budget: { turns: 200, calls: 1000 }
sandbox: off
`;

type Event = Parameters<LocalRunner['prepare']>[1]['event'];

const call = (command: string) => ({
  blocks: [{ type: 'tool_use', name: 'bash_run', input: { command } }],
});
const write = (index: number) => ({
  type: 'tool_use',
  name: 'fs_write',
  input: { path: `file-${index}.txt`, content: `${index}\n` },
});
const SCRIPT = [
  { blocks: Array.from({ length: CHANGED_FILES }, (_, index) => write(index)) },
  ...Array.from({ length: TURNS }, (_, index) => call(`echo turn ${index}`)),
  call('touch approved.txt'),
  {
    blocks: [{ type: 'tool_use', name: 'finish', input: { outcome: 'done', summary: 'Done.' } }],
  },
];

const suspended: number[] = [];
const resumed: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
  try {
    await measure(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
print(`suspend (${TURNS + 2} turns, ${CHANGED_FILES} changed files)`, suspended);
print('resume, start of the job to the approved call', resumed);

async function measure(folder: string): Promise<void> {
  const runner = await startLocalRunner({
    folder,
    path: process.env['PATH'] ?? '',
    bundle: DIST,
    files: { 'README.md': '# A project\n', '.github/countersign.yml': POLICY },
    git: writableGit,
    github: { ...WHOLE_GITHUB },
  });
  try {
    const { github } = runner;
    github.person('asker', 'write');
    github.person('approver', 'maintain');
    const { number } = github.issue({ author: 'asker', title: 'Slow', body: 'Make it fast.' });
    let askedMs = 0;
    github.onComment(({ body }) => {
      if (body.includes('countersign:approval-request') && askedMs === 0) askedMs = Date.now();
    });
    const comment = (login: string, body: string) => {
      const { id } = github.comment({ login, issue: number, body });
      return { name: 'issue_comment', payload: github.commentEvent(id, 'created') };
    };
    await job(runner, folder, { runId: 1, event: comment('asker', '/countersign go') });
    suspended.push(Date.now() - askedMs - WAIT_MS);
    const posted = github
      .commentsOn(number)
      .find(({ body }) => body.includes('countersign:approval-request'));
    const [id = ''] = /ap-[0-9a-z]{8}/.exec(posted?.body ?? '') ?? [];
    await new Promise((done) => setTimeout(done, ANSWER_DELAY_MS));
    const event = comment('approver', `/approve ${id}`);
    const startedMs = Date.now();
    const trail = await job(runner, folder, { runId: 2, event, runner: 'other' });
    resumed.push(lastEffectMs(trail) - startedMs);
  } finally {
    await runner.close();
  }
}

/** Runs the main step of one workflow run; what its trail says in the end. */
async function job(
  runner: LocalRunner,
  folder: string,
  options: { readonly runId: number; readonly event: Event; readonly runner?: string },
): Promise<string> {
  const script = join(folder, 'script.json');
  await writeFile(script, JSON.stringify({ turns: SCRIPT }));
  const about = { id: options.runId, workflow: WORKFLOW, event: 'issue_comment' };
  addWorkflowRun(runner.github, {
    ...about,
    headRepository: 'octo-org/octo-repo',
    completed: true,
  });
  const { argv, cwd, env } = await runner.prepare('action', {
    event: options.event,
    inputs: { model: `scripted:${script}`, 'state-key': 'a-state-key-of-many-characters' },
    environment: { GITHUB_WORKFLOW_REF: `octo-org/octo-repo/${WORKFLOW}@refs/heads/main` },
    runId: options.runId,
    ...(options.runner === undefined ? {} : { runner: options.runner }),
  });
  const [program, ...args] = argv;
  const child = spawn(program, args, { cwd, env, stdio: 'ignore' });
  await once(child, 'close');
  const runs = join(env['RUNNER_TEMP'] ?? '', 'countersign');
  const [run = ''] = (await readdir(runs)).filter((name) => name.endsWith(`-${options.runId}-1`));
  return await readFile(join(runs, run, 'audit.jsonl'), 'utf8');
}

/** When the approved call began, by the trail. */
function lastEffectMs(trail: string): number {
  const times = trail
    .split('\n')
    .filter((line) => line.includes('"state":"EXECUTING"'))
    .map((line) => Date.parse(/"time":"([^"]+)"/.exec(line)?.[1] ?? ''));
  // The last one is `finish`; the one before is the call that was asked for.
  return times.at(-2) ?? Number.NaN;
}

function print(what: string, times: readonly number[]): void {
  const median = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
  const met = median < TARGET_MS ? 'met    ' : 'NOT MET';
  console.log(`${met} ${what}: ${median} ms (target ${TARGET_MS} ms)`);
}
