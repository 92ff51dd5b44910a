import { describe, expect, test } from 'vitest';
import { canHaveButtons, clickCode, parseClick, parseTrigger } from '../../../src/github/index.ts';

const SELF = { login: 'gatekeeper[bot]', id: 9, type: 'Bot' };
const PERSON = { login: 'ann', id: 1, type: 'User' };
const CODE = '0123456789ab';

function payloadOf(over: { readonly check?: object; readonly event?: object } = {}): object {
  return {
    action: 'requested_action',
    requested_action: { identifier: clickCode.identifier('approve', CODE) },
    check_run: {
      id: 5,
      html_url: 'https://x/runs/5',
      head_sha: 'a'.repeat(40),
      external_id: clickCode.externalId(7),
      status: 'completed',
      conclusion: 'action_required',
      app: { id: 12, slug: 'gatekeeper' },
      ...over.check,
    },
    repository: { id: 1, full_name: 'octo/demo', default_branch: 'main' },
    sender: PERSON,
    ...over.event,
  };
}

function read(payload: object, own: Partial<Parameters<typeof parseClick>[1]> = {}) {
  const trigger = parseTrigger({ eventName: 'check_run', payload });
  return parseClick(trigger, { self: SELF, repository: 'octo/demo', ...own });
}

describe('a click', () => {
  test('is a press of a button of an approval request, with who pressed it', () => {
    expect(read(payloadOf())).toMatchObject({
      kind: 'click',
      click: { decision: 'approve', code: CODE, issue: 7, by: PERSON, check: { id: 5 } },
    });
    const identifier = clickCode.identifier('deny', CODE);
    expect(read(payloadOf({ event: { requested_action: { identifier } } }))).toMatchObject({
      click: { decision: 'deny' },
    });
  });

  test('counts in the own repository, however its name is written', () => {
    expect(read(payloadOf(), { repository: 'Octo/Demo' })).toMatchObject({ kind: 'click' });
  });

  test('fits what GitHub takes as an identifier', () => {
    expect(clickCode.identifier('approve', CODE)).toHaveLength(20);
  });

  test.each([
    ['another action', { event: { action: 'completed' } }],
    ['no button', { event: { requested_action: null } }],
    ["another program's button", { event: { requested_action: { identifier: 'lgtm|26764' } } }],
    ['a longer one', { event: { requested_action: { identifier: `approve:${CODE}x` } } }],
    [
      'upper case',
      { event: { requested_action: { identifier: `approve:${CODE.toUpperCase()}` } } },
    ],
  ])('%s is none', (_what, over) => {
    expect(read(payloadOf(over))).toEqual({ kind: 'none' });
  });

  test.each([
    ['another App', { check: { app: { id: 12, slug: 'gate' } } }],
    ['no App', { check: { app: null } }],
    ['an App without a name', { check: { app: { id: 12, slug: '' } } }],
    ['no approval request', { check: { external_id: '' } }],
    ['issue zero', { check: { external_id: 'countersign:approval:0' } }],
    ['a long number', { check: { external_id: `countersign:approval:${'9'.repeat(30)}` } }],
    ['another repository', { event: { repository: { full_name: 'octo/other' } } }],
  ])('%s is foreign, and says why', (_what, over) => {
    expect(read(payloadOf(over))).toMatchObject({ kind: 'foreign' });
  });

  test('nobody who is known presses nothing of ours', () => {
    expect(read(payloadOf(), { self: null })).toMatchObject({ kind: 'foreign' });
    expect(read(payloadOf({ event: { sender: null } }))).toMatchObject({ click: { by: null } });
  });
});

test('buttons need an App of their own: check runs of the workflow’s token start no workflow', () => {
  expect(canHaveButtons(SELF)).toBe(true);
  expect(canHaveButtons({ login: 'github-actions[bot]', id: 41898282, type: 'Bot' })).toBe(false);
  expect(canHaveButtons({ login: 'Github-Actions[bot]', id: 41898282, type: 'Bot' })).toBe(false);
  expect(canHaveButtons(PERSON)).toBe(false);
  expect(canHaveButtons(null)).toBe(false);
});
