import { expect, test } from 'vitest';
import { entriesOf, expectEnd, finish, openRepository, statesOf, turn } from './harness.ts';

/** Pushing runs without a question; reading `private/` is forbidden, and `config/` asks. */
const POLICY = `version: 1
mode: auto
auto:
  - github_push_branch
deny:
  - fs_read(private/**)
requireApproval:
  - fs_read(config/**)
approvals: { wait: 1s, then: deny }
sandbox: off
`;
const push = (...paths: readonly string[]) =>
  turn('', ['github_push_branch', { message: 'Tidy', paths }]);

test.concurrent('a policy that lets push lets nothing be published that usually contains secrets, or that may not be read', async () => {
  await using repository = await openRepository({
    policy: POLICY,
    files: {
      '.env': 'TOKEN=one\n',
      'gha-creds-0123.json': '{}\n',
      'private/plan.md': 'a plan\n',
      'config/prod.yml': 'host: a\n',
    },
  });
  const end = await repository.runStep({
    turns: [
      turn('', ['fs_write', { path: 'src/new.txt', content: 'new\n' }]),
      push('src/new.txt', '.env'),
      push('gha-creds-0123.json'),
      push('src/new.txt', './private/../private/plan.md'),
      push('config/prod.yml'),
      push('src/new.txt'),
      finish('Pushed what may be pushed.'),
    ],
  });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  const verdicts = entriesOf(end, 'call.verdict').map(({ call, verdict, rule, because }) => ({
    call,
    verdict,
    rule,
    because,
  }));
  expect(verdicts.slice(1, 6)).toMatchObject([
    {
      verdict: 'requireApproval',
      because: expect.stringContaining('".env" usually contains secrets') as string,
    },
    {
      verdict: 'requireApproval',
      because: expect.stringContaining('usually contains secrets') as string,
    },
    { verdict: 'deny', rule: 'fs_read(private/**)' },
    { verdict: 'requireApproval', rule: 'fs_read(config/**)' },
    { verdict: 'auto', rule: 'github_push_branch' },
  ]);
  const calls = verdicts.slice(1, 6).map(({ call }) => statesOf(end, call).at(-1));
  expect(calls).toEqual(['DENIED', 'DENIED', 'DENIED', 'DENIED', 'COMPLETED']);
  const trees = repository.github.log.filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/git/trees'),
  );
  expect(trees.map(({ body }) => body)).toEqual([expect.stringContaining('src/new.txt') as string]);
  expect(trees[0]?.body).not.toMatch(/private|config|\.env|gha-creds/);
});
