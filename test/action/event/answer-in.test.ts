import { expect, test } from 'vitest';
import { answerIn, misplacedReason } from '../../../src/action/event/answer-in.ts';
import { parseTrigger } from '../../../src/github/index.ts';

const ann = { login: 'ann', id: 1, type: 'User' };
const bot = { login: 'octo[bot]', id: 2, type: 'Bot' };
const ID = 'ap-12345678';

function read(
  body: string,
  over: { prompt?: string; user?: object; action?: string; phrase?: string } = {},
) {
  const { prompt, user = ann, action = 'created', phrase = '/countersign' } = over;
  const payload = {
    action,
    repository: { id: 7, full_name: 'o/r', default_branch: 'main' },
    sender: user,
    issue: { number: 5, title: 'T', body: '', user: ann },
    comment: { id: 9, body, user, performed_via_github_app: null },
  };
  const trigger = parseTrigger({ eventName: 'issue_comment', payload });
  return answerIn({ trigger, phrase, prompt });
}

test.each([
  ['/approve', 'approval'],
  [`/deny ${ID} no`, 'approval'],
  [`> why\n\n/approve ${ID}`, 'approval'],
  [`approve ${ID}`, 'approval'],
  [`Is ${ID} safe?`, 'approval'],
  ['👍', 'approval'],
  ['/resume', 'resume'],
  ['Thanks.', undefined],
  ['/countersign go', undefined],
])('%j is %s', (body, answers) => {
  expect(read(body)).toBe(answers);
});

test('with the phrase or a prompt only a command is one, or an id in what resembles one', () => {
  expect(read(`Is ${ID} safe?`, { prompt: 'Look at it.' })).toBeUndefined();
  expect(read('👍', { prompt: 'Look at it.' })).toBeUndefined();
  expect(read('/approve all', { prompt: 'Look at it.' })).toBe('approval');
  expect(read(`approve ${ID}`, { prompt: 'Look at it.' })).toBe('approval');
  expect(read(`/countersign undo what ${ID} did`)).toBeUndefined();
  expect(read('/approve all\n/countersign go')).toBeUndefined();
  expect(read(`/deny ${ID} no\n/countersign go`)).toBe('approval');
  expect(read(`@octo /approve ${ID}`, { phrase: '@octo' })).toBe('approval');
  expect(read(`/countersign /approve ${ID}`)).toBe('approval');
  expect(read(`/countersign approve: \`${ID}\``)).toBe('approval');
  expect(read(`/countersign deny what ${ID} did`)).toBeUndefined();
});

test('nothing else is one: no edited comment, and no text of a program that resembles one', () => {
  expect(read('/approve all', { action: 'edited' })).toBeUndefined();
  expect(read(`approve ${ID}`, { user: bot })).toBeUndefined();
});

test.each([
  ['pull_request_review', 'review', 'review'],
  ['pull_request_review_comment', 'comment', 'review comment'],
])(
  'an answer in a %s does not count, and the reason says where it would',
  (name, field, source) => {
    const pull = {
      number: 5,
      title: 'T',
      body: '',
      user: ann,
      head: { sha: 'a'.repeat(40), ref: 'topic', repo: null },
      base: { ref: 'main', repo: null },
    };
    const reasonOf = (body: string) =>
      misplacedReason(
        parseTrigger({
          eventName: name,
          payload: { sender: ann, pull_request: pull, [field]: { id: 9, body, user: ann } },
        }),
      );
    const because = `The ${source} answers an approval request and does not count: write a new comment in the conversation of the pull request.`;
    expect(reasonOf(`/approve ${ID}`)).toBe(because);
    expect(reasonOf(`please\n/deny ${ID}`)).toBe(because);
    for (const body of ['LGTM', '', `Is ${ID} safe?`]) expect(reasonOf(body)).toBeNull();
  },
);
