import { type Permission, PERMISSIONS } from '../ports/github.ts';

/** What GitHub's older field `permission` says for each role: it knows no `triage` and no `maintain`. */
const COARSE: Readonly<Record<Permission, string>> = {
  none: 'none',
  read: 'read',
  triage: 'read',
  write: 'write',
  maintain: 'write',
  admin: 'admin',
};

/**
 * A person's role from GitHub's answer; `undefined` where it makes no sense. A custom role counts as what the older
 * field makes of it, and so does a role that the older field contradicts.
 */
export function roleOf(
  permission: string,
  roleName: string | null | undefined,
): Permission | undefined {
  const role = PERMISSIONS.find((known) => known === roleName);
  if (role !== undefined && COARSE[role] === permission) return role;
  return PERMISSIONS.find((known) => known === permission);
}

/** True where `held` includes everything that `wanted` allows. */
export function atLeast(held: Permission, wanted: Permission): boolean {
  return PERMISSIONS.indexOf(held) >= PERMISSIONS.indexOf(wanted);
}
