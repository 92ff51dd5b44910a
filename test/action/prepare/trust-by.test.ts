import { expect, test } from 'vitest';
import { trustBy } from '../../../src/action/prepare/trust-by.ts';
import type { Permission } from '../../../src/github/index.ts';

const ann = { login: 'ann', id: 1, type: 'User' } as const;

function asked(answers: readonly (Permission | Error)[]) {
  const people: string[] = [];
  const trusts = trustBy({
    permissionOf: ({ id, login }) => {
      const answer = answers[people.length] ?? new Error('asked again');
      people.push(`${id}:${login}`);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  });
  return { trusts, people };
}

test.each<[Permission, boolean]>([
  ['none', false],
  ['read', false],
  ['triage', false],
  ['write', true],
  ['maintain', true],
  ['admin', true],
])('text of a person with the permission %s is trusted: %s', async (permission, trusted) => {
  const because = `permission ${permission}`;
  expect(await asked([permission]).trusts(ann)).toEqual({ trusted, because });
});

test('nobody is trusted whose account is gone, or whose permission GitHub does not tell', async () => {
  const { trusts, people } = asked([new Error('GitHub is away')]);
  expect(await trusts(null)).toEqual({ trusted: false, because: 'the account is gone' });
  expect(people).toEqual([]);
  expect(await trusts(ann)).toEqual({
    trusted: false,
    because: 'permission could not be looked up: GitHub is away',
  });
});

test('GitHub is asked once for each account, and another account with the same name is another person', async () => {
  const { trusts, people } = asked(['write', 'read']);
  const other = { ...ann, id: 2 };
  for (const _ of [1, 2]) {
    expect(await trusts(ann)).toMatchObject({ trusted: true });
    expect(await trusts(other)).toMatchObject({ trusted: false });
  }
  expect(people).toEqual(['1:ann', '2:ann']);
});
