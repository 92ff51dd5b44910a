import { expect, test } from 'vitest';
import { ciFailed, exampleScene, expectNothingRefused, pullOf, pushed } from './example.ts';
import { expectEnd, finish, statesOf, turn } from './harness.ts';

const DEPENDABOT = { login: 'dependabot[bot]', id: 49_699_333, type: 'Bot' };

test.concurrent('the example dependencies adapts the code without asking, and asks for the push', async () => {
  await using scene = await exampleScene('dependencies');
  const { at } = scene;
  const branch = 'dependabot/npm_and_yarn/one-2.0.0';
  const update = { 'package.json': '{ "name": "octo", "dependencies": { "one": "2.0.0" } }\n' };
  const pull = await pullOf(at, DEPENDABOT.login, update, branch);
  at.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
  const end = await scene.act(ciFailed({ ...pull, branch }, DEPENDABOT), {
    turns: [
      turn('', ['fs_read', { path: 'src/a.js' }]),
      turn('', ['fs_edit', { path: 'src/a.js', old_string: '= 1', new_string: '= 2' }]),
      turn('', ['github_push_branch', { message: 'Adapt to 2.0.0', paths: ['src/a.js'] }]),
      finish('Adapted.'),
    ],
  });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expectNothingRefused(at);
  expect(statesOf(end, 'c2')).not.toContain('APPROVAL_REQUIRED');
  expect(statesOf(end, 'c3')).toContain('APPROVAL_REQUIRED');
  expect(await pushed(at, branch, 'src/a.js')).toContain('one = 2');
});
