import { expect, test } from 'vitest';
import { viewTrail } from '../../../src/audit/index.ts';
import { timeline, verdictLines } from '../../../src/reporting/summary/summary-parts.ts';
import type { CallLine } from '../../../src/reporting/summary/call-counts.ts';
import { runStart, state, verdict, wholeRun } from '../../audit/events.ts';
import { entriesOf } from '../../audit/chained.ts';

const line = (is: CallLine['verdict'], ended: CallLine['state']): CallLine =>
  ({ call: 'c1', turn: 1, tool: 'x', inputPreview: '', verdict: is, state: ended }) as CallLine;

test('one line for each verdict counts its calls by what became of them', () => {
  const calls = [
    line('auto', 'COMPLETED'),
    line('auto', 'FAILED'),
    line('requireApproval', 'APPROVAL_REQUIRED'),
    line(null, 'FAILED'),
  ];
  expect(verdictLines(calls).split('\n')).toEqual([
    '- auto: 2 (1 completed, 1 failed)',
    '- requireApproval: 1 (1 open)',
    '- no verdict: 1 (1 failed)',
  ]);
  expect(verdictLines([])).toBe('');
});

test('the picture has a lane for the model, for calls and for people', async () => {
  const lines = timeline(await viewTrail(entriesOf(wholeRun()))).split('\n');
  expect(lines[0]).toBe('```mermaid');
  expect(lines.at(-1)).toBe('```');
  expect(lines.filter((text) => text.includes('section')).map((text) => text.trim())).toEqual([
    'section Model',
    'section Calls',
    'section Waiting for people',
  ]);
  expect(lines).toContainEqual(expect.stringMatching(/^ {4}c1 fs_write :done, \d+, \d+$/));
  expect(lines).toContainEqual(expect.stringMatching(/^ {4}c2 fs_write :crit, \d+, \d+$/));
});

test('a name that the model made up draws nothing, ends nothing and is no link', async () => {
  const evil =
    'x :crit, 0, 1\n```\n<img src=x>%%{init: {}}%% ; click a href "https://evil.example" #59; @mona';
  const events = [
    runStart(),
    state('c1', 'PENDING', { 'gen_ai.tool.name': evil }),
    verdict('c1', 'auto'),
  ];
  const ran = [
    ...events,
    state('c1', 'APPROVED'),
    state('c1', 'EXECUTING'),
    state('c1', 'COMPLETED'),
  ];
  const bars = timeline(await viewTrail(entriesOf(ran)))
    .split('\n')
    .slice(5, -1);
  expect(bars).toHaveLength(1);
  expect(bars[0]).toMatch(/^ {4}[A-Za-z0-9_. -]{1,40} :done, \d+, \d+$/);
});

test('where nothing took time there is no picture, and a long run is cut with a word', async () => {
  expect(timeline(await viewTrail(entriesOf([runStart()])))).toBe('');
  const calls = Array.from({ length: 200 }, (_, index) => `c${index + 1}`).flatMap((call) => [
    state(call, 'PENDING'),
    verdict(call, 'auto'),
    state(call, 'APPROVED'),
    state(call, 'EXECUTING'),
    state(call, 'COMPLETED'),
  ]);
  const picture = timeline(await viewTrail(entriesOf([runStart(), ...calls])));
  expect(picture).toContain('80 more turns and calls are in the report.');
  expect(picture.length).toBeLessThan(50_000);
});
