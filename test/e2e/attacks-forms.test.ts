/** Answers in odd forms, and GitHub answering oddly: each is counted as it is written down, or refused with words. */
import { expect, test } from 'vitest';
import {
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  MAINTAINER,
  type TestRepository,
  openRepository,
  turn,
} from './harness.ts';
import {
  approvalCommentOn,
  nothingMade,
  onApprovalComment,
  pause,
  policyOf,
  refusalsIn,
} from './suspended.ts';
import { nightly, someOf } from '../properties.ts';

const CALL = turn('', ['bash_run', { command: 'echo made >> src/made.txt' }]);
const TURNS = [CALL, finish('Tried.', 'incomplete')];
const WAITING = policyOf('wait: 5s, then: deny');
/** Longer than the client tries again after an answer that it cannot read. */
const RETRYING = policyOf('wait: 20s, then: deny');

function says(repository: TestRepository, bodies: readonly string[], login = MAINTAINER): void {
  for (const body of bodies) repository.github.comment({ login, issue: repository.issue, body });
}

const NO_COMMANDS: readonly [name: string, body: (id: string) => string][] = [
  ['a zero-width space in the word', (id) => `/app\u200Brove ${id}`],
  ['a zero-width space after the word', (id) => `/approve\u200B${id}`],
  ['a zero-width space after the id', (id) => `/approve ${id}\u200B`],
  ['an override of the direction', (id) => `/approve ${id} \u202Eyes`],
  ['a line separator before it', (id) => `x\u2028/approve ${id}`],
  ['a full-width slash', (id) => `\uFF0Fapprove ${id}`],
  ['a list', (id) => `- /approve ${id}`],
  ['HTML around it', (id) => `<b>/approve ${id}</b>`],
  ['a comment before it', (id) => `<!-- x -->/approve ${id}`],
  ['a denial on its line', (id) => `/approve ${id} /deny ${id}`],
  ['all and a word', (id) => `/approve all ${id} please`],
  ['an id that is too short', (id) => `/approve ${id.slice(0, -1)}`],
  ['an id that is too long', (id) => `/approve ${id}x`],
];
/** Replies to one approval comment. */
const REPLIES_MAX = 10;

test.concurrent('text that resembles a command has no effect, and is explained with the line to copy', async () => {
  await using repository = await openRepository({ policy: WAITING });
  onApprovalComment(repository, ({ ids: [id = ''] }) =>
    says(
      repository,
      NO_COMMANDS.map(([, body]) => body(id)),
    ),
  );
  const end = await repository.runStep({ turns: TURNS });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  await nothingMade(repository);
  expect(entriesOf(end, 'approval.decision')).toEqual([]);
  const { body, ids } = approvalCommentOn(repository);
  expect(body).toContain('not answered within 5 s');
  const refused = entriesOf(end, 'warning').filter(({ code }) => code === 'answer-not-counted');
  // The one behind a line separator is prose with an id in it.
  expect(refused).toHaveLength(NO_COMMANDS.length - 1);
  const replies = repository.github
    .commentsOn(repository.issue)
    .filter((one) => one.body.includes('did not count'));
  expect(replies).toHaveLength(REPLIES_MAX);
  const offering = (line: string) => replies.filter((reply) => reply.body.includes(`\n${line}\n`));
  expect(offering(`/approve ${ids[0]}`)).toHaveLength(REPLIES_MAX - 1);
  expect(offering(`/deny ${ids[0]} your reason`)).toHaveLength(1);
});

const COUNTED: readonly [name: string, body: (id: string) => string][] = [
  ['CRLF line ends and words below', (id) => `/approve ${id}\r\n\r\nThank you.`],
  ['an id in capital letters', (id) => `/approve ${id.toUpperCase()}`],
  ['the same id twice, with commas', (id) => `/approve ${id}, ${id}`],
  ['blanks at the end', (id) => `/approve ${id}  \t`],
  ['a byte-order mark', (id) => `\uFEFF/approve ${id}`],
  ['capital letters', (id) => `/APPROVE ${id}`],
  ['a blank before it', (id) => ` /approve ${id}`],
  ['an empty first line', (id) => `\n/approve ${id}`],
  ['a quote above it', (id) => `> \`/deny ${id}\`\n\n/approve ${id}`],
  ['no id, as the only call', () => '/approve'],
];

test.concurrent.each(someOf(COUNTED, 1))('%s: it counts', async (_name, body) => {
  await using repository = await openRepository({ policy: policyOf('wait: 30s, then: deny') });
  onApprovalComment(repository, ({ ids: [id = ''] }) => says(repository, [body(id)]));
  const end = await repository.runStep({ turns: [CALL, finish('Made.')] });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(await inWorkspace(repository, 'src/made.txt')).toBe('made\n');
});

const PERMISSION = /GET .*collaborators\/octo-maintainer\/permission/;
const ODD_ANSWERS: readonly [name: string, fault: object][] = [
  ['no such person', { status: 404, body: { message: 'Not Found' } }],
  ['an empty object', { status: 200, body: {} }],
  [
    'a permission of another name',
    { status: 200, body: { permission: 'owner', role_name: 'owner' } },
  ],
  ['a list', { status: 200, body: [] }],
  ['a page of HTML', { status: 200, body: '<html>Unicorn!</html>' }],
  ['nothing at all', { status: 200, body: '' }],
  ['no content', { status: 204 }],
];

test.concurrent.each(someOf(ODD_ANSWERS, 1))(
  'the permission of who approves is answered with %s: it refuses',
  async (_name, fault) => {
    await using repository = await openRepository({ policy: RETRYING });
    repository.github.fail({ match: PERMISSION, times: 99, ...fault });
    onApprovalComment(repository, ({ ids: [id = ''] }) => says(repository, [`/approve ${id}`]));
    const end = await repository.runStep({ turns: TURNS });
    await expectEnd(end, { outcome: 'denied', exitCode: 1 });
    await nothingMade(repository);
    expect(entriesOf(end, 'approval.decision').filter(({ counted }) => counted)).toEqual([]);
    expect(refusalsIn(end)).toMatch(/permission/);
  },
);

nightly.concurrent('an approval that is edited before the second one does not count', async () => {
  await using repository = await openRepository({
    policy: policyOf('wait: 9s, then: deny, count: 2'),
  });
  repository.github.person('octo-second', 'write');
  onApprovalComment(repository, async ({ ids: [id = ''] }) => {
    const first = repository.github.comment({
      login: MAINTAINER,
      issue: repository.issue,
      body: `/approve ${id}`,
    });
    await pause(3_000);
    repository.github.editComment({ id: first.id, login: MAINTAINER, body: `/approve ${id} ` });
    says(repository, [`/approve ${id}`], 'octo-second');
  });
  const end = await repository.runStep({ turns: TURNS });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  await nothingMade(repository);
  expect(refusalsIn(end)).toMatch(/edited/);
  expect(entriesOf(end, 'approval.consumed')).toEqual([]);
});
