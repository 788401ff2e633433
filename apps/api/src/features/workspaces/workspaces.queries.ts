import type { Area } from '@handover/contract/auth/roles.ts';
import type { Db } from '#db/client.ts';

const settingsColumns = [
  'name',
  'logo_key',
  'time_zone',
  'currency',
  'postal_address',
  'announcement',
  'staff_access',
  'record_scope',
  'admins_two_step_since',
  'staff_two_step_since',
  'two_step_grace_days',
  'trash_retention_days',
  'closed_deal_retention_years',
  'pipeline',
  'version',
] as const;

export function getWorkspace(db: Db, workspaceId: string) {
  return db
    .selectFrom('workspaces')
    .select(settingsColumns)
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
}

export type WorkspaceChange = {
  name?: string;
  time_zone?: string;
  currency?: string;
  postal_address?: string;
  announcement?: string | null;
  staff_access?: Area[];
  record_scope?: 'all' | 'own';
  admins_two_step_since?: Date | null;
  staff_two_step_since?: Date | null;
  two_step_grace_days?: number;
  trash_retention_days?: number | null;
  closed_deal_retention_years?: number;
  /** As JSON. */
  pipeline?: string;
};

/** Returns the changed row, or null if the version is stale. */
export async function updateWorkspace(
  db: Db,
  { workspaceId, version, change }: { workspaceId: string; version: number; change: WorkspaceChange },
) {
  const row = await db
    .updateTable('workspaces')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', workspaceId)
    .where('version', '=', version)
    .returning(settingsColumns)
    .executeTakeFirst();
  return row ?? null;
}

/** Sets or removes the logo and returns the previous key. The version does not change, since no form contains the logo. */
export async function setLogoKey(
  db: Db,
  { workspaceId, key }: { workspaceId: string; key: string | null },
): Promise<string | null> {
  const before = await db
    .selectFrom('workspaces')
    .select('logo_key')
    .where('id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await db.updateTable('workspaces').set({ logo_key: key }).where('id', '=', workspaceId).execute();
  return before.logo_key;
}

/** Staff of a workspace by name, without clients. */
export function listStaff(db: Db, workspaceId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.display_name', 'users.email', 'users.photo_key', 'memberships.role'])
    .where('memberships.workspace_id', '=', workspaceId)
    .where('memberships.role', '<>', 'CLIENT')
    .where('memberships.status', '=', 'active')
    .orderBy('users.display_name')
    .orderBy('users.id')
    .limit(500)
    .execute();
}

/** Whether the address belongs to staff, active or deactivated. Clients can be invited to become staff. */
export async function isStaffAddress(
  db: Db,
  { workspaceId, emailKey }: { workspaceId: string; emailKey: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('memberships.workspace_id', '=', workspaceId)
    .where('memberships.role', '<>', 'CLIENT')
    .where('users.email_key', '=', emailKey)
    .executeTakeFirst();
  return row !== undefined;
}

export function listOpenInvitations(db: Db, { workspaceId, now }: { workspaceId: string; now: Date }) {
  return db
    .selectFrom('one_time_links')
    .select(['id', 'email', 'role', 'customer_id', 'created_at', 'expires_at'])
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'invite')
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(500)
    .execute();
}

/** Returns the role of the invitation, or null if there is no such open one. */
export async function withdrawInvitation(
  db: Db,
  { workspaceId, invitationId, now }: { workspaceId: string; invitationId: string; now: Date },
): Promise<{ role: string | null } | null> {
  const row = await db
    .updateTable('one_time_links')
    .set({ consumed_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', invitationId)
    .where('kind', '=', 'invite')
    .where('consumed_at', 'is', null)
    .returning('role')
    .executeTakeFirst();
  return row ?? null;
}

export async function insertWorkspace(
  db: Db,
  workspace: {
    id: string;
    name: string;
    plan: 'Free' | 'Pro';
    timeZone: string;
    currency: string;
    postalAddress: string;
    isSample: boolean;
    staffAccess: Area[];
    now: Date;
  },
): Promise<void> {
  await db
    .insertInto('workspaces')
    .values({
      id: workspace.id,
      name: workspace.name,
      plan: workspace.plan,
      time_zone: workspace.timeZone,
      currency: workspace.currency,
      postal_address: workspace.postalAddress,
      staff_access: workspace.staffAccess,
      is_sample: workspace.isSample,
      created_at: workspace.now,
    })
    .execute();
}
