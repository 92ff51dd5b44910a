import { describe, expect, test, vi } from 'vitest';
import { runs } from '../examples/example.ts';
import type { Contexts } from '../examples/expressions.ts';
import {
  contextsOf,
  type ExampleRepository,
  openExample,
  expectNothingRefused,
  needsOf,
  pullOf,
  pushed,
} from './example.ts';
import {
  type EndedStep,
  entriesOf,
  type Event,
  expectEnd,
  finish,
  MAINTAINER,
  REQUESTER,
  turn,
} from './harness.ts';
import { approvalCommentOn, say } from './suspended.ts';
import { nightly, someOf } from '../properties.ts';
import { addWorkflowRun } from '../testing/github-server/ci.ts';

// Each scenario is two or three whole jobs.
vi.setConfig({ testTimeout: 180_000 });

const EDIT = [
  turn('', ['fs_read', { path: 'src/a.js' }]),
  turn(
    '',
    ['fs_edit', { path: 'src/a.js', old_string: '1', new_string: '2' }],
    ['fs_write', { path: 'src/b.js', content: 'export {};\n' }],
  ),
];

function manyOf(index: number): readonly [string, object] {
  return ['fs_write', { path: `src/many${index}.js`, content: `export const n = ${index};\n` }];
}

/** The example where no test is about its commands: to open the sandbox takes a job longer than all else that it does. */
async function withoutSandbox(policy = (text: string): string => text): Promise<ExampleRepository> {
  return await openExample('two-jobs', { policy: (text) => `${policy(text)}sandbox: off\n` });
}

/** The agent's job, from the comment to its end. */
async function worked(
  opened: ExampleRepository,
  event: Event,
  turns: readonly object[],
): Promise<EndedStep> {
  return await opened.act(event, { turns });
}

async function applied(
  opened: ExampleRepository,
  event: Event,
  needs: Contexts,
): Promise<EndedStep> {
  return await opened.act(event, { job: 'apply', contexts: needs, runner: 'second' });
}

test.concurrent('two jobs: one works with a token that can only read, the other pushes what is approved', async () => {
  await using opened = await openExample('two-jobs');
  const { repository, one } = opened;
  const event = repository.ask('/countersign make it two');
  const agent = await worked(opened, event, [...EDIT, finish('# One is two\n\nAs asked.')]);
  await expectEnd(agent, { outcome: 'done', exitCode: 0 });
  const written = repository.github.log.filter(
    ({ method, path }) => method !== 'GET' && path.startsWith('/repos'),
  );
  expect(written).toEqual([]);

  repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
  const end = await applied(opened, event, needsOf(one, agent));
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expectNothingRefused(repository);
  const run = entriesOf(agent, 'run.start')[0]?.run ?? '';
  expect(await pushed(repository, `countersign/${run}`, 'src/a.js')).toContain('one = 2');
  expect(await pushed(repository, `countersign/${run}`, 'src/b.js')).toBe('export {};\n');
  const asked = entriesOf(end, 'approval.decision').filter(({ counted }) => counted);
  expect(asked.map(({ by }) => by.login)).toEqual([MAINTAINER, MAINTAINER]);
  expect(repository.approvalComments()[0]?.body).toContain('src/b.js');
  expect(end.outputs['tokens']).toBe('0');
});

nightly.concurrent(
  'on a pull request of this repository the second job pushes to its branch',
  async () => {
    await using opened = await openExample('two-jobs');
    const { repository, one } = opened;
    const { number } = await pullOf(repository, REQUESTER, { 'src/c.js': 'export {};\n' });
    const event = repository.ask('/countersign make it two', number);
    const agent = await worked(opened, event, [...EDIT, finish('One is two.')]);
    repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
    const end = await applied(opened, event, needsOf(one, agent));
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(await pushed(repository, 'topic', 'src/a.js')).toContain('one = 2');
  },
);

nightly.concurrent(
  'the second job is suspended, and an answer resumes it without the first',
  async () => {
    await using opened = await openExample('two-jobs', {
      policy: (text) => `${text}approvals: { wait: 1s, then: suspend }\n`,
    });
    const { repository, one } = opened;
    const event = repository.ask('/countersign make it two');
    const agent = await worked(opened, event, [...EDIT, finish('One is two.')]);
    addWorkflowRun(repository.github, {
      id: 4242,
      workflow: one.path,
      event: 'issue_comment',
      headRepository: 'octo-org/octo-repo',
      completed: true,
    });
    const first = await applied(opened, event, needsOf(one, agent));
    await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
    const answer = await say(repository, `/approve ${approvalCommentOn(repository).ids.join(' ')}`);
    expect(runs(one, contextsOf(answer), 'agent')).toBe(false);
    const end = await opened.act(answer, { job: 'apply', runner: 'third', runId: 4243 });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    const run = entriesOf(agent, 'run.start')[0]?.run ?? '';
    expect(await pushed(repository, `countersign/${run}`, 'src/a.js')).toContain('one = 2');
  },
);

test.concurrent('a policy that allows pushes still asks: changes of another job are untrusted', async () => {
  await using opened = await withoutSandbox(
    (text) =>
      `${text
        .replace(/requireApproval:[\s\S]*?limits:/, 'limits:')
        .replace('auto:\n', 'auto:\n  - github_push_branch\n  - github_create_pull_request\n')
        .replace(/tests:[\s\S]*/, '')}approvals: { wait: 1s, then: deny }\n`,
  );
  const { repository, one } = opened;
  const event = repository.ask('/countersign make it two');
  const agent = await worked(opened, event, [...EDIT, finish('One is two.')]);
  const end = await applied(opened, event, needsOf(one, agent));
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  expect(repository.github.log.filter(({ path }) => path.endsWith('/git/refs'))).toEqual([]);
});

nightly.concurrent(
  'after a commit that is denied, no later one is pushed, and no pull request opened',
  async () => {
    await using opened = await withoutSandbox();
    const { repository, one } = opened;
    const event = repository.ask('/countersign make many');
    const writes = Array.from({ length: 101 }, (_, index) => manyOf(index));
    const turns = [
      turn('', ...writes.slice(0, 60)),
      turn('', ...writes.slice(60)),
      finish('Many.'),
    ];
    const agent = await worked(opened, event, turns);
    repository.answerApprovalComments(
      ([first, second, pull]) => `/approve ${first} ${pull}\n/deny ${second}`,
    );
    const end = await applied(opened, event, needsOf(one, agent));
    await expectEnd(end, { outcome: 'denied', exitCode: 1 });
    expect(end.outputs['summary']).toContain('Only 1 of 2 commits was pushed');
    expect(end.outputs['pull-request-url']).toBe('');
    const written = entriesOf(end, 'github.write').map(({ what }) => what);
    expect(written.filter((what) => what === 'commit' || what === 'pull request')).toEqual([
      'commit',
    ]);
  },
);

describe('people approve each call before the first one runs', () => {
  const allowed = ['github_create_pull_request', 'category:github'];
  test.concurrent.each(someOf(allowed, 1))(
    'if the policy lets %s run without them',
    async (rule) => {
      await using opened = await withoutSandbox((text) => {
        const free = rule === 'category:github' ? '' : 'requireApproval: [github_push_branch]\n';
        const own = text
          .replace(/requireApproval:[\s\S]*?limits:/, `${free}limits:`)
          .replace('auto:\n', `auto:\n  - ${rule}\n`)
          .replace(/tests:[\s\S]*/, '');
        return `${own}whenUntrusted: { auto: [${rule}] }\n`;
      });
      const { repository, one } = opened;
      const event = repository.ask('/countersign make it two');
      const agent = await worked(opened, event, [...EDIT, finish('One is two.')]);
      repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
      const end = await applied(opened, event, needsOf(one, agent));
      await expectEnd(end, { outcome: 'done', exitCode: 0 });
      expect(entriesOf(end, 'approval.decision')).toHaveLength(2);
    },
  );
});

test.concurrent('without changes the second job does not start', async () => {
  await using opened = await withoutSandbox();
  const { repository, one } = opened;
  const event = repository.ask('/countersign look');
  const agent = await worked(opened, event, [finish('Nothing to do.')]);
  expect(runs(one, { ...contextsOf(event), ...needsOf(one, agent) }, 'apply')).toBe(false);
});

describe('an invalid artifact is refused, with the reason in a trail of its own, and nothing is pushed', () => {
  const LIES: readonly (readonly [
    name: string,
    because: string,
    lie: {
      readonly turns?: readonly object[];
      readonly needs?: (outputs: Record<string, string>) => Record<string, string>;
      readonly between?: (opened: ExampleRepository) => Promise<Record<string, string>>;
      readonly policy?: (text: string) => string;
    },
  ])[] = [
    [
      'another head',
      'its trail is broken at entry',
      { needs: (outputs) => ({ ...outputs, head: 'f'.repeat(64) }) },
    ],
    [
      'another artifact',
      'this workflow run has no artifact',
      { needs: (outputs) => ({ ...outputs, artifact: 'countersign-trail-1' }) },
    ],
    [
      'a run that is not done',
      'the run that made them ended incomplete',
      { turns: [...EDIT, finish('Half of it.', 'incomplete')] },
    ],
    [
      'a commit that this job is not on',
      'and this job is on',
      {
        between: async ({ repository }) => ({
          GITHUB_SHA: await repository.runner.commit('main', {
            'src/a.js': 'export const one = 3;\n',
          }),
        }),
      },
    ],
    [
      'a file that the policy denies',
      'the policy denies writing src/b.js',
      {
        between: async ({ repository, one }) => {
          const strict = one.policy.replace('deny:\n', 'deny:\n  - fs_write(src/b.js)\n');
          await repository.runner.commit('main', { '.github/countersign.yml': strict });
          return {};
        },
      },
    ],
  ];

  test.concurrent.each(someOf(LIES, 1))('%s', async (_name, because, lie) => {
    await using opened = await withoutSandbox();
    const { repository, one } = opened;
    const event = repository.ask('/countersign make it two');
    const agent = await worked(opened, event, lie.turns ?? [...EDIT, finish('One is two.')]);
    const environment = (await lie.between?.(opened)) ?? {};
    const { needs } = needsOf(one, agent) as {
      needs: { agent: { outputs: Record<string, string> } };
    };
    const outputs = lie.needs?.(needs.agent.outputs) ?? needs.agent.outputs;
    repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
    const end = await opened.act(event, {
      job: 'apply',
      contexts: { needs: { agent: { outputs } } },
      runner: 'second',
      environment,
    });
    await expectEnd(end, { outcome: 'error', exitCode: 1 });
    expect(end.outputs['summary']).toContain("The changes of the agent's job are refused: ");
    expect(end.outputs['summary']).toContain(because);
    expect(repository.github.log.filter(({ path }) => path.endsWith('/git/refs'))).toEqual([]);
    expect(repository.approvalComments()).toEqual([]);
  });
});
