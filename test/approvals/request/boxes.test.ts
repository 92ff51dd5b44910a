import { expect, test } from 'vitest';
import { parseTick } from '../../../src/approvals/index.ts';
import { parseTrigger } from '../../../src/github/index.ts';

const ID = 'ap-00000000';
const bot = { login: 'github-actions[bot]', id: 1, type: 'Bot' };
const bob = { login: 'bob', id: 2, type: 'User' };
const marker = JSON.stringify({
  v: 1,
  run: 'run-a',
  ids: [ID],
  state: 'suspended',
  workflowRun: 5,
  attempt: 1,
});
const BODY = `<!-- countersign:approval-request ${marker} -->\n\n- [ ] approve ${ID}\n\n\`\`\`\n- [ ] approve ap-11111111\n\`\`\``;
const TICKED = BODY.replace(`[ ] approve ${ID}`, `[x] approve ${ID}`);

function read(over: {
  body?: string;
  from?: string | null;
  sender?: object | null;
  action?: string;
}) {
  const { body = TICKED, from = BODY, sender = bob, action = 'edited' } = over;
  const comment = {
    id: 9,
    body,
    user: bot,
    html_url: 'https://github.test/c',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:01:00Z',
  };
  const payload = {
    action,
    repository: { id: 7, full_name: 'o/r', default_branch: 'main' },
    sender,
    issue: { number: 5, title: 'T', body: '', user: bob },
    comment,
    ...(from === null ? {} : { changes: { body: { from } } }),
  };
  return parseTick(parseTrigger({ eventName: 'issue_comment', payload }));
}

test('a box that a person ticked names its call, the person and the time', () => {
  const tick = {
    id: ID,
    by: bob,
    at: '2026-01-01T00:01:00Z',
    comment: 9,
    url: 'https://github.test/c',
  };
  expect(read({})).toEqual(tick);
  expect(read({ body: TICKED.replaceAll('\n', '\r\n') })).toEqual(tick);
});

test.each<[name: string, over: Parameters<typeof read>[0]]>([
  ['a box that is unticked', { body: BODY, from: TICKED }],
  ['other text', { body: `${BODY}\nmore` }],
  ['other text beside the box', { body: `${TICKED}\nmore` }],
  ['a box in code', { body: BODY.replace('[ ] approve ap-1', '[x] approve ap-1') }],
  [
    'a comment that is no approval comment',
    { body: `- [x] approve ${ID}`, from: `- [ ] approve ${ID}` },
  ],
  ['a new comment', { action: 'created' }],
  ['nothing in its text', { from: null }],
  ['a bot', { sender: bot }],
  ['nobody', { sender: null }],
])('an edit of %s is no tick', (_name, over) => {
  expect(read(over)).toBeNull();
});
