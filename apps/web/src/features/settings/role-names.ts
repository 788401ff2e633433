import type { Role } from '@handover/contract/roles.ts';

/** Roles as people read them. */
export const roleNames = {
  CLIENT: 'Client',
  STAFF: 'Staff',
  ADMIN: 'Admin',
  SUPERADMIN: 'Superadmin',
} as const satisfies Record<Role, string>;
