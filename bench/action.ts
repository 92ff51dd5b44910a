/** I/O: the start of the action, with a GitHub that takes its time, beside that of the `sdk` loop. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startLocalRunner, type LocalRunner } from '../src/testing/index.ts';
import { createFaults } from '../test/testing/github-server/faults.ts';
import { testGitHub, type TestRunner } from '../test/testing/github-server/test-github.ts';
import type { ScriptTurn } from '../src/model/index.ts';
import type { Contestant } from './contestants.ts';
import { measure, median } from './measure.ts';

const LOOK_UP_MS = 50;
const REQUESTER = 'octo-requester';
const POLICY = 'version: 1\nmode: auto\nsandbox: off\n';
const HELLO: readonly ScriptTurn[] = [
  {
    blocks: [{ type: 'tool_use', name: 'finish', input: { outcome: 'done', summary: 'Done.' } }],
  },
];

export interface ActionStart {
  readonly actionMs: number;
  readonly sdkMs: number;
}

/** From process start to the first request at the model's API, for a comment on an issue; medians over the rounds. */
export async function actionStart(options: {
  readonly temp: string;
  readonly dist: string;
  readonly rounds: number;
  readonly sdk: Contestant;
}): Promise<ActionStart> {
  const action: number[] = [];
  const sdk: number[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const folder = mkdtempSync(join(options.temp, 'stage-'));
    mkdirSync(join(folder, 'bare'));
    sdk.push((await measure(HELLO, options.sdk.program(join(folder, 'bare')))).firstMs);
    const { fail, around } = createFaults();
    const runner = await startLocalRunner({
      folder,
      files: { 'README.md': '# A repository\n', '.github/countersign.yml': POLICY },
      path: process.env['PATH'] ?? '',
      bundle: resolve(options.dist),
      github: { around },
    });
    try {
      action.push(await once({ ...runner, github: testGitHub(runner.github, fail) }));
    } finally {
      await runner.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return { actionMs: median(action), sdkMs: median(sdk) };
}

async function once(runner: TestRunner): Promise<number> {
  const { github } = runner;
  github.person(REQUESTER, 'write');
  const issue = github.issue({ author: REQUESTER, title: 'A task', body: 'Do it.' });
  const ask = github.comment({ login: REQUESTER, issue: issue.number, body: '/countersign go' });
  await warm(runner);
  github.fail({ match: /./, times: Number.POSITIVE_INFINITY, delayMs: LOOK_UP_MS });
  const { argv, cwd, env } = await runner.prepare('action', {
    event: { name: 'issue_comment', payload: github.commentEvent(ask.id, 'created') },
    inputs: {
      model: 'claude-sonnet-5-5',
      'anthropic-api-key': 'bench-key-of-no-worth',
      'anthropic-base-url': '$URL',
    },
  });
  return (await measure(HELLO, { argv, cwd, env })).firstMs;
}

/** The local GitHub asks git for each commit once. What a look-up takes is to be the delay, and not that. */
async function warm({ github, headSha }: LocalRunner): Promise<void> {
  const { url, owner, repo, token } = github;
  const headers = { authorization: `token ${token}` };
  for (const path of [`contents/?ref=${headSha}`, `git/trees/${headSha}?recursive=1`])
    await fetch(`${url}/repos/${owner}/${repo}/${path}`, { headers });
}
