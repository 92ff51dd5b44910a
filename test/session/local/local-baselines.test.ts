import { expect, test } from 'vitest';
import { builtinPolicy } from '../../../src/policy/index.ts';
import { onLocalBaselines } from '../../../src/session/local/local-baselines.ts';
import { context } from '../../github/context.ts';

test('an empty variable of GitHub counts as one that is not set', async () => {
  const { server, head } = await context();
  const address = `${server.owner}/${server.repo}/.github/countersign.yml@main`;
  const policy = await onLocalBaselines(builtinPolicy(), {
    named: [{ address, file: null }],
    namedBy: '--baseline',
    machine: false,
    cwd: '/',
    environment: { GITHUB_TOKEN: server.token, GITHUB_API_URL: server.url, GITHUB_SERVER_URL: '' },
  });
  expect(policy.layers.at(-1)?.origin?.url).toBe(
    `https://github.com/${server.owner}/${server.repo}/blob/${head}/.github/countersign.yml`,
  );
});
