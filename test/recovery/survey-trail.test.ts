/** Whether the last job of a run that was to be resumed has it, as far as the trail says. */
import { expect, test } from 'vitest';
import type { Entry, TrailEvent } from '../../src/audit/index.ts';
import { CrashedRunSurvey } from '../../src/recovery/survey-trail.ts';
import { runStart, state, turnStart } from '../audit/events.ts';

const SUSPENDED: TrailEvent = { type: 'run.suspended', approvals: ['ap-00000000'] };
const VOID: TrailEvent = {
  type: 'approval.void',
  approval: 'ap-00000000',
  call: 'c1',
  because: 'the policy changed',
};

function surveyOf(events: readonly TrailEvent[]): CrashedRunSurvey {
  const survey = new CrashedRunSurvey();
  for (const event of events) survey.add(event as Entry);
  return survey;
}

const resumed = [runStart(), SUSPENDED, runStart({ start: 'resumed' })];

test('a job that has recorded nothing but its start and warnings does not have the suspended run', () => {
  const warning: TrailEvent = { type: 'warning', code: 'sandbox-off', message: 'No sandbox.' };
  expect(surveyOf(resumed).isUnclaimed).toBe(true);
  expect(surveyOf([...resumed, warning]).isUnclaimed).toBe(true);
});

test.each<[string, TrailEvent]>([
  ['a void approval request', VOID],
  ['the state of a call', state('c1', 'DENIED')],
  ['a turn', turnStart(2)],
  ['that it suspended the run again', SUSPENDED],
])('a job that recorded %s has it', (_, event) => {
  expect(surveyOf([...resumed, event]).isUnclaimed).toBe(false);
});
