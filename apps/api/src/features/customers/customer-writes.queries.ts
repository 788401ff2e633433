import type { ContactPoint } from '@handover/contract/customers/contact-points.ts';
import type { CustomChanges } from '@handover/contract/records/custom-fields.ts';
import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { CustomersTable } from '#db/schema/customers.ts';
import { updateVersion } from '#db/statements/update-version.ts';
import { toContactPointKey } from './customer-columns.ts';
import { selectMergedCustom } from '#platform/records/custom-fields/custom-columns.queries.ts';
import { setDeletedAt as moveToTrash } from '#platform/records/trash.queries.ts';

type Key = { workspaceId: string; customerId: string };

export async function insertCustomer(db: Db, row: Insertable<CustomersTable>): Promise<void> {
  await db.insertInto('customers').values(row).execute();
}

/** Updates a customer and its version; false if the version is stale. */
export function updateCustomerRow(
  db: Db,
  {
    workspaceId,
    customerId,
    version,
    change,
    custom = {},
    now,
  }: Key & {
    version: number;
    change: Updateable<CustomersTable>;
    custom?: CustomChanges;
    now: Date;
  },
): Promise<boolean> {
  const merged = Object.keys(custom).length > 0 && {
    custom: selectMergedCustom('customers', workspaceId, custom),
  };
  return updateVersion(db, 'customers', {
    workspaceId,
    id: customerId,
    version,
    change: { ...change, ...merged, updated_at: now },
  });
}

/** Moves a customer to the trash or back; false if it is there already or merged. */
export function setDeletedAt(
  db: Db,
  { customerId, ...move }: Key & { deletedAt: Date | null; now: Date },
): Promise<boolean> {
  return moveToTrash(db, {
    table: 'customers',
    id: customerId,
    ...move,
    condition: sql`merged_into IS NULL`,
  });
}

export async function replaceContactPoints(
  db: Db,
  { workspaceId, customerId, points }: Key & { points: readonly ContactPoint[] },
): Promise<void> {
  await db
    .deleteFrom('customer_contact_points')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .execute();
  if (points.length === 0) return;
  await db
    .insertInto('customer_contact_points')
    .values(
      points.map((point, position) => ({
        workspace_id: workspaceId,
        customer_id: customerId,
        position,
        kind: point.kind,
        label: point.label,
        value: point.value,
        value_key: toContactPointKey(point),
      })),
    )
    .execute();
}

/**
 * Bans the membership of a customer's login, unless it represents another active customer or belongs to staff, since
 * their access is managed in the workspace's settings; or lifts its ban. False if nothing changed.
 */
export async function setMembershipStatus(
  db: Db,
  {
    workspaceId,
    userId,
    status,
    reason,
  }: { workspaceId: string; userId: string; status: 'active' | 'banned'; reason: string | null },
): Promise<boolean> {
  const row = await db
    .updateTable('memberships')
    .set({ status, banned_reason: reason })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where((eb) =>
      status === 'active'
        ? eb('memberships.status', '=', 'banned')
        : eb.and([
            eb('memberships.role', '=', 'CLIENT'),
            eb.not(
              eb.exists(
                eb
                  .selectFrom('customers')
                  .select('customers.id')
                  .where('customers.workspace_id', '=', workspaceId)
                  .where('customers.user_id', '=', userId)
                  .where('customers.status', '=', 'active')
                  .where('customers.deleted_at', 'is', null),
              ),
            ),
          ]),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Replaces or removes a customer's photo; returns the previous key. Keeps the version, since no form edits
 * the photo.
 */
export async function setPhotoKey(
  db: Db,
  { workspaceId, customerId, key }: { workspaceId: string; customerId: string; key: string | null },
): Promise<string | null> {
  const before = await db
    .selectFrom('customers')
    .select('photo_key')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await db
    .updateTable('customers')
    .set({ photo_key: key })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .execute();
  return before.photo_key;
}
