import { expect, test } from 'vitest';
import { diffPolicies, loadPolicy } from '../../../src/policy/index.ts';
import { policy } from '../helpers.ts';

async function load(github: string) {
  return loadPolicy(`version: 1\n${github}`, { file: 'policy.yml' });
}

test('without a word the branch is countersign/ with what the run is about, and everybody’s pictures are shown', async () => {
  expect(await load('')).toMatchObject({
    policy: { github: { branch: 'countersign/{about}', images: 'all' } },
  });
});

test.each(['bots/{number}', 'agent-{run}', 'updates', 'a/b/{about}-{number}'])(
  '%s is a branch template',
  async (branch) => {
    expect(await load(`github: { branch: "${branch}" }`)).toMatchObject({
      policy: { github: { branch } },
    });
  },
);

test.each([
  '{about}',
  'x{about}',
  'bots/{title}',
  'bots/..{run}',
  '/bots/{run}',
  'bots/{run}/',
  'bots/{run}.lock',
  'refs heads/{run}',
  '-x/{run}',
  '',
])('%j is none', async (branch) => {
  const loaded = await load(`github: { branch: "${branch}" }`);
  expect(loaded.ok).toBe(false);
  expect(JSON.stringify(loaded)).toContain('countersign/{about}');
});

test('another branch and more pictures are looser', () => {
  const before = policy('github: { images: "off" }');
  const after = policy('github: { branch: "x/{run}" }');
  expect(diffPolicies(before, after).settings).toMatchObject([
    { setting: 'github.images', loosens: true },
    { setting: 'github.branch', loosens: true },
  ]);
  expect(diffPolicies(after, before).settings).toContainEqual(
    expect.objectContaining({ setting: 'github.images', loosens: false }),
  );
});
