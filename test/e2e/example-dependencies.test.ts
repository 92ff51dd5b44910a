import { expect, test } from 'vitest';
import { ciFailed, openExample, expectNothingRefused, pullOf, pushed } from './example.ts';
import { expectEnd, finish, statesOf, turn } from './harness.ts';

const DEPENDABOT = { login: 'dependabot[bot]', id: 49_699_333, type: 'Bot' };

test.concurrent('the example dependencies adapts the code without asking, and asks for the push', async () => {
  await using opened = await openExample('dependencies');
  const { repository } = opened;
  const branch = 'dependabot/npm_and_yarn/one-2.0.0';
  const update = { 'package.json': '{ "name": "octo", "dependencies": { "one": "2.0.0" } }\n' };
  const pull = await pullOf(repository, DEPENDABOT.login, update, branch);
  repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
  const end = await opened.act(ciFailed({ ...pull, branch }, DEPENDABOT), {
    turns: [
      turn('', ['fs_read', { path: 'src/a.js' }]),
      turn('', ['fs_edit', { path: 'src/a.js', old_string: '= 1', new_string: '= 2' }]),
      turn('', ['github_push_branch', { message: 'Adapt to 2.0.0', paths: ['src/a.js'] }]),
      finish('Adapted.'),
    ],
  });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expectNothingRefused(repository);
  expect(statesOf(end, 'c2')).not.toContain('APPROVAL_REQUIRED');
  expect(statesOf(end, 'c3')).toContain('APPROVAL_REQUIRED');
  expect(await pushed(repository, branch, 'src/a.js')).toContain('one = 2');
});
