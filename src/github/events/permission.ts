export const PERMISSIONS = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;
/** A person's role on the repository, from the lowest to the highest. */
export type Permission = (typeof PERMISSIONS)[number];

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

/** Whether `permission` includes everything that `required` allows. */
export function atLeast(permission: Permission, required: Permission): boolean {
  return PERMISSIONS.indexOf(permission) >= PERMISSIONS.indexOf(required);
}
