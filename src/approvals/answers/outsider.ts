import { type Account, atLeast, type GitHub, type Permission } from '../../github/index.ts';
import { type ApproverRule, parseApprover } from './approvers.ts';
import type { CodeOwners } from './codeowners.ts';

/**
 * Why somebody's answer can count for nothing: an outsider to a policy is without write access, and nobody whom it lets approve
 * anything. It spares work that their answer would cause, and decides nothing: whoever is no outsider is reviewed like everybody. So logins count as
 * they are now, and every code owner as one of the files in question. `null`: no outsider. Rejects with GitHub's errors.
 */
export async function outsiderTo(
  author: Account,
  policy: {
    readonly github: Pick<GitHub, 'permissionOf' | 'isTeamMember'>;
    /** Every entry of the policy that names approvers; asked for only if the person has no write access. */
    readonly approvers: () => Promise<readonly string[]>;
    readonly codeOwners: () => Promise<CodeOwners | null>;
  },
): Promise<string | null> {
  const { github } = policy;
  const permission = await github.permissionOf(author);
  if (atLeast(permission, 'write')) return null;
  const entries = await policy.approvers();
  const owners = entries.includes('codeowners') ? ((await policy.codeOwners()) ?? []) : [];
  // GitHub takes only teams with write access for code owners, so their members have it: nobody is looked up in hundreds of teams.
  const people = owners.flatMap((line) => line.owners.filter((owner) => !owner.includes('/')));
  for (const rule of [...new Set([...entries, ...people])].map(parseApprover))
    if (rule !== null && (await isMeant(rule, { author, permission, github }))) return null;
  const asked = [...new Set(entries)].join(' or ');
  return `its author has the permission ${permission}, and the policy asks for ${asked}`;
}

async function isMeant(
  rule: ApproverRule,
  person: {
    readonly author: Account;
    readonly permission: Permission;
    readonly github: Pick<GitHub, 'isTeamMember'>;
  },
): Promise<boolean> {
  switch (rule.kind) {
    case 'level':
      return atLeast(person.permission, rule.level);
    case 'user':
      return rule.login.toLowerCase() === person.author.login.toLowerCase();
    case 'team':
      return await person.github.isTeamMember(rule, person.author.login);
    case 'codeowners':
      return false;
  }
}
