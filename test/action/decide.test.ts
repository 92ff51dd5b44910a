/** What an event asks a step to do. */
import { describe, expect, test } from 'vitest';
import type { ActionContext } from '../../src/action/context.ts';
import { decide } from '../../src/action/decide.ts';
import { readInputs } from '../../src/action/inputs/inputs.ts';
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

/** Bob comments. The decision, and the names of the requests to a GitHub on which nobody may do anything. */
async function askedBy(association: string, cancelled?: Error) {
  const requests: string[] = [];
  const cachedGithub = new Proxy({} as ActionContext['cachedGithub'], {
    get: (_, name) => async () => {
      requests.push(String(name));
      if (name === 'permissionOf') return 'none';
      throw new Error('not here');
    },
  });
  const stop = new AbortController();
  if (cancelled !== undefined) stop.abort(cancelled);
  const event = {
    eventName: 'issue_comment',
    payload: {
      action: 'created',
      repository: REPOSITORY,
      sender: BOB,
      issue: { number: 5, title: 'T', body: '', user: BOB },
      comment: {
        id: 9,
        body: '/countersign go',
        user: BOB,
        author_association: association,
        html_url: 'https://github.test/c',
        created_at: '2026-01-01T00:00:00Z',
        updated_at: '2026-01-01T00:00:00Z',
      },
    },
  };
  const { signal } = stop;
  return { decision: await decideOn(event, { ...AS_BOT, cachedGithub, signal }), requests };
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

  test('is not refused by a look-up that the end of the step cut off: the step is cancelled', async () => {
    const cancelled = new Error('cancelled');
    await expect(askedBy('MEMBER', cancelled)).rejects.toBe(cancelled);
  });
});
