import { type Permission, PERMISSIONS } from '../ports/github.ts';

/** The value of GitHub's older field `permission` for each role: it has no `triage` and no `maintain`. */
const COARSE: Readonly<Record<Permission, string>> = {
  none: 'none',
  read: 'read',
  triage: 'read',
  write: 'write',
  maintain: 'write',
  admin: 'admin',
};

/**
 * A person's role from GitHub's answer; `undefined` if both fields are unknown. For a custom role, and for a role that
 * contradicts the older field, the older field decides.
 */
export function roleOf(
  permission: string,
  roleName: string | null | undefined,
): Permission | undefined {
  const role = PERMISSIONS.find((known) => known === roleName);
  if (role !== undefined && COARSE[role] === permission) return role;
  return PERMISSIONS.find((known) => known === permission);
}

/** The author associations of people outside of the repository, its owner and its organization. */
const OUTSIDERS: ReadonlySet<string> = new Set([
  'NONE',
  'CONTRIBUTOR',
  'FIRST_TIMER',
  'FIRST_TIME_CONTRIBUTOR',
  'MANNEQUIN',
]);

/**
 * Whether an author association is that of an outsider. Somebody whose membership of the organization is private has such
 * an association, too, whatever their role: it spares look-ups in advance and orders them, and decides nothing.
 */
export function isOutsider(association: string | null | undefined): boolean {
  return OUTSIDERS.has(association ?? '');
}

/** Whether `permission` includes everything that `required` allows. */
export function atLeast(permission: Permission, required: Permission): boolean {
  return PERMISSIONS.indexOf(permission) >= PERMISSIONS.indexOf(required);
}
