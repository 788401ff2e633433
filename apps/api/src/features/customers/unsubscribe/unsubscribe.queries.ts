import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { othersOptedOut, unsubscribedAt } from '../customers.public.ts';

type Key = { readonly workspaceId: string; readonly customerId: string };

/** A customer's subscription and the workspace's name; null for an unknown customer. */
export async function findSubscription(
  db: Db,
  { workspaceId, customerId }: Key,
): Promise<{ workspaceName: string; isUnsubscribed: boolean } | null> {
  const row = await db
    .selectFrom('customers')
    .innerJoin('workspaces', 'workspaces.id', 'customers.workspace_id')
    .select(['workspaces.name', unsubscribedAt.as('unsubscribed_at')])
    .where('customers.workspace_id', '=', workspaceId)
    .where('customers.id', '=', customerId)
    .executeTakeFirst();
  return row === undefined ? null : { workspaceName: row.name, isUnsubscribed: row.unsubscribed_at !== null };
}

/** False if unchanged. The version does not change, because no form contains this field. */
export async function unsubscribe(
  db: Db,
  { workspaceId, customerId }: Key,
  unsubscribedAt: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('customers')
    .set({ unsubscribed_at: unsubscribedAt })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .where('unsubscribed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the opt-outs of the customer and of their address. Returns the ids of the customers who had opted out. */
export async function resubscribe(db: Db, { workspaceId, customerId }: Key): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE customers SET unsubscribed_at = NULL
    WHERE workspace_id = ${workspaceId} AND unsubscribed_at IS NOT NULL AND (id = ${customerId} OR id IN (
      SELECT o.id FROM customers, LATERAL ${othersOptedOut} o WHERE customers.workspace_id = ${workspaceId} AND customers.id = ${customerId}))
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}
