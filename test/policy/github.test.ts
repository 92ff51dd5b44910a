import { expect, test } from 'vitest';
import { diffPolicies, loadPolicy } from '../../src/policy/index.ts';

function load(github: string) {
  return loadPolicy(`version: 1\n${github}`, { file: 'policy.yml' });
}

test('without a word the branch is countersign/ with what the run is about, and everybody’s pictures are shown', () => {
  expect(load('')).toMatchObject({
    policy: { github: { branch: 'countersign/{about}', images: 'all' } },
  });
});

test.each(['bots/{number}', 'agent-{run}', 'updates', 'a/b/{about}-{number}'])(
  '%s is a branch template',
  (branch) => {
    expect(load(`github: { branch: "${branch}" }`)).toMatchObject({
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
])('%j is none', (branch) => {
  const loaded = load(`github: { branch: "${branch}" }`);
  expect(loaded.ok).toBe(false);
  expect(JSON.stringify(loaded)).toContain('countersign/{about}');
});

test('another branch and more pictures are changes that give more room', () => {
  const [before, after] = [
    load('github: { images: "off" }'),
    load('github: { branch: "x/{run}" }'),
  ];
  if (!before.ok || !after.ok) throw new Error('not loaded');
  expect(diffPolicies(before.policy, after.policy).settings).toMatchObject([
    { setting: 'github.images', loosens: true },
    { setting: 'github.branch', loosens: true },
  ]);
  expect(diffPolicies(after.policy, before.policy).settings).toContainEqual(
    expect.objectContaining({ setting: 'github.images', loosens: false }),
  );
});
