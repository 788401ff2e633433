/** Levels of spec section 6. A user passes a guard when their level is at least the required one. */
export const roleLevels = { CLIENT: 1, STAFF: 2, ADMIN: 3, SUPERADMIN: 4 } as const;

export type Role = keyof typeof roleLevels;

export const roles = ['CLIENT', 'STAFF', 'ADMIN', 'SUPERADMIN'] as const;

/** The roles that a membership can have; SUPERADMIN belongs to the installation. */
export const workspaceRoles = ['CLIENT', 'STAFF', 'ADMIN'] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];

/** The default for a route without a role: spec section 6. */
export const defaultRequiredRole: Role = 'ADMIN';

/** Admin areas that the policy *Staff access* can open to STAFF. */
export const areas = ['dashboard', 'users', 'tasks', 'documents', 'business-center'] as const;
export type Area = (typeof areas)[number];

/** The level of a role name; unknown or missing names count as 0. */
export function getRoleLevel(role: string | null | undefined): number {
  return isRole(role) ? roleLevels[role] : 0;
}

/** Whether the name is one of the four roles. */
export function isRole(role: string | null | undefined): role is Role {
  return role !== null && role !== undefined && Object.hasOwn(roleLevels, role);
}
