import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { inCustomerScope } from '#features/customers/customers.public.ts';
import type { Member } from '#platform/session/actor.ts';

type ProfileWorkspaceRow = {
  id: string;
  name: string;
  plan: 'Free' | 'Pro';
  role: 'CLIENT' | 'STAFF' | 'ADMIN' | null;
  announcement: string | null;
  has_postal_address: boolean;
  logo_key: string | null;
  pipeline: unknown;
};

/** The user's workspaces; all of them for a superadmin. */
export async function listProfileWorkspaces(
  db: Db,
  { userId, isSuperadmin }: { userId: string; isSuperadmin: boolean },
): Promise<ProfileWorkspaceRow[]> {
  const { rows } = await sql<ProfileWorkspaceRow>`
    SELECT w.id, w.name, w.plan, m.role, w.announcement, w.postal_address <> '' AS has_postal_address, w.logo_key, w.pipeline
    FROM workspaces w
    LEFT JOIN memberships m ON m.workspace_id = w.id AND m.user_id = ${userId} AND m.status = 'active'
    WHERE w.archived_at IS NULL AND (m.user_id IS NOT NULL OR ${isSuperadmin})
    ORDER BY w.name, w.id LIMIT 200`.execute(db);
  return rows;
}

/** The customers that a client's login represents, the oldest first, and those that are shared with it. */
export function listClientCustomers(db: Db, member: Member) {
  return db
    .selectFrom('customers')
    .leftJoin('users', 'users.id', 'customers.broker_id')
    .select([
      'customers.id',
      'customers.name',
      sql<boolean>`customers.user_id IS NOT DISTINCT FROM ${member.userId}`.as('is_own'),
      'users.id as broker_id',
      'users.display_name as broker_name',
      'users.email as broker_email',
      'users.photo_key as broker_photo_key',
    ])
    .where('customers.workspace_id', '=', member.workspaceId)
    .where(inCustomerScope(member))
    .where('customers.deleted_at', 'is', null)
    .orderBy('is_own', 'desc')
    .orderBy('customers.created_at')
    .orderBy('customers.id')
    .limit(100)
    .execute();
}

export type ClientCustomer = Awaited<ReturnType<typeof listClientCustomers>>[number];

/** Names that a password must not contain: the installation's and the user's workspaces'. */
export async function listBrokerageNames(
  db: Db,
  { userId, workspaceId }: { userId?: string; workspaceId?: string },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM installation
    UNION SELECT w.name FROM workspaces w
    WHERE w.id = ${workspaceId ?? null}::uuid
       OR w.id IN (SELECT m.workspace_id FROM memberships m WHERE m.user_id = ${userId ?? null}::uuid)`.execute(
    db,
  );
  return rows.map((row) => row.name);
}

/** Replaces or removes a user's photo; returns the previous key. */
export async function setUserPhoto(
  db: Db,
  { userId, key }: { userId: string; key: string | null },
): Promise<string | null> {
  const before = await db
    .selectFrom('users')
    .select('photo_key')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await db.updateTable('users').set({ photo_key: key }).where('id', '=', userId).execute();
  return before.photo_key;
}
