import { expect, test } from 'vitest';
import {
  type StepOptions,
  expectEnd,
  finish,
  type TestRepository,
  openRepository,
} from './harness.ts';
import { someOf } from '../properties.ts';

const TURNS = [finish('Never said.')];
const CASES: readonly (readonly [string, (repository: TestRepository) => StepOptions, RegExp])[] = [
  [
    'an event file that is no JSON',
    () => ({ event: { name: 'issue_comment', payload: '{"action": ' } }),
    /event file .*action-event\.json/,
  ],
  [
    'an event file that is empty',
    () => ({ event: { name: 'issue_comment', payload: '' } }),
    /event file .*action-event\.json/,
  ],
  [
    'an event of another shape',
    () => ({ event: { name: 'issue_comment', payload: { action: 'created' } } }),
    /is no issue_comment event/,
  ],
  [
    'an event that is a list',
    () => ({ event: { name: 'issues', payload: [] } }),
    /is no issues event/,
  ],
  [
    'an input that cannot be',
    () => ({ inputs: { 'max-turns': 'many' } }),
    /The input max-turns is invalid: "many"/,
  ],
  [
    'approvals of a third kind',
    () => ({ inputs: { approvals: 'never' } }),
    /Write one of: comment, fail/,
  ],
  [
    'a script that is not there',
    () => ({ inputs: { model: 'scripted:/nowhere.json' } }),
    /The script .*nowhere\.json" cannot be read/,
  ],
  [
    'a token that GitHub does not take',
    (repository) => ({
      event: repository.ask(),
      inputs: { 'github-token': 'ghs_wrong0123456789' },
    }),
    /github-token|permission|401/,
  ],
];

test.concurrent.each(someOf(CASES, 4))(
  '%s ends the step in words, as an error with a trail',
  async (_name, options, words) => {
    await using repository = await openRepository();
    const end = await repository.runStep({ turns: TURNS, ...options(repository) });
    await expectEnd(end, { outcome: 'error', exitCode: 1 });
    expect(end.outputs['summary']).toMatch(words);
    expect(end.log).toMatch(words);
  },
);
