/** The actions beside the main one, each started as the runner starts it, and the same by the main action's input `mode`. */
import { expect, test, vi } from 'vitest';
import type { SubAction } from '../../src/action/inputs/sub-actions.ts';
import { nightly } from '../properties.ts';
import { openExample, needsOf, pullOf, pushed } from './example.ts';
import {
  type StepOptions,
  type EndedStep,
  entriesOf,
  expectEnd,
  finish,
  POLICY,
  REQUESTER,
  type TestRepository,
  openRepository,
  turn,
} from './harness.ts';
import { pullEvent } from '../testing/github-server/events.ts';

vi.setConfig({ testTimeout: 180_000 });

const SCHEDULE = { name: 'schedule', payload: { schedule: '0 0 * * *' } };

/** How a step ended, without the secrets that it masks in its log, since each step has a token of its own. */
function endOf({ exitCode, log, outputs, summary }: EndedStep) {
  return { exitCode, outputs, summary, log: log.replaceAll(/^::add-mask::.*\n/gm, '') };
}

/** A step by the action beside the main one, in a process of its own, then by the main action with `mode`. */
async function bothWays(
  repository: TestRepository,
  action: SubAction,
  options: StepOptions,
): Promise<readonly ReturnType<typeof endOf>[]> {
  const old = { ...options, inputs: { ...options.inputs, mode: action } };
  return [
    endOf(await (await repository.start(action, options)).end),
    endOf(await repository.runStep(old)),
  ];
}

test.concurrent('plan gives the matrix of the main action', async () => {
  await using repository = await openRepository();
  const { number } = repository.github.issue({ title: 'one', author: REQUESTER, labels: ['bug'] });
  const [own, old] = await bothWays(repository, 'plan', {
    event: SCHEDULE,
    inputs: { 'plan-issues': 'bug', 'max-usd': '2' },
  });
  expect(JSON.parse(own?.outputs['matrix'] ?? '')).toEqual({
    include: [{ id: `issue-${number}`, number, 'max-usd': 2 }],
  });
  expect(own).toEqual(old);
});

nightly.concurrent('plan refuses the mode of another action', async () => {
  await using repository = await openRepository();
  const inputs = { mode: 'collect', 'plan-issues': 'bug' };
  const end = await repository.runStep({ event: SCHEDULE, inputs }, 'plan');
  expect(end.exitCode).toBe(1);
  expect(end.log).toContain('The input mode is invalid: "collect".');
  expect(end.log).toContain('The step uses the action plan');
});

test.concurrent('collect sums up the same audit trails', async () => {
  await using repository = await openRepository();
  const turns = [{ ...finish('Nothing to do.'), costUsd: 0.5 }];
  await repository.runStep({ event: repository.ask(), runId: 4711, job: 'leg', turns });
  const [own, old] = await bothWays(repository, 'collect', {
    event: SCHEDULE,
    runId: 4711,
    job: 'collect',
    inputs: { 'expected-trails': '1' },
  });
  expect(own?.outputs).toMatchObject({ trails: '1', verified: '1', 'cost-usd': '0.500000' });
  expect(own).toEqual(old);
});

test.concurrent('policy-diff keeps one comment, whichever way it is started', async () => {
  await using repository = await openRepository();
  const { number } = await pullOf(repository, REQUESTER, {
    '.github/countersign.yml': POLICY.replace('mode: ask', 'mode: auto'),
  });
  const event = {
    name: 'pull_request_target',
    payload: pullEvent(repository.github, number, 'synchronize'),
  };
  const own = await (await repository.start('policy-diff', { event, inputs: {} })).end;
  const [first] = repository.github.commentsOn(number);
  const old = await repository.runStep({ event, inputs: { mode: 'policy-diff' } });
  expect(own.outputs).toMatchObject({
    outcome: 'done',
    summary: expect.stringContaining('is looser'),
  });
  expect(endOf(own)).toEqual(endOf(old));
  const comments = repository.github.commentsOn(number);
  expect(comments.map(({ id, body }) => [id, body])).toEqual([[first?.id, first?.body]]);
});

// What the action apply does is in example-two-jobs.test.ts.
nightly.concurrent(
  'the main action with mode: apply still pushes the changes of another job',
  async () => {
    await using one = await openExample('two-jobs');
    const { repository } = one;
    const event = repository.ask('/countersign make it two');
    const edit = ['fs_edit', { path: 'src/a.js', old_string: '1', new_string: '2' }] as const;
    const agent = await one.act(event, {
      turns: [turn('', ['fs_read', { path: 'src/a.js' }]), turn('', [...edit]), finish('Two.')],
    });
    repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
    const { needs } = needsOf(one.one, agent) as {
      needs: { agent: { outputs: Record<string, string> } };
    };
    const { artifact = '', head = '' } = needs.agent.outputs;
    repository.github.tokenMay({
      contents: 'write',
      issues: 'write',
      pull_requests: 'write',
      actions: 'read',
      checks: 'write',
    });
    const step = {
      event,
      job: 'apply',
      runner: 'second',
      inputs: {
        'apply-artifact': artifact,
        'apply-head': head,
        'state-key': 'a-state-key-of-many-characters',
        mode: 'apply',
      },
    };
    const end = await repository.runStep(step);
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    const calls = entriesOf(end, 'call.state').flatMap((entry) => entry['gen_ai.tool.name'] ?? []);
    expect(calls).toEqual(['github_push_branch', 'github_create_pull_request', 'finish']);
    const run = entriesOf(agent, 'run.start')[0]?.run ?? '';
    expect(await pushed(repository, `countersign/${run}`, 'src/a.js')).toContain('one = 2');
  },
);
