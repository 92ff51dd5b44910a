import { expect, test } from 'vitest';
import type { Entry, TrailEvent } from '../../src/audit/index.ts';
import type { JournalContent } from '../../src/checkpoint/index.ts';
import { checkpointState } from '../../src/checkpoint/state.ts';
import { crashedState } from '../../src/recovery/crashed-state.ts';
import { CrashedRunSurvey } from '../../src/recovery/survey-trail.ts';
import { asked as askedFor, decision, reply, runStart, state, turnStart } from '../audit/events.ts';
import { stateOf } from '../checkpoint/states.ts';

const {
  messages: _,
  settled: __,
  gated: ___,
  suspendedRequest: ____,
  workTree: _____,
  ...kept
} = stateOf();
const { run, repository, workflow, headSha, policySha256, request, requester, instructions } = kept;
const { marker, turns, calls, lastText, idleReplies, refused, reads, used, untrusted } = kept;

const uses = (...ids: readonly string[]) => ({
  role: 'assistant' as const,
  content: ids.map((id) => ({ type: 'tool_use' as const, id, name: 'bash_run', input: {} })),
});
const asked = { role: 'user' as const, content: [{ type: 'text' as const, text: 'Go.' }] };

function notedWith(over: Partial<JournalContent>): JournalContent {
  return {
    roots: {
      run,
      repository,
      workflow,
      headSha,
      policySha256,
      request,
      requester,
      instructions,
      marker,
    },
    standing: {
      turns,
      calls,
      lastText,
      idleReplies,
      planApproved: true,
      refused,
      reads,
      repeats: {},
      used,
      raised: {},
      untrusted,
    },
    messages: [asked],
    settled: [],
    ...over,
  };
}

function surveyOf(...events: readonly TrailEvent[]): CrashedRunSurvey {
  const survey = new CrashedRunSurvey();
  for (const event of [runStart(), turnStart(1), reply(1), ...events]) survey.add(event as Entry);
  return survey;
}

const crashedCall = (call: string, ...states: Parameters<typeof state>[1][]) =>
  states.map((is) => state(call, is));
const ended = {
  request: {
    id: 'c1',
    turn: 1,
    parent: null,
    toolUseId: 'toolu_c1',
    name: 'bash_run',
    input: {},
  },
  state: 'COMPLETED' as const,
  content: 'its own result',
  isError: false,
};

test('each call of the last reply gets its known result, and none is executed again', () => {
  const survey = surveyOf(
    ...crashedCall('c1', 'PENDING', 'APPROVED', 'EXECUTING', 'COMPLETED'),
    ...crashedCall('c2', 'PENDING', 'APPROVED', 'EXECUTING'),
    ...crashedCall('c3', 'PENDING', 'APPROVAL_REQUIRED', 'APPROVED'),
    ...crashedCall('c4', 'PENDING', 'APPROVED', 'EXECUTING', 'COMPLETED'),
    ...crashedCall('c5', 'PENDING', 'DENIED'),
  );
  const ids = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'].map((call) => `toolu_${call}`);
  const noted = notedWith({ messages: [asked, uses(...ids)], settled: [ended] });
  const crashed = crashedState(noted, survey);
  const results = Object.fromEntries(
    crashed.settled.map((call) => [call.request.id, call.content]),
  );
  expect(results['c1']).toBe('its own result');
  expect(results['c2']).toContain('what it did is unknown');
  expect(results['c3']).toContain('had not started');
  expect(results['c4']).toContain('its result was lost');
  expect(results['c5']).toContain('was denied');
  expect(results['c6']).toBeUndefined();
  expect(crashed.gated).toEqual([]);
  expect(crashed.suspendedRequest).toBeNull();
  expect(crashed.messages).toHaveLength(2);
});

test('a denial that the trail has counts for the run that resumes, though its call did not end', () => {
  const survey = surveyOf(
    ...crashedCall('c1', 'PENDING', 'APPROVAL_REQUIRED'),
    askedFor('c1'),
    decision('c1', { decision: 'deny', counted: true }),
  );
  const { settled } = crashedState(notedWith({ messages: [asked, uses('toolu_c1')] }), survey);
  expect(settled).toMatchObject([{ state: 'DENIED', refusal: 'person', isError: true }]);
  expect(settled[0]?.content).toContain('@hubot denied this call.');
});

test('a call of a subagent is no call of the last reply, though its turn and its use have the same names', () => {
  const survey = surveyOf(
    ...crashedCall('c1', 'PENDING', 'APPROVED', 'EXECUTING'),
    state('c2', 'PENDING', { parent: 'c1', 'gen_ai.tool.call.id': 'toolu_c1' }),
  );
  const crashed = crashedState(notedWith({ messages: [asked, uses('toolu_c1')] }), survey);
  expect(crashed.settled.map(({ request: { id } }) => id)).toEqual(['c1']);
});

test('between two turns a message informs the model that the run was interrupted', () => {
  for (const messages of [[asked], [asked, { ...uses(), content: [] }]]) {
    const crashed = crashedState(notedWith({ messages }), surveyOf());
    expect(JSON.stringify(crashed.messages.at(-1))).toContain('crashed');
    expect(crashed.messages.at(-1)?.role).toBe('user');
  }
});

test('the use in the trail counts, and no number of a call or a turn is used twice', () => {
  const survey = surveyOf(
    turnStart(7),
    ...crashedCall('c41', 'PENDING', 'APPROVED', 'EXECUTING', 'COMPLETED'),
    { ...turnStart(9), parent: 'c41' } as TrailEvent,
    { ...reply(9, 5_000_000), parent: 'c41' } as TrailEvent,
  );
  const crashed = crashedState(notedWith({}), survey);
  expect(crashed.turns).toBeGreaterThanOrEqual(9);
  expect(crashed.calls).toBeGreaterThanOrEqual(41);
  expect(crashed.used.tokens).toBeGreaterThanOrEqual(5_000_000);
  expect(crashed.lastReply).toBe(1);
});

test('a call that was interrupted counts for the limit of its tool, and so does one of a subagent', () => {
  const survey = surveyOf(
    ...crashedCall('c1', 'PENDING', 'APPROVED', 'EXECUTING'),
    ...crashedCall('c2', 'PENDING', 'APPROVED', 'EXECUTING', 'COMPLETED'),
    ...crashedCall('c3', 'PENDING', 'DENIED'),
  );
  const { standing } = notedWith({});
  const noted = (byTool: Record<string, number>) =>
    notedWith({ standing: { ...standing, used: { ...used, byTool } } });
  expect(crashedState(noted({ look: 3 }), survey).used.byTool).toEqual({ look: 3, fs_write: 2 });
  expect(crashedState(noted({ fs_write: 4 }), survey).used.byTool).toEqual({ fs_write: 4 });
});

test('it is a state that a checkpoint can store', () => {
  const crashed = crashedState(
    notedWith({ messages: [asked, uses('toolu_c1')], settled: [ended] }),
    surveyOf(...crashedCall('c1', 'PENDING')),
  );
  const whole = {
    ...crashed,
    trailHead: { hash: 'a'.repeat(64), count: 3 },
    savedAt: new Date(0).toISOString(),
    workTree: null,
  };
  expect(checkpointState.safeParse(whole).error).toBeUndefined();
});

test('untrusted content that a call read before the crash still counts, though the journal does not say so', () => {
  const read = {
    type: 'context.read',
    source: 'https://example.com',
    author: null,
    because: 'a tool brought it',
    sha256: 'a'.repeat(64),
  } as const;
  const survey = surveyOf({ ...read, trusted: false }, { ...read, trusted: true, source: 'b' });
  const { untrusted: items } = crashedState(notedWith({}), survey);
  const { type: _type, ...item } = read;
  expect(items).toEqual([...untrusted, item]);
  const again = crashedState(
    notedWith({ standing: { ...notedWith({}).standing, untrusted: items } }),
    survey,
  );
  expect(again.untrusted).toEqual(items);
});
