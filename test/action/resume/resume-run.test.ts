/** Whole steps that have an answer to a suspended run, and what keeps them from resuming it. */
import { afterAll, describe, expect, test } from 'vitest';
import { addReaction } from '../../../src/testing/github-server/state.ts';
import { addWorkflowRun } from '../../testing/github-server/ci.ts';
import { ciOf } from '../../testing/github-server/ci-state.ts';
import { renameAccount } from '../../testing/github-server/rename-account.ts';
import {
  MAINTAINER,
  OUTSIDER,
  pullOf,
  removeTemplates,
  REQUESTER,
  runStage,
  type StageEnd,
  type StageOptions,
  type SuspendedStage,
} from '../faults/stages.ts';

afterAll(removeTemplates);

const BOT = 'github-actions[bot]';

async function resumed(over: Partial<StageOptions>) {
  return await runStage({ stage: 'resume', by: MAINTAINER, ...over });
}

/** Another job has claimed the run and ended: its reaction is on the approval comment. */
function claim({ runner: { github }, asked }: SuspendedStage): void {
  addReaction(github.state, { comment: asked, user: github.account(BOT), content: 'rocket' });
}

/** The workflow run of the other job. */
const OTHER_RUN = 650;

/** Another job works on the run, as its tracking comment says; or it has ended without another word, as its machine was lost. */
function work({ runner: { github }, issue }: SuspendedStage, completed = false): void {
  addWorkflowRun(github, {
    id: OTHER_RUN,
    workflow: '.github/workflows/agent.yml',
    event: 'issue_comment',
    headRepository: 'octo-org/octo-repo',
    completed,
  });
  const tracking = github
    .commentsOn(issue)
    .find(({ body }) => body.includes('countersign:tracking'));
  if (tracking === undefined) throw new Error('There is no tracking comment.');
  const title = `**Countersign** is working for \`octo-requester\` · [job](https://github.com/octo-org/octo-repo/actions/runs/${OTHER_RUN})`;
  const body = tracking.body.replace(/(?<=-->\n\n).*/, title);
  github.editComment({ id: tracking.id, login: BOT, body });
}

/** Another job has closed the approval comment. */
function close({ runner: { github }, asked }: SuspendedStage): void {
  const body = github.state.comments.get(asked)?.body ?? '';
  github.editComment({ id: asked, login: BOT, body: body.replace('"suspended"', '"closed"') });
}

/** Another job has closed the approval comment, and works on the run, or has been lost since. */
function closeAndWork(isLost: boolean) {
  return (suspended: SuspendedStage): void => {
    close(suspended);
    work(suspended, isLost);
  };
}

/** Another job has read and counted the answer. */
function count({ runner: { github }, answer }: SuspendedStage): void {
  addReaction(github.state, { comment: answer, user: github.account(BOT), content: '+1' });
}

/** Another job claims the run before this one, and continues it, with this answer. */
function resumeElsewhere(suspended: SuspendedStage): void {
  count(suspended);
  resumeBefore(suspended);
}

/** Another job claims the run before there is this answer, and continues it: it closes the approval comment after its claim. */
function resumeBefore(suspended: SuspendedStage): void {
  const { runner, asked } = suspended;
  const { github } = runner;
  claim(suspended);
  const closing = () => Promise.resolve(close(suspended));
  // Just before the next look at it.
  github.fail({ match: new RegExp(`GET .*/issues/comments/${asked}$`), until: closing });
}

/** The workflow run of the job that has the answer. */
const OWN_RUN = 702;

/** A job of a workflow run has suspended the run again. */
function suspendAgain({ runner: { github }, asked }: SuspendedStage, workflowRun: number): void {
  const body = github.state.comments.get(asked)?.body ?? '';
  const again = body.replace(/"workflowRun":\d+/, `"workflowRun":${workflowRun}`);
  github.editComment({ id: asked, login: BOT, body: again });
}

/** Another job claims the run before this one, and suspends it again. */
function suspendAgainElsewhere(workflowRun: number) {
  return (suspended: SuspendedStage): void => {
    const { runner, asked } = suspended;
    claim(suspended);
    const until = () => Promise.resolve(suspendAgain(suspended, workflowRun));
    runner.github.fail({ match: new RegExp(`GET .*/issues/comments/${asked}$`), until });
  };
}

/** The approval comment of another run that is suspended, from before the answer. */
function suspendOther({ runner: { github }, asked }: SuspendedStage): void {
  const comment = github.state.comments.get(asked);
  if (comment === undefined) throw new Error('Nothing was asked.');
  const body = comment.body
    .replace(/"run":"[^"]+"/, '"run":"run-other"')
    .replace(/"ids":\["[^"]+"/, '"ids":["ap-00000000"');
  github.state.comments.set(asked - 1, { ...comment, id: asked - 1, body });
}

const changePolicy = async ({ runner }: SuspendedStage): Promise<void> =>
  void (await runner.commit('main', { '.github/countersign.yml': 'version: 1\nmode: ask\n' }));

/** Nothing ran, and nothing is said of a run that is another job's. */
function expectLost(end: StageEnd): void {
  expect(end, end.log).toMatchObject({
    outcome: 'skipped',
    thrown: null,
    made: 0,
    verdict: null,
    saved: { finished: 'true' },
  });
  expect(end.last).toContain('/approve');
}

/** Nobody is told any more that the run waits, nor does a check run say so, and the head hash that the run published stays. */
function expectEnded({ tracking, checks }: StageEnd, because: string): void {
  expect(checks[0]).toBe('failure: ❌ error: this run cannot be resumed');
  expect(tracking).toMatch(
    /^<!-- countersign:tracking .+ -->\n\n❌ \*\*Countersign: error\*\* · this run cannot be resumed · \[job\]/,
  );
  expect(tracking).toContain(because);
  expect(tracking).not.toContain('/approve');
  expect(tracking).not.toContain('awaiting-approval');
  expect(tracking).toContain('head hash `');
}

test('a run of another workflow is left to that workflow', async () => {
  const end = await resumed({ workflow: '.github/workflows/other.yml' });
  expect(end, end.log).toMatchObject({ outcome: 'skipped', thrown: null, made: 0, verdict: null });
  expect(end.log).toContain('The approval request is by a run of .github/workflows/agent.yml.');
  expect(end.reactions).toEqual([]);
  expect(end.asked).toContain('"state":"suspended"');
});

describe('a `/cancel` that ended a suspended run', () => {
  test('names in one reply the runs that still wait, and how to end only one', async () => {
    const end = await resumed({ words: '/cancel', meanwhile: suspendOther });
    expect(end.outcome, end.log).toBe('cancelled');
    expect(end.last).toMatch(/^<!-- countersign:reply -->\n\[This comment\]\(\S+\) ended `run-/);
    expect(end.last).toContain('\n- `run-other` is suspended: the next `/cancel` ends it');
    expect(end.last).toContain('\n/cancel ap-00000000\n');
  });

  test('names none if it is for no other run', async () => {
    const end = await resumed({ words: '/cancel ID', meanwhile: suspendOther });
    expect(end.outcome, end.log).toBe('cancelled');
    expect(end.last).not.toContain('countersign:reply');
  });
});

describe('a run of another job', () => {
  test('is left to that job, which sees the same answer', async () => {
    const workflow =
      'on: issue_comment\njobs:\n  "agent":\n    steps: []\n  docs:\n    steps: []\n';
    const end = await resumed({
      job: 'docs',
      meanwhile: async ({ runner }) => {
        await runner.commit('main', { '.github/workflows/agent.yml': workflow });
      },
    });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', thrown: null, made: 0 });
    expect(end.log).toContain('The approval request is by the job agent.');
    expect(end.asked).toContain('"state":"suspended"');
    expect(end.last).toContain('/approve');
    expect(end.tracking).toContain('**Countersign: awaiting-approval**');
  });

  test('that the workflow no longer has stays as it is, and people are told', async () => {
    const workflow =
      'on: issue_comment\njobs:\n  docs:\n    env:\n      agent: none\n    steps: []\n';
    const end = await resumed({
      job: 'docs',
      meanwhile: async ({ runner }) => {
        await runner.commit('main', { '.github/workflows/agent.yml': workflow });
      },
    });
    expect(end.asked).toContain('"state":"suspended"');
    expect(end.last).toContain('only a job with the id agent can resume the run');
    expect(end.last).toContain('Name the job so again, or start the run again.');
  });

  test('in another workflow stays as it is, and whoever has a role in the repository is told', async () => {
    const where = { workflow: '.github/workflows/resume.yml', job: 'docs' };
    const over = { ...where, resumeWorkflows: '.github/workflows/agent.yml' };
    const end = await resumed(over);
    expect(end, end.log).toMatchObject({ outcome: 'skipped', thrown: null, made: 0 });
    expect(end.asked).toContain('"state":"suspended"');
    expect(end.last).toContain('only a job with the id agent can resume the run');
    expect((await resumed({ ...over, by: OUTSIDER })).last).toContain('/approve');
  });
});

test('an answer resumes the run, and the post step is told that this job has claimed it', async () => {
  let asking = 0;
  const end = await resumed({
    meanwhile: ({ asked }) => {
      asking = asked;
    },
  });
  expect(end, end.log).toMatchObject({ outcome: 'done', made: 1, saved: { claimed: 'true' } });
  const asked = /Asked by `@octo-requester` \(\[link\]\([^)]*#issuecomment-(\d+)\)\): `mend it`/;
  expect(Number(asked.exec(end.asked)?.[1])).toBeLessThan(asking);
});

test('a run whose requests are void ends with what its earlier jobs did, on their commit', async () => {
  const servers: SuspendedStage['runner']['github'][] = [];
  const end = await resumed({
    onPull: true,
    meanwhile: async (suspended) => {
      await changePolicy(suspended);
      const { github } = suspended.runner;
      expect(github.checkRuns()).toMatchObject([{ conclusion: 'action_required' }]);
      servers.push(github);
    },
  });
  expect(servers[0]?.checkRuns()).toMatchObject([{ conclusion: 'failure' }]);
  expect(end, end.log).toMatchObject({ outcome: 'denied', made: 0 });
  const [first, second] = end.entries.filter((entry) => entry.type === 'run.start');
  expect(second).toMatchObject({ headSha: first?.headSha });
  expect(end.outputs).toMatchObject({ turns: '1', 'calls-denied': '1', 'pending-approvals': '' });
});

test('a run whose issue was closed meanwhile is void', async () => {
  const end = await resumed({
    meanwhile: ({ runner, issue }) => {
      runner.github.issue({ number: issue, author: REQUESTER, title: 'Broken', state: 'closed' });
    },
  });
  expect(end, end.log).toMatchObject({ outcome: 'denied', made: 0 });
  expect(end.asked).toContain('was closed');
  expect(end.asked).toContain('"state":"closed"');
  expect(end.tracking).toContain('**Countersign: denied** for `octo-requester`');
  expect(end.tracking).toMatch(
    /\*\*Denied\*\*\n\n- `bash_run` .*: `What was asked is void: #1 was closed.`/,
  );
  expect(end.checks.at(-1)).toBe(
    'failure: ⛔ denied: not run: bash_run. The run says: What was asked is void: #1 was closed. (checkpoint-refused)',
  );
});

test('a report of a void run shows no part of a secret in its request, also where that is cut', async () => {
  const servers: SuspendedStage['runner']['github'][] = [];
  const end = await resumed({
    request: 'a-key-of-many-characters '.repeat(600),
    meanwhile: ({ runner: { github }, issue }) => {
      github.issue({ number: issue, author: REQUESTER, title: 'Broken', state: 'closed' });
      servers.push(github);
    },
  });
  expect(end.outcome, end.log).toBe('denied');
  const shown = JSON.stringify(servers[0]?.checkRuns());
  expect(shown).toContain('<summary>Request</summary>');
  expect(shown).not.toMatch(/a-key|-characters/);
});

describe('whoever asked for the run approves nothing in the job that resumes it', () => {
  test.each([
    ['by their name', REQUESTER],
    ['under another name', 'octo-renamed'],
  ])('%s', async (_name, name) => {
    const end = await resumed({
      by: REQUESTER,
      meanwhile: ({ runner }) => {
        if (name !== REQUESTER) renameAccount(runner.github, REQUESTER, name);
      },
    });
    expect(end, end.log).toMatchObject({ outcome: 'awaiting-approval', made: 0, countedBy: [] });
    expect(end.last).toContain('asked for this run');
    expect(end.asked).toContain('"state":"suspended"');
  });
});

test('a checkpoint that a run from a fork uploaded is refused, and nothing of it is used', async () => {
  const end = await resumed({
    meanwhile: ({ runner: { github } }) => {
      const asking = ciOf(github.state).workflowRuns.get(OWN_RUN - 1);
      if (asking === undefined) throw new Error('no run has asked');
      addWorkflowRun(github, { ...asking, event: 'pull_request', headRepository: 'evil/fork' });
    },
  });
  expect(end, end.log).toMatchObject({ outcome: 'error', made: 0, countedBy: [], reactions: [] });
  expect(end.last).toContain('The checkpoint is refused');
  expect(end.last).toContain('evil/fork');
  expect(end.asked).toContain('"state":"suspended"');
});

describe('a run of another workflow that this one resumes', () => {
  const workflow = '.github/workflows/resume.yml';
  const over = { workflow, resumeWorkflows: '.github/workflows/agent.yml' };

  test('is left alone if an outsider answers, by its own policy', async () => {
    const end = await resumed({ ...over, by: OUTSIDER });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', made: 0, verdict: null });
    expect(end.reactions).not.toContain('rocket');
    expect(end.asked).toContain('"state":"suspended"');
  });
});

test('a run whose pull request has got another base branch is void: who opened the pull request can change that', async () => {
  const end = await resumed({
    onPull: true,
    meanwhile: async ({ runner, issue }) => {
      await runner.commit('release', { 'src/old.txt': 'old\n' });
      const pull = runner.github.state.issues.get(issue)?.pull;
      Object.assign(pull ?? {}, { baseRef: 'release' });
    },
  });
  expect(end, end.log).toMatchObject({ outcome: 'denied', made: 0 });
  expect(end.last).toContain('the trusted branch is now release');
});

test('the post step is told if GitHub did not answer the claim', async () => {
  const fault = { match: /^POST .*\/reactions/, dropAfter: true, times: 99 };
  const end = await resumed({ fault });
  expect(end, end.log).toMatchObject({ outcome: 'error', made: 0, saved: { claimed: 'unknown' } });
});

describe('an answer that names no call which waits', () => {
  const words = '/approve ap-zzzzzzzz';

  test('is explained by a comment to somebody with a role in the repository', async () => {
    const end = await resumed({ words });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', made: 0 });
    expect(end.last).toContain('ap-zzzzzzzz');
    expect(end.reactions).toEqual([]);
  });

  test('gets a reaction alone from anybody else, who could have any number of comments posted', async () => {
    const end = await resumed({ words, by: OUTSIDER });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', made: 0, last: words });
    expect(end.answered).toEqual(['confused']);
  });
});

describe('a command that has no run to end or to resume', () => {
  test.each([
    ['/cancel', 'no run waits for an answer here; to end one that works, cancel its workflow run'],
    ['/cancel wrong branch', 'no run waits for an answer here'],
    ['/resume', 'no comment here reports that a run crashed and can be resumed'],
    ['/resume run-0123456789abcdef', 'reports that run-0123456789abcdef crashed'],
  ])('is explained: %s', async (words, because) => {
    const end = await resumed({ words, meanwhile: close });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', made: 0, answered: ['confused'] });
    expect(end.last).toContain(because);
  });

  test.each(['/cancel', '/resume'])('is left alone if it counted: %s', async (words) => {
    const end = await resumed({
      words,
      meanwhile: (suspended) => {
        close(suspended);
        count(suspended);
      },
    });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', answered: ['+1'], last: words });
  });

  test('gets a reaction alone from an outsider', async () => {
    const end = await resumed({ words: '/cancel', by: OUTSIDER, meanwhile: close });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', answered: ['confused'] });
    expect(end.last).toBe('/cancel');
  });
});

describe('an answer to an approval comment that was closed before', () => {
  test.each(['/deny ID too late', '/approve ID'])('is explained: %s', async (words) => {
    const end = await resumed({ words, meanwhile: close });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', made: 0, answered: ['confused'] });
    expect(end.last).toContain('Countersign did not count [this answer]');
    expect(end.last).toContain('what it names was closed before');
    expect(end.last).not.toContain('begins with this line');
  });

  test('is left alone if it counted, which its 👍 shows', async () => {
    const end = await resumed({
      words: '/deny ID in time',
      meanwhile: (suspended) => {
        close(suspended);
        count(suspended);
      },
    });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', answered: ['+1'] });
    expect(end.last).toContain('/deny');
  });

  test('is left alone if it names no id: other programs have such commands, too', async () => {
    const end = await resumed({ words: '/approve', meanwhile: close });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', answered: [] });
  });

  test('gets a reaction alone from an outsider', async () => {
    const end = await resumed({ words: '/deny ID', by: OUTSIDER, meanwhile: close });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', answered: ['confused'] });
    expect(end.last).toContain('/deny');
  });
});

test.each(['/approve ID', '/deny ap-zzzzzzzz'])(
  'an answer that names no call which was asked about here is explained: %s',
  async (words) => {
    const end = await resumed({
      words,
      meanwhile: ({ runner, asked }) => runner.github.deleteComment(asked),
    });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', made: 0, answered: ['confused'] });
    expect(end.last).toContain('no approval comment here has ap-');
    expect(end.last).toContain('answer where it was asked');
  },
);

test('an answer to a request of another account is left to the run of that account', async () => {
  const end = await resumed({
    meanwhile: ({ runner: { github }, asked, issue }) => {
      const body = github.state.comments.get(asked)?.body ?? '';
      github.deleteComment(asked);
      github.comment({ login: MAINTAINER, issue, body });
    },
  });
  expect(end, end.log).toMatchObject({ outcome: 'skipped', made: 0 });
  expect(end.last).toContain('countersign:approval-request');
  expect(end.log).toContain("the approval comment is not by the account of this job's token");
});

/** The approval comment is as it was posted, as if GitHub had taken no update of it. */
function unsaid({ runner: { github }, asked }: SuspendedStage): void {
  const body = github.state.comments.get(asked)?.edits[0]?.body ?? '';
  github.editComment({ id: asked, login: BOT, body });
}

test('an answer of an outsider to a job that waits costs no look at that job', async () => {
  const end = await resumed({ by: OUTSIDER, meanwhile: unsaid });
  expect(end, end.log).toMatchObject({ outcome: 'skipped', made: 0, answered: [] });
  expect(end.log).toContain('still waits, and reads the answer itself');
  expect(end.requests.filter(({ path }) => path.includes('/actions/runs/'))).toEqual([]);
});

describe('a run that could not say in its approval comment that it is suspended', () => {
  test('is resumed by an answer all the same', async () => {
    const end = await resumed({ meanwhile: unsaid });
    expect(end, end.log).toMatchObject({ outcome: 'done', made: 1, saved: { claimed: 'true' } });
    expect(end.verdict).toMatchObject({ kind: 'intact' });
    expect(end.asked).toContain('"state":"closed"');
  });

  test('is left to its own workflow', async () => {
    const end = await resumed({ meanwhile: unsaid, workflow: '.github/workflows/other.yml' });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', made: 0 });
    expect(end.asked).toContain('"state":"waiting"');
  });

  test('is not lost if only the key of this job is another one, which can be set again', async () => {
    const stateKey = 'another-key-of-many-characters';
    const end = await resumed({ meanwhile: unsaid, stateKey });
    expect(end, end.log).toMatchObject({ outcome: 'error', made: 0, reactions: [] });
    expect(end.last).toContain('The secret was probably rotated since.');
    expect(end.asked).toContain('"state":"waiting"');
  });

  test('is not lost if only this job has no key', async () => {
    const end = await resumed({ meanwhile: unsaid, stateKey: '' });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', made: 0, reactions: [] });
    expect(end.log).toContain('this step has no state-key');
    expect(end.asked).toContain('"state":"waiting"');
    expect(end.tracking).toContain('**Countersign: awaiting-approval**');
  });

  test('is not called lost while another approval comment of it is open', async () => {
    const end = await resumed({
      meanwhile: (suspended) => {
        const { runner, issue, asked } = suspended;
        unsaid(suspended);
        const [marker = ''] = (runner.github.state.comments.get(asked)?.body ?? '').split('\n', 1);
        const body = marker.replace(/"ids":\["ap-[^"]*"/, '"ids":["ap-00000000"');
        runner.github.comment({ login: BOT, issue, body });
        for (const artifact of runner.github.artifacts.artifacts) artifact.expired = true;
      },
    });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', made: 0 });
    expect(end.tracking).toContain('**Countersign: awaiting-approval**');
    expect(end.checks).toEqual([expect.stringMatching(/^action_required: /) as string]);
  });

  test('is lost without its checkpoint, and people are told so', async () => {
    const end = await resumed({
      meanwhile: (suspended) => {
        unsaid(suspended);
        for (const artifact of suspended.runner.github.artifacts.artifacts) artifact.expired = true;
      },
    });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', made: 0 });
    expect(end.last).toContain('has ended without a checkpoint');
    expect(end.last).toContain('Nothing that the approval comment asks for was done');
    expect(end.asked).toContain('"state":"closed"');
    expectEnded(end, 'has ended without a checkpoint');
  });

  test('may have run what was approved if its approval comment was claimed, and nobody is told otherwise', async () => {
    const end = await resumed({
      meanwhile: (suspended) => {
        unsaid(suspended);
        claim(suspended);
        for (const artifact of suspended.runner.github.artifacts.artifacts) artifact.expired = true;
      },
    });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', made: 0 });
    expect(end.last).toContain('It may have run what was approved: read its log');
    expect(end.asked).toContain('It may have run what was approved');
    expectEnded(end, 'It may have run what was approved');
  });
});

/** A run that is resumed by an answer, whose call begins a minute after the answer counted. `then` happens in that minute. */
async function resumedLate(then: (suspended: SuspendedStage) => void): Promise<StageEnd> {
  return await resumed({
    meanwhile: (suspended) => {
      const { runner, asked, clock } = suspended;
      const until = async () => {
        clock.nextIsWait();
        await clock.sleep(60_000);
        then(suspended);
      };
      // The update that closes the approval comment.
      runner.github.fail({ match: new RegExp(`PATCH .*/issues/comments/${asked}$`), until });
    },
  });
}

describe('an answer that counted, some time before its call begins', () => {
  test('and did not change, lets the call run', async () => {
    const end = await resumedLate(() => {});
    expect(end, end.log).toMatchObject({ outcome: 'done', made: 1 });
  });

  test('and was edited meanwhile, does not let the call run', async () => {
    const end = await resumedLate(({ runner: { github }, answer }) => {
      github.editComment({ id: answer, login: MAINTAINER, body: '/deny, I was wrong' });
    });
    expect(end, end.log).toMatchObject({ made: 0, thrown: null, verdict: { kind: 'intact' } });
    expect(end.outcome).not.toBe('done');
    const voided = end.entries.filter(({ type }) => type === 'approval.void');
    expect(voided).toMatchObject([{ because: expect.stringContaining('edited') as string }]);
  });
});

function deleteAsked({ runner: { github }, asked }: SuspendedStage): void {
  github.deleteComment(asked);
}

/** The tracking comment of a suspended run, and how its job writes into it that the run ended like this. */
function reportOf({ runner: { github }, issue }: SuspendedStage, outcome: string) {
  const { id, body } =
    github.commentsOn(issue).find((one) => one.body.includes('countersign:tracking')) ??
    expect.unreachable();
  const written = body.replace('awaiting-approval', outcome);
  return { id, write: () => void github.editComment({ id, login: BOT, body: written }) };
}

describe('a run whose approval comment is gone', () => {
  const gone: readonly (readonly [string, (suspended: SuspendedStage) => void])[] = [
    ['deleted', deleteAsked],
    [
      'overwritten',
      ({ runner: { github }, asked }) =>
        void github.editComment({ id: asked, login: MAINTAINER, body: 'Not now.' }),
    ],
  ];

  test.each(gone)('because it was %s, is reported as ended', async (_, meanwhile) => {
    for (const words of ['/approve ID', '/cancel', '/approve', '/approve all', '/deny not now']) {
      const end = await resumed({ words, meanwhile });
      expect(end, end.log).toMatchObject({ outcome: 'skipped', thrown: null, made: 0 });
      expect(end.last).toContain('Countersign did not count [this answer]');
      expect(end.tracking).toContain('❌ **Countersign: error** · this run cannot be resumed');
      expect(end.tracking).toContain('was deleted or overwritten');
      expect(end.tracking).not.toContain('/approve');
      expect(end.checks[0]).not.toMatch(/^action_required: /);
    }
  });

  test('tells nobody who writes a command of another program, or has no role here', async () => {
    const other = await resumed({ words: '/label bug', meanwhile: deleteAsked });
    expect(other.last).toBe('/label bug');
    expect(other.tracking).toContain('**Countersign: awaiting-approval**');
    const outsider = await resumed({ words: '/approve', by: OUTSIDER, meanwhile: deleteAsked });
    expect(outsider.last).toBe('/approve');
  });

  test('says so once: a later `/approve` may be for another program', async () => {
    const end = await resumed({
      words: '/approve',
      meanwhile: (suspended) => {
        deleteAsked(suspended);
        reportOf(suspended, 'error').write();
      },
    });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', thrown: null, made: 0 });
    expect(end.last).toBe('/approve');
  });

  test('only here, because it was asked on another issue, still waits', async () => {
    const end = await resumed({
      meanwhile: ({ runner: { github }, asked }) => {
        const comment = github.state.comments.get(asked);
        const other = github.issue({ author: REQUESTER, title: 'Approvals', body: '' });
        if (comment !== undefined)
          github.state.comments.set(asked, { ...comment, issue: other.number });
      },
    });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', thrown: null, made: 0 });
    expect(end.tracking).toContain('**Countersign: awaiting-approval**');
  });

  test('only for this version, which cannot read its marker, still waits', async () => {
    const end = await resumed({
      meanwhile: ({ runner: { github }, asked }) => {
        const body = github.state.comments.get(asked)?.body ?? '';
        const later = body.replace('"v":1', '"v":1,"later":true');
        github.editComment({ id: asked, login: BOT, body: later });
      },
    });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', thrown: null, made: 0 });
    expect(end.tracking).toContain('**Countersign: awaiting-approval**');
  });

  test('perhaps, as GitHub does not show it, still waits', async () => {
    const end = await resumed({
      meanwhile: ({ runner: { github }, asked }) => {
        github.deleteComment(asked);
        github.fail({ match: new RegExp(`GET .*/issues/comments/${asked}$`), status: 403 });
      },
    });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', thrown: null, made: 0 });
    expect(end.log).toContain('The tracking comment could not be updated');
    expect(end.last).toContain('Countersign did not count [this answer]');
    expect(end.tracking).toContain('**Countersign: awaiting-approval**');
  });

  test('and whose job writes its report just then, keeps that report', async () => {
    const end = await resumed({
      meanwhile: (suspended) => {
        deleteAsked(suspended);
        const { id, write } = reportOf(suspended, 'done');
        const until = () => Promise.resolve(write());
        const match = new RegExp(`GET .*/issues/comments/${id}$`);
        suspended.runner.github.fail({ match, until });
      },
    });
    expect(end.tracking, end.log).toContain('**Countersign: done**');
  });
});

describe('a run whose checkpoint is gone', () => {
  const gone: readonly (readonly [string, Partial<StageOptions>])[] = [
    [
      'because its artifact expired',
      {
        meanwhile: ({ runner }) => {
          for (const artifact of runner.github.artifacts.artifacts) artifact.expired = true;
        },
      },
    ],
    [
      'because its artifact expires while it is downloaded',
      { fault: { match: /^GET .*\/artifacts\/\d+\/zip/, status: 410, times: 99 } },
    ],
  ];

  test.each(gone)('%s, is closed and says what to do', async (_, over) => {
    const end = await resumed(over);
    expect(end, end.log).toMatchObject({ outcome: 'error', made: 0, reactions: [] });
    expect(end.last).toContain('The checkpoint is gone');
    expect(end.last).toContain('Start the run again.');
    expect(end.asked).toMatch(/"ids":\["ap-.*"state":"closed"/);
    expect(end.asked).toContain(
      'It was never uploaded, has expired, or was deleted. It had asked for `ap-',
    );
    expectEnded(end, 'The checkpoint is gone');
  });

  test.each([
    ['suspended', () => undefined],
    ['waiting', unsaid],
  ] as const)(
    'because its workflow run was deleted, is closed and says what to do: %s',
    async (_, act) => {
      const end = await resumed({
        meanwhile: (where) => {
          act(where);
          ciOf(where.runner.github.state).workflowRuns.delete(OWN_RUN - 1);
        },
      });
      expect(end, end.log).toMatchObject({ outcome: 'skipped', made: 0, reactions: [] });
      expect(end.last).toContain('was deleted, and the checkpoint with it, or the issue was');
      expect(end.last).toContain('Start the run again.');
      expect(end.asked).toMatch(/"ids":\["ap-.*"state":"closed"/);
      expectEnded(end, 'was deleted');
    },
  );

  test('is reported as ended also if its approval comment cannot be closed', async () => {
    const end = await resumed({
      meanwhile: ({ runner: { github }, asked }) => {
        ciOf(github.state).workflowRuns.delete(OWN_RUN - 1);
        github.fail({ match: new RegExp(`PATCH .*/comments/${asked}$`), status: 403, times: 99 });
      },
    });
    expect(end, end.log).toMatchObject({ outcome: 'skipped', thrown: null, made: 0 });
    expect(end.log).toContain('The approval comment could not be closed');
    expect(end.last).toContain('was deleted');
    expectEnded(end, 'was deleted');
  });

  test('is not closed if the token may not read workflow runs', async () => {
    const end = await resumed({
      fault: { match: /^GET .*\/actions\/runs\//, status: 404, times: 99 },
    });
    expect(end, end.log).toMatchObject({ made: 0, reactions: [] });
    expect(end.last).toContain('The answer could not be used');
    expect(end.asked).toContain('"state":"suspended"');
  });

  test('is not closed if only the key of this job is another one, which can be set again', async () => {
    const end = await resumed({ stateKey: 'another-key-of-many-characters' });
    expect(end, end.log).toMatchObject({ outcome: 'error', made: 0, reactions: [] });
    expect(end.last).toContain('The secret was probably rotated since.');
    expect(end.asked).toContain('"state":"suspended"');
    expect(end.tracking).toContain('**Countersign: awaiting-approval**');
  });
});

test('a comment that asks for a crashed run only since it was edited resumes none', async () => {
  const end = await resumed({
    meanwhile: ({ runner: { github }, asked, answer }) => {
      const body = github.state.comments.get(asked)?.body ?? '';
      github.editComment({ id: asked, login: BOT, body: body.replace('"suspended"', '"crashed"') });
      github.editComment({ id: answer, login: MAINTAINER, body: '/resume' });
    },
  });
  expect(end, end.log).toMatchObject({ outcome: 'skipped', thrown: null, made: 0 });
  expect(end.log).toContain('The comment was changed since the event.');
  expect(end.reactions).toEqual([]);
  expect(end.answered).toEqual(['confused']);
  expect(end.last).toContain('it was edited; write a new comment');
});

describe('of two jobs that have an answer', () => {
  test('the one that lost the claim runs nothing, and has a trail of its own if it is killed from then on, so that its post step changes nothing of the run', async () => {
    const end = await resumed({ meanwhile: resumeElsewhere });
    expectLost(end);
    expect(end.answered).toEqual(['+1']);
    const [, run = ''] = /<!-- countersign:tracking (run-\w+)/.exec(end.tracking) ?? [];
    expect(run).toMatch(/^run-/);
    expect(end.saved['run']).toMatch(/^run-/);
    expect(end.saved['run']).not.toBe(run);
    expect(end.saved['trail-folder']).not.toContain(run);
  });

  test.each(['/approve ID', '/approve all', '/deny ID'])(
    'the one that lost the claim says so to whoever gave an answer that the other has not counted: %s',
    async (words) => {
      const end = await resumed({ words, meanwhile: resumeBefore });
      expect(end, end.log).toMatchObject({ outcome: 'skipped', made: 0, answered: ['confused'] });
      expect(end.last).toContain('Countersign did not count [this answer]');
      expect(end.last).toContain('what it names was closed before this job read it');
    },
  );

  test('one says that what was asked is void, and the other leaves it alone', async () => {
    const first = await resumed({ meanwhile: changePolicy });
    expect(first, first.log).toMatchObject({ outcome: 'denied', made: 0, reactions: ['rocket'] });
    // Every further job of the answer sees that its author knows.
    expect(first.answered).toEqual(['confused']);
    expect(first.asked).toContain('"state":"closed"');
    const second = await resumed({
      meanwhile: async (suspended) => {
        resumeElsewhere(suspended);
        await changePolicy(suspended);
      },
    });
    expectLost(second);
  });

  test('one resumes the run from where the other has suspended it again', async () => {
    const end = await resumed({ meanwhile: suspendAgainElsewhere(650) });
    expect(end, end.log).toMatchObject({ outcome: 'error', made: 0 });
    expect(end.log).toContain('workflow run 650');
  });

  test('one has the run only from the newest checkpoint: the other can suspend it again, and a third remove that claim, just before it claims the run', async () => {
    const end = await resumed({
      meanwhile: (suspended) => {
        const match = new RegExp(`POST .*/issues/comments/${suspended.asked}/reactions$`);
        const until = () => Promise.resolve(suspendAgain(suspended, 650));
        suspended.runner.github.fail({ match, until });
      },
    });
    expect(end, end.log).toMatchObject({ outcome: 'error', made: 0, reactions: [] });
    expect(end.log).toContain('workflow run 650');
    expect(end.saved).toMatchObject({ claimed: 'false' });
  });

  test('a job of the same workflow run leaves it to the one that has suspended it again: they have one answer', async () => {
    expectLost(await resumed({ meanwhile: suspendAgainElsewhere(OWN_RUN) }));
    const before = await resumed({ meanwhile: (where) => suspendAgain(where, OWN_RUN) });
    expect(before, before.log).toMatchObject({ outcome: 'skipped', made: 0, reactions: [] });
    expect(before.log).toContain('Another job of this workflow run has read the answer.');
  });

  test('the later one says so if the one that claimed the run does not continue it', async () => {
    const end = await resumed({ meanwhile: claim });
    expect(end, end.log).toMatchObject({ outcome: 'error', thrown: null, made: 0 });
    expect(end.saved).toMatchObject({ claimed: 'false' });
    expect(end.last).toContain('Another job claimed this run');
    expect(end.asked).toContain('"state":"closed"');
    expect(end.asked).toContain('start the run again');
    expectEnded(end, 'Another job claimed this run');
  });

  test('the later one leaves the reports of a run that the other one works on, whose approval comment that one could not close', async () => {
    const end = await resumed({
      meanwhile: (suspended) => {
        claim(suspended);
        work(suspended);
      },
    });
    expect(end, end.log).toMatchObject({ outcome: 'error', thrown: null, made: 0 });
    expect(end.last).toContain('Another job claimed this run');
    expect(end.asked).toContain('"state":"closed"');
    expect(end.tracking).toContain('**Countersign** is working');
    expect(end.checks[0]).toMatch(/^action_required: /);
  });

  test.each(['/approve ID', '/cancel ID', '/cancel', '/resume'])(
    'a later one ends the reports of a run whose job was lost after it had closed the approval comment: %s',
    async (words) => {
      const end = await resumed({ words, meanwhile: closeAndWork(true) });
      expect(end, end.log).toMatchObject({ outcome: 'skipped', thrown: null, made: 0 });
      expect(end.last).toContain('Countersign did not count [this answer]');
      expectEnded(end, 'The job that worked on this run has ended without a report');
      const running = await resumed({ words, meanwhile: closeAndWork(false) });
      expect(running.tracking).toContain('**Countersign** is working');
      expect(running.checks[0]).toMatch(/^action_required: /);
    },
  );

  test('a later one whose answer the other has counted asks nothing about the run that the other works on', async () => {
    const end = await resumed({
      meanwhile: (suspended) => {
        count(suspended);
        closeAndWork(false)(suspended);
      },
    });
    expect(end.log).toContain('Another job has counted the comment.');
    const paths = end.requests.map(({ path }) => path);
    expect(paths.filter((path) => path.endsWith(`/runs/${OTHER_RUN}`))).toEqual([]);
  });

  test('a later one leaves the reports of a run whose job writes its end just then', async () => {
    const end = await resumed({
      meanwhile: (suspended) => {
        closeAndWork(true)(suspended);
        const { github } = suspended.runner;
        const tracking = github
          .commentsOn(suspended.issue)
          .find(({ body }) => body.includes('countersign:tracking'));
        const id = tracking?.id ?? 0;
        const until = () => {
          const body = tracking?.body.replace('** is working', ': done**') ?? '';
          github.editComment({ id, login: BOT, body });
          return Promise.resolve();
        };
        github.fail({ match: new RegExp(`GET .*/issues/comments/${id}$`), until });
      },
    });
    expect(end.tracking, end.log).toContain('**Countersign: done** for');
    expect(end.checks[0]).toMatch(/^action_required: /);
  });

  test('a later one leaves the reports of a lost job whose run another approval comment can resume', async () => {
    const end = await resumed({
      meanwhile: (suspended) => {
        const { runner, asked, issue } = suspended;
        const asking = runner.github.state.comments.get(asked)?.body ?? '';
        const body = asking
          .replace('"suspended"', '"crashed"')
          .replace(/"ids":\[[^\]]*/, '"ids":[');
        runner.github.comment({ login: BOT, issue, body });
        close(suspended);
        work(suspended, true);
      },
    });
    expect(end.tracking, end.log).toContain('**Countersign** is working');
  });

  test('a later one leaves the reports of a run whose job is not in this repository, as after the transfer of an issue', async () => {
    const end = await resumed({
      meanwhile: (suspended) => {
        close(suspended);
        work(suspended, true);
        ciOf(suspended.runner.github.state).workflowRuns.delete(OTHER_RUN);
      },
    });
    expect(end.tracking, end.log).toContain('**Countersign** is working');
  });

  test('the later one ends the reports of a run whose other job was lost', async () => {
    const end = await resumed({
      meanwhile: (suspended) => {
        claim(suspended);
        work(suspended, true);
      },
    });
    expect(end, end.log).toMatchObject({ outcome: 'error', thrown: null, made: 0 });
    expectEnded(end, 'Another job claimed this run');
  });

  test('nor does the later one say what did not run if GitHub only took no update of the approval comment from the one that continued it', async () => {
    const end = await resumed({
      meanwhile: (suspended) => {
        claim(suspended);
        const { runner, issue } = suspended;
        const { github } = runner;
        for (const { id, body } of github.commentsOn(issue))
          if (body.includes('countersign:tracking'))
            github.editComment({ id, login: BOT, body: body.replace('awaiting-approval', 'done') });
      },
    });
    expect(end, end.log).toMatchObject({ outcome: 'error', thrown: null, made: 0 });
    expect(end.asked).toContain('does not say how it continued');
    expect(end.asked).toMatch(/It had asked for `ap-\w{8}`/);
    expect(end.asked).not.toMatch(/void|not run/);
    expect(end.tracking).toContain('**Countersign: done**');
  });
});

test('a new head of the pull request voids what was asked before the run is resumed', async () => {
  let headSha = '';
  const end = await resumed({
    onPull: true,
    meanwhile: async ({ runner, issue: number }) => {
      headSha = await runner.commit('topic', { 'src/b.txt': 'other\n' });
      runner.github.pull({ number, ...pullOf(headSha) });
    },
  });
  expect(end, end.log).toMatchObject({ outcome: 'denied', made: 0 });
  expect(end.summary).toContain('What was asked is void');
  expect(end.asked).toContain(headSha);
});

/** Two commands that are approved, and what is said as the approval comment is closed, before the first of them runs. */
async function approvedThen(say: (ids: readonly string[]) => string, by = MAINTAINER) {
  return await resumed({
    commands: ['echo one >> src/made.txt', 'touch src/other.txt'],
    words: '/approve all',
    meanwhile: ({ runner: { github }, asked, issue, clock }) => {
      const body = github.state.comments.get(asked)?.body ?? '';
      const ids = [...new Set(body.match(/ap-[0-9a-z]{8}/g))];
      const until = async (): Promise<void> => {
        await clock.sleep(20_000);
        github.comment({ login: by, issue, body: say(ids) });
        await clock.sleep(20_000);
      };
      github.fail({ match: new RegExp(`PATCH .*/issues/comments/${asked}$`), until });
    },
  });
}
const consumed = ({ entries }: StageEnd) =>
  entries.filter(({ type }) => type === 'approval.consumed').length;

describe('an answer that comes after two calls were approved, before the first of them runs', () => {
  test('stops the call that it denies, gets a thumbs-up, and the audit trail verifies', async () => {
    const end = await approvedThen(([, second]) => `/deny ${second} it went wrong`);
    expect(end, end.log).toMatchObject({ outcome: 'denied', thrown: null, made: 1 });
    expect(end.log).toContain('denied it after it was approved (it went wrong)');
    expect(end.verdict?.kind).toBe('intact');
    expect(consumed(end)).toBe(1);
    expect(end.answered).toEqual(['+1']);
  });

  test('stops every call if it denies all', async () => {
    const end = await approvedThen(() => '/deny all');
    expect(end, end.log).toMatchObject({ thrown: null, made: 0 });
    expect(end.verdict?.kind).toBe('intact');
    expect(consumed(end)).toBe(0);
  });

  test('ends the run if it cancels', async () => {
    const end = await approvedThen(() => '/cancel');
    expect(end, end.log).toMatchObject({ outcome: 'cancelled', thrown: null, made: 0 });
    expect(end.verdict?.kind).toBe('intact');
    expect(end.summary).toContain(`@${MAINTAINER} said /cancel.`);
  });

  test('stops nothing if its author may not deny', async () => {
    const end = await approvedThen(() => '/deny all', OUTSIDER);
    expect(end, end.log).toMatchObject({ outcome: 'done', thrown: null, made: 1 });
    expect(end.verdict?.kind).toBe('intact');
    expect(consumed(end)).toBe(2);
  });
});
