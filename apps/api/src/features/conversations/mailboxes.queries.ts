import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { isActiveWorkspace } from '#platform/installation/archived.queries.ts';
import { staffMaySee } from '#platform/session/brokers.queries.ts';

export type MailboxRow = {
  workspace_id: string;
  id: string;
  address: string;
  name: string;
  owner_id: string | null;
  /** The member whose personal mailbox it is, shared or not. */
  keeper_id: string | null;
  is_default: boolean;
};

const columns = [
  'mailboxes.workspace_id',
  'mailboxes.id',
  'mailboxes.address',
  'mailboxes.name',
  'mailboxes.owner_id',
  'mailboxes.keeper_id',
  'mailboxes.is_default',
] as const;

export async function insertMailbox(
  db: Db,
  mailbox: { workspaceId: string; id: string; address: string; name: string; isDefault: boolean; now: Date },
): Promise<void> {
  const { workspaceId, id, address, name, isDefault, now } = mailbox;
  await db
    .insertInto('mailboxes')
    .values({
      workspace_id: workspaceId,
      id,
      address,
      name,
      owner_id: null,
      is_default: isDefault,
      created_at: now,
    })
    .execute();
}

export async function findDefaultMailbox(db: Db, workspaceId: string): Promise<MailboxRow | null> {
  const row = await db
    .selectFrom('mailboxes')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('is_default', '=', true)
    .executeTakeFirst();
  return row ?? null;
}

export async function findMailbox(
  db: Db,
  { workspaceId, mailboxId }: { workspaceId: string; mailboxId: string },
): Promise<MailboxRow | null> {
  const row = await db
    .selectFrom('mailboxes')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', mailboxId)
    .executeTakeFirst();
  return row ?? null;
}

/** The token identifies the workspace. Returns null for an archived one. */
export async function findMailboxByToken(db: Db, tokenHash: Buffer): Promise<MailboxRow | null> {
  const token = await db
    .selectFrom('inbound_tokens')
    .select(['workspace_id', 'mailbox_id'])
    .where('token_hash', '=', tokenHash)
    .where(isActiveWorkspace('inbound_tokens.workspace_id'))
    .executeTakeFirst();
  if (token === undefined) return null;
  return findMailbox(db, { workspaceId: token.workspace_id, mailboxId: token.mailbox_id });
}

/** Serializes incoming mail of one mailbox without blocking outgoing mail. */
export async function lockMailbox(
  db: Db,
  { workspaceId, mailboxId }: { workspaceId: string; mailboxId: string },
): Promise<void> {
  await db
    .selectFrom('mailboxes')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', mailboxId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Replaces any previous token. */
export async function replaceInboundToken(
  db: Db,
  {
    workspaceId,
    mailboxId,
    tokenHash,
    now,
  }: { workspaceId: string; mailboxId: string; tokenHash: Buffer; now: Date },
): Promise<void> {
  await db
    .deleteFrom('inbound_tokens')
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .execute();
  await db
    .insertInto('inbound_tokens')
    .values({ token_hash: tokenHash, workspace_id: workspaceId, mailbox_id: mailboxId, created_at: now })
    .execute();
}

type MessageOf = { readonly workspaceId: string; readonly messageId: string };

type Candidates = {
  readonly candidates: 'brokers' | readonly string[];
  /** Owner of a private mailbox, who alone may read it. */
  readonly ownerId: string | null;
};

function isCandidate({ candidates, ownerId }: Candidates, broker: RawBuilder<unknown>): RawBuilder<boolean> {
  const isNamed =
    candidates === 'brokers' ? sql`m.user_id = ${broker}` : sql`m.user_id = ANY(${[...candidates]}::uuid[])`;
  return sql<boolean>`${isNamed} AND (${ownerId}::uuid IS NULL OR m.user_id = ${ownerId}::uuid)`;
}

type MailReader = {
  readonly user_id: string;
  readonly customer_id: string;
  readonly customer_name: string;
  readonly is_in_trash: boolean;
};

/**
 * Candidates who may read the message, each with one of its customers: active members, and staff only if
 * the area is open to them and the customer is in their scope.
 */
export async function listMailReaders(
  db: Db,
  { workspaceId, messageId, ...readers }: MessageOf & Candidates,
): Promise<MailReader[]> {
  const { rows } = await sql<MailReader>`
    SELECT DISTINCT ON (m.user_id) m.user_id, customers.id AS customer_id, customers.name AS customer_name,
           customers.deleted_at IS NOT NULL AS is_in_trash
    FROM message_customers mc
    JOIN customers ON customers.workspace_id = mc.workspace_id AND customers.id = mc.customer_id
    JOIN workspaces w ON w.id = mc.workspace_id
    JOIN memberships m ON m.workspace_id = mc.workspace_id AND m.status = 'active'
    WHERE mc.workspace_id = ${workspaceId} AND mc.message_id = ${messageId}
      AND ${isCandidate(readers, sql`customers.broker_id`)}
      AND ${staffMaySee({ area: 'users', broker: sql`customers.broker_id` })}
    ORDER BY m.user_id, customers.name, customers.id`.execute(db);
  return rows;
}

type BusinessReader = {
  readonly user_id: string;
  readonly business_id: string;
  readonly business_name: string;
};

/** Candidates who may read a message about a business; by default its broker. */
export async function listBusinessMailReaders(
  db: Db,
  { workspaceId, messageId, ...readers }: MessageOf & Candidates,
): Promise<BusinessReader[]> {
  const { rows } = await sql<BusinessReader>`
    SELECT m.user_id, b.id AS business_id, b.name AS business_name
    FROM messages JOIN threads ON threads.workspace_id = messages.workspace_id AND threads.id = messages.thread_id
    JOIN businesses b ON b.workspace_id = threads.workspace_id AND b.id = threads.business_id AND b.deleted_at IS NULL
    JOIN workspaces w ON w.id = b.workspace_id
    JOIN memberships m ON m.workspace_id = b.workspace_id AND m.status = 'active'
    WHERE messages.workspace_id = ${workspaceId} AND messages.id = ${messageId}
      AND ${isCandidate(readers, sql`b.broker_id`)}
      AND ${staffMaySee({ area: 'business-center', broker: sql`b.broker_id` })}`.execute(db);
  return rows;
}

/** Administrators, or the mailbox owner, without an unread or unsent notification of this type. */
export async function listTriageRecipients(
  db: Db,
  { workspaceId, ownerId, type }: { workspaceId: string; ownerId: string | null; type: string },
): Promise<string[]> {
  const isRecipient = ownerId === null ? sql`m.role = 'ADMIN'` : sql`m.user_id = ${ownerId}`;
  const { rows } = await sql<{ user_id: string }>`
    SELECT m.user_id FROM memberships m
    WHERE m.workspace_id = ${workspaceId} AND m.status = 'active' AND ${isRecipient}
      AND NOT EXISTS (SELECT FROM notifications n WHERE n.workspace_id = m.workspace_id
        AND n.user_id = m.user_id AND n.read_at IS NULL AND n.type = ${type}
        AND (n.is_in_app OR n.waits_for IS NOT NULL))`.execute(db);
  return rows.map((row) => row.user_id);
}

/** How many personal mailboxes a member owns. */
export async function countPersonalMailboxes(
  db: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('mailboxes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Gives a member's personal mailboxes to another; returns how many. */
export async function movePersonalMailboxes(
  db: Db,
  { workspaceId, userId, to }: { workspaceId: string; userId: string; to: string },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mailboxes')
    .set({ owner_id: to })
    .where('workspace_id', '=', workspaceId)
    .where('owner_id', '=', userId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
