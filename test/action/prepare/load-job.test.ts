/** The job of an event, from the local GitHub and a real checkout. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openContext } from '../../../src/action/context.ts';
import { readStep } from '../../../src/action/inputs/read-step.ts';
import { githubRunner } from '../../../src/action/inputs/runner.ts';
import { loadJob } from '../../../src/action/prepare/load-job.ts';
import { systemClock } from '../../../src/common/index.ts';
import type { Permission } from '../../../src/github/index.ts';
import { startLocalRunner } from '../../../src/testing/index.ts';
import { githubContract } from '../../openapi/github.ts';
import { writableGit } from '../../testing/github-server/writable-git.ts';
import { WHOLE_GITHUB } from '../../testing/github-server/more-routes.ts';

const POLICY = '.github/other.yml';

/** The job of a comment by somebody with this permission, under the policy of this path. */
async function jobOf(permission: Permission, policy = POLICY, warnings: string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-load-job-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const contract = githubContract();
  const local = await startLocalRunner({
    folder,
    files: { 'README.md': '# A project\n', [POLICY]: 'version: 1\nmode: auto\n' },
    path: process.env['PATH'] ?? '',
    bundle: folder,
    git: writableGit,
    github: { ...WHOLE_GITHUB, onExchange: contract.onExchange },
  });
  try {
    const { github } = local;
    github.person('asker', permission);
    const { number: issue } = github.issue({ author: 'asker', title: 'A bug' });
    const { id } = github.comment({ login: 'asker', issue, body: '/countersign fix it' });
    const { env, cwd } = await local.prepare('action', {
      event: { name: 'issue_comment', payload: github.commentEvent(id, 'created') },
      inputs: { policy, 'anthropic-api-key': 'a-key-of-the-test' },
    });
    // Its masks would be read by whatever runs these tests.
    const runner = {
      ...githubRunner(env),
      secret: () => undefined,
      warning: (text: string) => void warnings.push(text),
    };
    const step = await readStep(runner, env, null);
    const { signal } = new AbortController();
    const context = openContext(step, {
      runner,
      variables: env,
      cwd,
      clock: systemClock,
      signals: { stop: signal, requests: signal },
      subAction: null,
    });
    const by = { account: github.account('asker'), permission, because: `of ${permission}` };
    const place = { run: 'run-a', folder: join(folder, 'trail'), artifact: 'a' };
    const { job } = await loadJob({ request: 'fix it', by }, context, place);
    runner.close();
    contract.expectKept();
    return job;
  } finally {
    await local.close();
  }
}

test('a run of somebody without write access begins with untrusted content, one of a maintainer does not', async () => {
  const start = { source: 'the start of the run', author: 'asker', trusted: false };
  const [reader, writer] = [await jobOf('triage'), await jobOf('write')];
  expect(reader.context).toContainEqual(expect.objectContaining(start));
  expect(writer.context).not.toContainEqual(expect.objectContaining(start));
});

test('no tool may change the policy file that the input names', async () => {
  expect((await jobOf('write')).protect).toEqual([POLICY]);
});

test('without the policy file that the input names, a warning says what applies', async () => {
  const warnings: string[] = [];
  await jobOf('write', '.github/othr.yml', warnings);
  expect(warnings).toEqual([
    expect.stringMatching(/main has no \.github\/othr\.yml, so the built-in/),
  ]);
  await jobOf('write', POLICY, warnings);
  expect(warnings).toHaveLength(1);
});
