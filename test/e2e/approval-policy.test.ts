import { expect, test } from 'vitest';
import { nightly } from '../properties.ts';
import {
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  MAINTAINER,
  openRepository,
  statesOf,
  turn,
} from './harness.ts';

const OTHER = 'octo-other';
const WRITE = turn('I write.', ['bash_run', { command: 'echo made > src/made.txt' }]);

test.concurrent('a rule names the only person who can approve its calls', async () => {
  await using repository = await openRepository({
    policy: `version: 1\nmode: ask\nrequireApproval:\n  - { rule: bash_run(echo *), from: ['@${OTHER}'] }\nsandbox: off\n`,
  });
  repository.github.person(OTHER, 'write');
  let asked = 0;
  repository.answerApprovalComments((ids) => {
    asked += 1;
    repository.github.comment({
      login: OTHER,
      issue: repository.issue,
      body: `/approve ${ids.join(' ')}`,
    });
    return `/approve ${ids.join(' ')}`;
  });
  const end = await repository.runStep({ turns: [WRITE, finish('Made.')] });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(asked).toBe(1);
  const counted = entriesOf(end, 'approval.decision').filter((entry) => entry.counted);
  expect(counted.map(({ by }) => by.login)).toEqual([OTHER]);
  expect(entriesOf(end, 'approval.asked')[0]?.requests[0]?.needs).toMatchObject({
    from: expect.arrayContaining([[`@${OTHER}`]]) as string[][],
  });
});

test.concurrent('a call that an approver changes runs as changed, and the audit trail says by whom', async () => {
  await using repository = await openRepository();
  repository.answerApprovalComments(
    ([id]) => `/approve ${id} with\n\`\`\`sh\necho better > src/made.txt\n\`\`\``,
  );
  const end = await repository.runStep({ turns: [WRITE, finish('Made.')] });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(await inWorkspace(repository, 'src/made.txt')).toBe('better\n');
  const [changed] = entriesOf(end, 'call.changed');
  expect(changed).toMatchObject({ by: { login: MAINTAINER } });
  expect(statesOf(end, 'c1').at(-1)).toBe('COMPLETED');
});

nightly.concurrent(
  'one person changes a call that two have to approve to one that needs nobody, and it runs',
  async () => {
    await using repository = await openRepository({
      policy: `version: 1\nmode: ask\nauto: [bash_run(ls *)]\nrequireApproval:\n  - { rule: bash_run(echo *), count: 2 }\nsandbox: off\n`,
    });
    repository.github.person(OTHER, 'write');
    // Both give the same text within one poll.
    repository.answerApprovalComments(([id]) => {
      const body = `/approve ${id} with\n\`\`\`sh\nls src\n\`\`\``;
      repository.github.comment({ login: OTHER, issue: repository.issue, body });
      return body;
    });
    const end = await repository.runStep({ turns: [WRITE, finish('Made.')] });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    const given = entriesOf(end, 'approval.decision').map((entry) => entry.changeSha256);
    expect(given).toHaveLength(2);
    expect(new Set(given).size).toBe(1);
    expect(entriesOf(end, 'call.changed')).toMatchObject([{ by: { login: OTHER } }]);
    expect(entriesOf(end, 'call.verdict')[1]).toMatchObject({ call: 'c1', verdict: 'auto' });
    expect(statesOf(end, 'c1').at(-1)).toBe('COMPLETED');
  },
);

test.concurrent('always approves, and opens a pull request with the narrowest rule', async () => {
  await using repository = await openRepository();
  repository.answerApprovalComments(([id]) => `/approve ${id} always`);
  const end = await repository.runStep({ turns: [WRITE, finish('Made.')] });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(statesOf(end, 'c1').at(-1)).toBe('COMPLETED');
  const pulls = repository.github.log.filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/pulls'),
  );
  expect(pulls).toHaveLength(1);
});

nightly.concurrent('always is answered also on an issue that was opened to ask', async () => {
  await using repository = await openRepository();
  repository.answerApprovalComments(([id]) => `/approve ${id} always`);
  const end = await repository.runStep({
    event: { name: 'schedule', payload: { schedule: '0 0 * * *' } },
    inputs: { 'approval-issue': 'create', prompt: 'Make it.' },
    turns: [WRITE, finish('Made.')],
  });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  const opened = entriesOf(end, 'github.write').find(({ what }) => what === 'policy pull request');
  const said = repository.github.commentsOn(repository.issue + 1).map(({ body }) => body);
  expect(said.at(-1)).toContain(`${opened?.url} proposes a rule for calls like it.`);
});

nightly.concurrent(
  'a webhook that is not https is refused, and its address is not shown',
  async () => {
    await using repository = await openRepository();
    const end = await repository.runStep({
      inputs: { 'notify-webhook': 'http://127.0.0.1:9/hook-secret' },
      turns: [WRITE, finish('Made.')],
    });
    await expectEnd(end, { outcome: 'error', exitCode: 1 });
    expect(end.outputs['summary']).toContain('notify-webhook');
    expect(end.outputs['summary']).not.toContain('hook-secret');
    expect(end.log.replace(/^::add-mask::.*$/gm, '')).not.toContain('hook-secret');
  },
);
