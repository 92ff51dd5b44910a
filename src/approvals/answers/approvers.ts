import { CountersignError } from '../../common/index.ts';
import { type Permission, PERMISSIONS } from '../../github/index.ts';

/** One entry of `approvals.from`, parsed. */
export type ApproverRule =
  | { readonly kind: 'level'; readonly level: Permission }
  | { readonly kind: 'user'; readonly login: string }
  | { readonly kind: 'team'; readonly org: string; readonly slug: string }
  | { readonly kind: 'codeowners' };

const USER = /^@([A-Za-z0-9][A-Za-z0-9_-]{0,99})$/;
const TEAM = /^@([A-Za-z0-9][A-Za-z0-9_-]{0,99})\/([A-Za-z0-9_.-]{1,100})$/;

/**
 * Reads `approvals.from`. Throws `policy-invalid` for an entry that is not a permission level (`none` is not one: it
 * would be everybody), `@user`, `@org/team` or `codeowners`. An unknown entry never matches anybody.
 */
export function parseApprovers(from: readonly string[]): readonly ApproverRule[] {
  return from.map((entry) => {
    const rule = parseApprover(entry);
    if (rule !== null) return rule;
    throw new CountersignError('policy-invalid', `approvals.from: "${entry}" names nobody.`, {
      fix: 'Write read, triage, write, maintain, admin, @user, @org/team or codeowners.',
    });
  });
}

/** Reads one owner or entry; `null` if it names nobody that GitHub can look up, such as an e-mail address. */
export function parseApprover(entry: string): ApproverRule | null {
  if (entry === 'codeowners') return { kind: 'codeowners' };
  const level = PERMISSIONS.find((name) => name === entry && name !== 'none');
  if (level !== undefined) return { kind: 'level', level };
  const team = TEAM.exec(entry);
  if (team?.[1] !== undefined && team[2] !== undefined) {
    return { kind: 'team', org: team[1].toLowerCase(), slug: team[2].toLowerCase() };
  }
  const user = USER.exec(entry);
  return user?.[1] === undefined ? null : { kind: 'user', login: user[1] };
}
