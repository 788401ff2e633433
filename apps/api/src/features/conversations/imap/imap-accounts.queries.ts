import type { ImapOwner } from '@handover/contract/conversations/imap-accounts.ts';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ImapAccountsTable } from '#db/schema/imap.ts';
import { emailKey } from '#lib/text.ts';

export type AccountKey = { readonly workspaceId: string; readonly mailboxId: string };
type AccountOwner = { readonly workspaceId: string; readonly userId: string; readonly of: ImapOwner };

/** The account of the shared mailbox or of the member's own mailbox, with its lease. */
export async function findOwnerAccount(db: Db, { workspaceId, userId, of }: AccountOwner) {
  const row = await selectAccounts(db, workspaceId)
    .where((eb) =>
      of === 'workspace' ? eb('mailboxes.is_default', '=', true) : eb('mailboxes.keeper_id', '=', userId),
    )
    .executeTakeFirst();
  return row ?? null;
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findOwnerAccount>>>;

export function toAccountKey({ workspace_id: workspaceId, mailbox_id: mailboxId }: AccountRow): AccountKey {
  return { workspaceId, mailboxId };
}

export async function findAccount(
  db: Db,
  { workspaceId, mailboxId }: AccountKey,
): Promise<AccountRow | null> {
  const row = await selectAccounts(db, workspaceId)
    .where('imap_accounts.mailbox_id', '=', mailboxId)
    .executeTakeFirst();
  return row ?? null;
}

function selectAccounts(db: Db, workspaceId: string) {
  return db
    .selectFrom('imap_accounts')
    .innerJoin('mailboxes', (join) =>
      join
        .onRef('mailboxes.workspace_id', '=', 'imap_accounts.workspace_id')
        .onRef('mailboxes.id', '=', 'imap_accounts.mailbox_id'),
    )
    .leftJoin('imap_turns', (join) =>
      join
        .onRef('imap_turns.workspace_id', '=', 'imap_accounts.workspace_id')
        .onRef('imap_turns.mailbox_id', '=', 'imap_accounts.mailbox_id'),
    )
    .selectAll('imap_accounts')
    .select([
      'mailboxes.address',
      'mailboxes.owner_id',
      'mailboxes.keeper_id',
      'imap_turns.due_at',
      'imap_turns.held_until',
    ])
    .where('imap_accounts.workspace_id', '=', workspaceId);
}

export async function saveAccount(db: Db, row: Insertable<ImapAccountsTable>): Promise<void> {
  const { workspace_id: _workspace, mailbox_id: _mailbox, created_at: _created, ...change } = row;
  await db
    .insertInto('imap_accounts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'mailbox_id'])
        .doUpdateSet({ ...change, version: sql`imap_accounts.version + 1` }),
    )
    .execute();
}

/** Returns false if version or status changed since they were read. */
export async function updateAccount(
  db: Db,
  {
    workspaceId,
    mailboxId,
    seen,
    change,
  }: AccountKey & {
    seen: Pick<AccountRow, 'version' | 'status'>;
    change: Updateable<ImapAccountsTable>;
  },
): Promise<boolean> {
  const row = await db
    .updateTable('imap_accounts')
    .set({ ...change, version: seen.version + 1 })
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .where('version', '=', seen.version)
    .where('status', '=', seen.status)
    .returning('mailbox_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Also deletes its folders and lease, by cascade. */
export async function deleteAccount(db: Db, { workspaceId, mailboxId }: AccountKey): Promise<void> {
  await db
    .deleteFrom('imap_accounts')
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .execute();
}

type MailboxOwner = { readonly workspaceId: string; readonly userId: string };
type InWorkspace = { readonly workspaceId: string; readonly mailboxId: string };

/** The member's personal mailbox, shared or not. */
export async function findStoredMailbox(
  db: Db,
  { workspaceId, userId }: MailboxOwner,
): Promise<{ id: string; address: string } | null> {
  const row = await db
    .selectFrom('mailboxes')
    .select(['id', 'address'])
    .where('workspace_id', '=', workspaceId)
    .where('keeper_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertStoredMailbox(
  db: Db,
  mailbox: MailboxOwner & { id: string; address: string; name: string; now: Date },
): Promise<void> {
  const { workspaceId, id, userId, address, name, now } = mailbox;
  await db
    .insertInto('mailboxes')
    .values({
      workspace_id: workspaceId,
      id,
      address,
      name,
      owner_id: userId,
      keeper_id: userId,
      created_at: now,
    })
    .execute();
}

export async function setMailboxAddress(
  db: Db,
  { workspaceId, mailboxId, address }: InWorkspace & { address: string },
): Promise<void> {
  await db
    .updateTable('mailboxes')
    .set({ address })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', mailboxId)
    .execute();
}

/** Whether it is the login address, or the address of the own mailbox, of another member of the team. */
export async function isAddressOfColleague(
  db: Db,
  { workspaceId, userId, address }: MailboxOwner & { address: string },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM memberships JOIN users ON users.id = memberships.user_id
      LEFT JOIN mailboxes ON mailboxes.workspace_id = memberships.workspace_id AND mailboxes.keeper_id = memberships.user_id
    WHERE memberships.workspace_id = ${workspaceId} AND memberships.user_id <> ${userId}
      AND memberships.role <> 'CLIENT' AND memberships.status = 'active'
      AND ${emailKey(address)} IN (lower(users.email), lower(mailboxes.address)) LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** A null owner shares the mailbox with the workspace. */
export async function setMailboxOwner(
  db: Db,
  { workspaceId, mailboxId, ownerId }: InWorkspace & { ownerId: string | null },
): Promise<void> {
  await db
    .updateTable('mailboxes')
    .set({ owner_id: ownerId })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', mailboxId)
    .execute();
}

/** Unlinks the mailbox from its user; read access does not change. */
export async function releaseMailbox(db: Db, { workspaceId, userId }: MailboxOwner): Promise<string | null> {
  const row = await db
    .updateTable('mailboxes')
    .set({ keeper_id: null })
    .where('workspace_id', '=', workspaceId)
    .where('keeper_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}
