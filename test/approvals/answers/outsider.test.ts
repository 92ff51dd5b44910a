import { expect, test } from 'vitest';
import { outsiderTo } from '../../../src/approvals/index.ts';
import { parseCodeOwners } from '../../../src/approvals/answers/codeowners.ts';
import { CountersignError } from '../../../src/common/index.ts';
import type { Permission } from '../../../src/github/index.ts';
import { MALLORY, MemoryGitHub } from '../memory-github.ts';

const OWNERS = parseCodeOwners('/docs/ @mallory writer@example.com\n/pay/ @octo/insiders\n');

async function outsider(approvers: readonly string[], permission: Permission = 'read') {
  const github = new MemoryGitHub();
  github.permissions.set('mallory', permission);
  github.teams.set('octo/insiders', ['mallory']);
  let reads = 0;
  const found = await outsiderTo(MALLORY, {
    github,
    approvers: async () => {
      reads += 1;
      return approvers;
    },
    codeOwners: async () => OWNERS,
  });
  return { found, reads };
}

test.each([[['write']], [['maintain', '@bob', '@octo/others']], [[]]])(
  'somebody whom no entry of %j means is an outsider',
  async (approvers) => {
    expect((await outsider(approvers)).found).toContain('has the permission read');
  },
);

test.each([[['read']], [['write', '@MALLORY']], [['@octo/insiders']], [['codeowners']]])(
  'somebody whom an entry of %j may mean is none',
  async (approvers) => {
    expect((await outsider(approvers)).found).toBeNull();
  },
);

test.each(['write', 'maintain', 'admin'] as const)(
  'somebody with the permission %s is none, and the policy is not even read',
  async (permission) => {
    expect(await outsider(['admin'], permission)).toEqual({ found: null, reads: 0 });
  },
);

test('nobody is looked up in the teams of CODEOWNERS, whose members have write access', async () => {
  const github = new MemoryGitHub();
  github.permissions.set('mallory', 'read');
  github.failing.set('isTeamMember', new CountersignError('github-permission', 'No teams.'));
  const found = await outsiderTo(MALLORY, {
    github,
    approvers: () => Promise.resolve(['codeowners']),
    codeOwners: () => Promise.resolve(parseCodeOwners('* @octo/core @octo/docs @bob\n')),
  });
  expect(found).toContain('has the permission read, and the policy asks for codeowners');
});

test('a look-up that fails says nothing about anybody', async () => {
  const github = new MemoryGitHub();
  github.failing.set('permissionOf', new CountersignError('github-unreachable', 'No answer.'));
  const policy = {
    github,
    approvers: () => Promise.resolve(['write']),
    codeOwners: () => Promise.resolve(null),
  };
  await expect(outsiderTo(MALLORY, policy)).rejects.toThrow('No answer.');
});
