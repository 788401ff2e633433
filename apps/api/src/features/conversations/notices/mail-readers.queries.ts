import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

type OfMessage = {
  readonly workspaceId: string;
  readonly messageId: string;
  /** Of the mailbox: a private one is read by its owner only. */
  readonly ownerId: string | null;
};

export type MailReader = {
  readonly user_id: string;
  readonly customer_id: string;
  readonly customer_name: string;
  readonly is_in_bin: boolean;
};

/**
 * Who of `among` may read a message, each with one customer of it: members at work here, staff only where
 * the area is open to them and the customer is in their scope.
 */
export async function listMailReaders(
  db: Db,
  { workspaceId, messageId, ownerId, among }: OfMessage & { among: 'brokers' | readonly string[] },
): Promise<MailReader[]> {
  const isAmong =
    among === 'brokers' ? sql`m.user_id = customers.broker_id` : sql`m.user_id = ANY(${[...among]}::uuid[])`;
  const { rows } = await sql<MailReader>`
    SELECT DISTINCT ON (m.user_id) m.user_id, customers.id AS customer_id, customers.name AS customer_name,
           customers.deleted_at IS NOT NULL AS is_in_bin
    FROM message_customers mc
    JOIN customers ON customers.workspace_id = mc.workspace_id AND customers.id = mc.customer_id
    JOIN workspaces w ON w.id = mc.workspace_id
    JOIN memberships m ON m.workspace_id = mc.workspace_id AND m.status = 'active'
    WHERE mc.workspace_id = ${workspaceId} AND mc.message_id = ${messageId} AND ${isAmong}
      AND (${ownerId}::uuid IS NULL OR m.user_id = ${ownerId}::uuid)
      AND (m.role = 'ADMIN' OR (m.role = 'STAFF' AND 'users' = ANY(w.staff_access)
        AND (w.record_scope = 'all' OR customers.broker_id = m.user_id)))
    ORDER BY m.user_id, customers.name, customers.id`.execute(db);
  return rows;
}

type BusinessReader = {
  readonly user_id: string;
  readonly business_id: string;
  readonly business_name: string;
};

/** Those of `among` who may read a message about a business, its broker by default. */
export async function listBusinessMailReaders(
  db: Db,
  { workspaceId, messageId, ownerId, among }: OfMessage & { among: 'brokers' | readonly string[] },
): Promise<BusinessReader[]> {
  const isAmong =
    among === 'brokers' ? sql`m.user_id = b.broker_id` : sql`m.user_id = ANY(${[...among]}::uuid[])`;
  const { rows } = await sql<BusinessReader>`
    SELECT m.user_id, b.id AS business_id, b.name AS business_name
    FROM messages JOIN threads ON threads.workspace_id = messages.workspace_id AND threads.id = messages.thread_id
    JOIN businesses b ON b.workspace_id = threads.workspace_id AND b.id = threads.business_id AND b.deleted_at IS NULL
    JOIN workspaces w ON w.id = b.workspace_id
    JOIN memberships m ON m.workspace_id = b.workspace_id AND m.status = 'active'
    WHERE messages.workspace_id = ${workspaceId} AND messages.id = ${messageId} AND ${isAmong}
      AND (${ownerId}::uuid IS NULL OR m.user_id = ${ownerId}::uuid)
      AND (m.role = 'ADMIN' OR (m.role = 'STAFF' AND 'business-center' = ANY(w.staff_access)
        AND (w.record_scope = 'all' OR b.broker_id = m.user_id)))`.execute(db);
  return rows;
}

/** Who is to hear of mail without a customer and has no unread notice of it: administrators, or the mailbox's owner. */
export async function listUnannouncedSenders(
  db: Db,
  { workspaceId, ownerId, type }: Pick<OfMessage, 'workspaceId' | 'ownerId'> & { type: string },
): Promise<string[]> {
  const concerned = ownerId === null ? sql`m.role = 'ADMIN'` : sql`m.user_id = ${ownerId}`;
  const { rows } = await sql<{ user_id: string }>`
    SELECT m.user_id FROM memberships m
    WHERE m.workspace_id = ${workspaceId} AND m.status = 'active' AND ${concerned}
      AND NOT EXISTS (SELECT FROM notifications n WHERE n.workspace_id = m.workspace_id
        AND n.user_id = m.user_id AND n.read_at IS NULL AND n.type = ${type})`.execute(db);
  return rows.map((row) => row.user_id);
}
