/** What an event asks a step to do. */
import { describe, expect, test } from 'vitest';
import type { ActionContext } from '../../src/action/context.ts';
import { decide } from '../../src/action/decide.ts';
import { type Inputs, readInputs } from '../../src/action/inputs/inputs.ts';
import type { Step } from '../../src/action/inputs/read-step.ts';
import { githubRunner } from '../../src/action/inputs/runner.ts';
import { type Account, clickCode, parseTrigger } from '../../src/github/index.ts';
import { BOB, BOT, CAROL } from '../approvals/memory-github.ts';

const ID = 'ap-00000000';
const REPOSITORY = { id: 7, full_name: 'o/r', default_branch: 'main' };
const MARKER = { v: 1, run: 'run-a', ids: [ID], state: 'suspended', workflowRun: 5, attempt: 1 };
const BODY = `<!-- countersign:approval-request ${JSON.stringify(MARKER)} -->\n\n- [ ] approve ${ID}`;

async function decideOn(
  event: Parameters<typeof parseTrigger>[0],
  context: Partial<ActionContext>,
): ReturnType<typeof decide> {
  const environment = { owner: 'o', repo: 'r' } as Step['environment'];
  const inputs = readInputs(githubRunner({}));
  const step = { inputs, trigger: parseTrigger(event), environment };
  return await decide({ ...step, ...context } as ActionContext);
}

/** Bob ticks the box in a comment that `author` wrote. */
async function decided(author: Account, self: Account | null) {
  const event = {
    eventName: 'issue_comment',
    payload: {
      action: 'edited',
      repository: REPOSITORY,
      sender: BOB,
      issue: { number: 5, title: 'T', body: '', user: BOB },
      comment: {
        id: 9,
        body: BODY.replace('[ ]', '[x]'),
        user: author,
        html_url: 'https://github.test/c',
        created_at: '2026-01-01T00:00:00Z',
        updated_at: '2026-01-01T00:01:00Z',
      },
      changes: { body: { from: BODY } },
    },
  };
  return await decideOn(event, { self: () => Promise.resolve(self) });
}

test('a ticked box resumes a run only if the account of this step wrote the comment', async () => {
  expect(await decided(BOT, BOT)).toMatchObject({
    kind: 'resume',
    answer: { kind: 'tick', tick: { id: ID, comment: 9 } },
  });
  const skipped = { kind: 'skip', refused: false };
  expect(await decided(CAROL, BOT)).toMatchObject(skipped);
  expect(await decided(BOT, null)).toMatchObject(skipped);
});

describe('a clicked button', () => {
  const APP = { login: 'gatekeeper[bot]', id: 9, type: 'Bot' };
  const event = {
    eventName: 'check_run',
    payload: {
      action: 'requested_action',
      requested_action: { identifier: clickCode.identifier('approve', '0123456789ab') },
      check_run: {
        id: 5,
        html_url: 'https://github.test/runs/5',
        head_sha: 'a'.repeat(40),
        external_id: clickCode.externalId(7),
        status: 'completed',
        conclusion: 'action_required',
        app: { id: 12, slug: 'gatekeeper' },
      },
      repository: REPOSITORY,
      sender: BOB,
    },
  };

  test.each([false, true])('resumes the run on its issue (pull request: %s), now', async (is) => {
    const issue = async (number: number) => ({ number, isPullRequest: is });
    const decision = await decideOn(event, {
      self: () => Promise.resolve(APP),
      github: { issue } as unknown as ActionContext['github'],
      clock: { now: () => new Date('2026-01-02T00:00:00Z') } as ActionContext['clock'],
    });
    expect(decision).toMatchObject({
      kind: 'resume',
      trigger: { number: 7, isPullRequest: is },
      answer: { kind: 'click', click: { issue: 7, by: BOB, at: '2026-01-02T00:00:00.000Z' } },
    });
  });
});

const AS_BOT = { self: () => Promise.resolve(BOT) };
const INPUTS = readInputs(githubRunner({}));
const PULL = {
  number: 5,
  title: 'T',
  body: '',
  user: BOB,
  head: { sha: 'a'.repeat(40), ref: 'topic', repo: REPOSITORY },
  base: { ref: 'main', repo: REPOSITORY },
};

interface Asked {
  readonly permission?: 'none' | 'write';
  readonly inputs?: Partial<Inputs>;
  readonly cancelled?: Error;
}

/** The decision on an event that Bob causes, and the names of the requests to a GitHub that knows his permission alone. */
async function asked(eventName: string, payload: object, options: Asked = {}) {
  const { permission = 'none', inputs, cancelled } = options;
  const requests: string[] = [];
  const cachedGithub = new Proxy({} as ActionContext['cachedGithub'], {
    get: (_, name) => async () => {
      requests.push(String(name));
      if (name === 'permissionOf') return permission;
      throw new Error('not here');
    },
  });
  const stop = new AbortController();
  if (cancelled !== undefined) stop.abort(cancelled);
  const event = { eventName, payload: { repository: REPOSITORY, sender: BOB, ...payload } };
  const context = { ...AS_BOT, cachedGithub, signal: stop.signal };
  const decision = await decideOn(event, { ...context, inputs: { ...INPUTS, ...inputs } });
  return { decision, requests };
}

/** A review by Bob. */
function review(state: string, body: string): object {
  return {
    action: 'submitted',
    pull_request: PULL,
    review: { id: 3, state, body, user: BOB },
  };
}

/** A new comment by Bob. */
function comment(body: string, association = 'MEMBER'): object {
  return {
    action: 'created',
    issue: { number: 5, title: 'T', body: '', user: BOB },
    comment: { id: 9, body, user: BOB, author_association: association },
  };
}

async function askedBy(association: string, cancelled?: Error) {
  const more = cancelled === undefined ? {} : { cancelled };
  return await asked('issue_comment', comment('/countersign go', association), more);
}

describe('a comment that asks for work', () => {
  test('has what its run would read requested at once, unless its author is an outsider', async () => {
    const member = await askedBy('MEMBER');
    expect(member.requests).toEqual(expect.arrayContaining(['permissionOf', 'commitOf', 'issue']));
    const outsider = await askedBy('NONE');
    expect(new Set(outsider.requests)).toEqual(new Set(['permissionOf']));
    for (const { decision } of [member, outsider])
      expect(decision).toMatchObject({ kind: 'skip', refused: true });
  });

  test('that resumes a run has nothing requested but the permission: the run has what it read', async () => {
    const { decision, requests } = await asked('issue_comment', comment('/resume'));
    expect(decision).toMatchObject({ kind: 'skip', refused: true });
    expect(new Set(requests)).toEqual(new Set(['permissionOf']));
  });

  test('is not refused by a look-up that the end of the step cut off: the step is cancelled', async () => {
    const cancelled = new Error('cancelled');
    await expect(askedBy('MEMBER', cancelled)).rejects.toBe(cancelled);
  });
});

describe('an event on which an input `prompt` starts a run', () => {
  const inputs = { prompt: 'go' };

  test.each([
    ['push', { ref: 'refs/heads/main', after: 'b'.repeat(40) }],
    ['release', { action: 'published', release: { name: 'v1' } }],
    ['repository_dispatch', { action: 'go', branch: 'main' }],
    ['schedule', { schedule: '* * * * *' }],
    ['workflow_dispatch', { inputs: null, ref: 'refs/heads/main' }],
    [
      'workflow_run',
      {
        action: 'completed',
        workflow_run: {
          id: 1,
          head_sha: 'a'.repeat(40),
          head_branch: 'main',
          head_repository: REPOSITORY,
          pull_requests: [],
        },
      },
    ],
  ])(
    'has what the run reads requested at once if only writers cause it: %s',
    async (name, payload) => {
      const { decision, requests } = await asked(name, payload, { permission: 'write', inputs });
      expect(decision).toMatchObject({ kind: 'start', request: { request: 'go' } });
      expect(requests).toContain('commitOf');
    },
  );

  test('has nothing requested but the permission if the sender may be an outsider', async () => {
    const issue = { number: 5, title: 'T', body: '', user: CAROL, author_association: 'MEMBER' };
    const opened = { action: 'opened', issue };
    const { decision, requests } = await asked('issues', opened, { permission: 'write', inputs });
    expect(decision).toMatchObject({ kind: 'start', request: { by: { account: BOB } } });
    expect(new Set(requests)).toEqual(new Set(['permissionOf']));
  });
});

describe('an answer', () => {
  const permission = 'write';

  test('in a comment names its comment, and whether it may resume a crashed run', async () => {
    const answer = { kind: 'comment', id: 9 };
    expect((await asked('issue_comment', comment('/approve all'))).decision).toMatchObject({
      kind: 'resume',
      answer: { ...answer, mayResume: false },
    });
    const resuming = await asked('issue_comment', comment('/resume'), { permission });
    expect(resuming.decision).toMatchObject({
      kind: 'resume',
      answer: { ...answer, mayResume: true },
    });
  });

  test('is an approving review, but no comment in a review, which is told where to answer', async () => {
    const approving = await asked('pull_request_review', review('approved', ''));
    expect(approving.decision).toMatchObject({ kind: 'resume', answer: { kind: 'review' } });
    const commenting = await asked('pull_request_review', review('commented', '/approve all'));
    expect(commenting.decision).toMatchObject({
      kind: 'skip',
      refused: false,
      reason: expect.stringContaining('write a new comment in the conversation') as string,
    });
  });
});

async function applied(name: string, payload: object, inputs: Partial<Inputs>) {
  return (await asked(name, payload, { permission: 'write', inputs })).decision;
}

describe('the input `mode`', () => {
  const push = { ref: 'refs/heads/main', after: 'b'.repeat(40) };
  test.each(['policy-diff', 'plan', 'collect'] as const)(
    '%s decides on every event',
    async (mode) => {
      const inputs = { mode, prompt: 'go' };
      const { decision, requests } = await asked('push', push, { inputs });
      expect(decision).toEqual({ kind: mode });
      expect(requests).toEqual([]);
    },
  );

  const apply = { mode: 'apply', prompt: 'go', applyArtifact: 'left', applyHead: 'head' } as const;
  test('apply applies what the job of the agent left, whatever the input `prompt` is', async () => {
    expect(await applied('push', push, apply)).toMatchObject({
      kind: 'apply',
      request: { request: 'Apply the changes.', by: { account: BOB } },
      changes: { artifact: 'left', head: 'head' },
    });
  });

  test.each([
    ['no changes', { applyArtifact: null }],
    ['no head hash', { applyHead: null }],
  ])('apply starts nothing if that job left %s', async (_, left) => {
    for (const [name, payload] of [
      ['push', push],
      ['issue_comment', comment('/countersign go')],
    ] as const)
      expect(await applied(name, payload, { ...apply, ...left })).toMatchObject({
        kind: 'skip',
        refused: false,
      });
  });
});

test.each(['', 'go'])(
  'a button of another App starts nothing, with the prompt %j',
  async (prompt) => {
    const clicked = {
      action: 'requested_action',
      requested_action: { identifier: clickCode.identifier('approve', '0123456789ab') },
      check_run: {
        id: 5,
        head_sha: 'a'.repeat(40),
        external_id: clickCode.externalId(7),
        status: 'completed',
        conclusion: 'action_required',
        app: { id: 12, slug: 'another' },
      },
    };
    const { decision } = await asked('check_run', clicked, {
      permission: 'write',
      inputs: { prompt },
    });
    expect(decision).toMatchObject({
      kind: 'skip',
      reason: expect.stringContaining('does not belong to this run') as string,
    });
  },
);
