/** The actions beside the main one, each started as the runner starts it, and the same by the main action's input `mode`. */
import { expect, test, vi } from 'vitest';
import type { SubAction } from '../../src/action/inputs/sub-actions.ts';
import { nightly } from '../properties.ts';
import { exampleScene, needsOf, pullOf, pushed } from './example.ts';
import {
  type ActOptions,
  type Ended,
  entriesOf,
  expectEnd,
  finish,
  POLICY,
  REQUESTER,
  type Scene,
  scene,
  turn,
} from './harness.ts';
import { pullEvent } from '../testing/github-server/events.ts';

vi.setConfig({ testTimeout: 180_000 });

const SCHEDULE = { name: 'schedule', payload: { schedule: '0 0 * * *' } };

/** How a step ended, without the secrets that it masks in its log, since each step has a token of its own. */
function endOf({ exitCode, log, outputs, summary }: Ended) {
  return { exitCode, outputs, summary, log: log.replaceAll(/^::add-mask::.*\n/gm, '') };
}

/** A step by the action beside the main one, in a process of its own, then by the main action with `mode`. */
async function bothWays(
  at: Scene,
  action: SubAction,
  options: ActOptions,
): Promise<readonly ReturnType<typeof endOf>[]> {
  const old = { ...options, inputs: { ...options.inputs, mode: action } };
  return [endOf(await (await at.start(action, options)).end), endOf(await at.act(old))];
}

test.concurrent('plan gives the matrix of the main action', async () => {
  await using at = await scene();
  const { number } = at.github.issue({ title: 'one', author: REQUESTER, labels: ['bug'] });
  const [own, old] = await bothWays(at, 'plan', {
    event: SCHEDULE,
    inputs: { 'plan-issues': 'bug', 'max-usd': '2' },
  });
  expect(JSON.parse(own?.outputs['matrix'] ?? '')).toEqual({
    include: [{ id: `issue-${number}`, number, 'max-usd': 2 }],
  });
  expect(own).toEqual(old);
});

nightly.concurrent('plan refuses the mode of another action', async () => {
  await using at = await scene();
  const inputs = { mode: 'collect', 'plan-issues': 'bug' };
  const end = await at.act({ event: SCHEDULE, inputs }, 'plan');
  expect(end.exitCode).toBe(1);
  expect(end.log).toContain('The input mode is invalid: "collect".');
  expect(end.log).toContain('The step uses the action plan');
});

test.concurrent('collect sums up the same audit trails', async () => {
  await using at = await scene();
  const turns = [{ ...finish('Nothing to do.'), costUsd: 0.5 }];
  await at.act({ event: at.ask(), runId: 4711, job: 'leg', turns });
  const [own, old] = await bothWays(at, 'collect', {
    event: SCHEDULE,
    runId: 4711,
    job: 'collect',
    inputs: { 'expected-trails': '1' },
  });
  expect(own?.outputs).toMatchObject({ trails: '1', verified: '1', 'cost-usd': '0.500000' });
  expect(own).toEqual(old);
});

test.concurrent('policy-diff keeps one comment, whichever way it is started', async () => {
  await using at = await scene();
  const { number } = await pullOf(at, REQUESTER, {
    '.github/countersign.yml': POLICY.replace('mode: ask', 'mode: auto'),
  });
  const event = {
    name: 'pull_request_target',
    payload: pullEvent(at.github, number, 'synchronize'),
  };
  const own = await (await at.start('policy-diff', { event, inputs: {} })).end;
  const [first] = at.github.commentsOn(number);
  const old = await at.act({ event, inputs: { mode: 'policy-diff' } });
  expect(own.outputs).toMatchObject({
    outcome: 'done',
    summary: expect.stringContaining('is looser'),
  });
  expect(endOf(own)).toEqual(endOf(old));
  const comments = at.github.commentsOn(number);
  expect(comments.map(({ id, body }) => [id, body])).toEqual([[first?.id, first?.body]]);
});

// What the action apply does is in example-two-jobs.test.ts.
nightly.concurrent(
  'the main action with mode: apply still pushes the changes of another job',
  async () => {
    await using one = await exampleScene('two-jobs');
    const { at } = one;
    const event = at.ask('/countersign make it two');
    const edit = ['fs_edit', { path: 'src/a.js', old_string: '1', new_string: '2' }] as const;
    const agent = await one.act(event, {
      turns: [turn('', ['fs_read', { path: 'src/a.js' }]), turn('', [...edit]), finish('Two.')],
    });
    at.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
    const { needs } = needsOf(one.one, agent) as {
      needs: { agent: { outputs: Record<string, string> } };
    };
    const { artifact = '', head = '' } = needs.agent.outputs;
    at.github.tokenMay({
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
    const end = await at.act(step);
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    const calls = entriesOf(end, 'call.state').flatMap((entry) => entry['gen_ai.tool.name'] ?? []);
    expect(calls).toEqual(['github_push_branch', 'github_create_pull_request', 'finish']);
    const run = entriesOf(agent, 'run.start')[0]?.run ?? '';
    expect(await pushed(at, `countersign/${run}`, 'src/a.js')).toContain('one = 2');
  },
);
