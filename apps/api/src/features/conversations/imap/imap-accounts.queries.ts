import type { ImapOwner } from '@handover/contract/imap-accounts.ts';
import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ImapAccountsTable } from '#db/schema/imap.ts';

export type AccountKey = { readonly workspaceId: string; readonly mailboxId: string };
export type Whose = { readonly workspaceId: string; readonly userId: string; readonly of: ImapOwner };

/** The account of a workspace's shared mailbox or of a member's own, with who reads it now; null without one. */
export async function findAccountOf(db: Db, { workspaceId, userId, of }: Whose) {
  const row = await accounts(db, workspaceId)
    .where((eb) =>
      of === 'workspace' ? eb('mailboxes.is_default', '=', true) : eb('mailboxes.keeper_id', '=', userId),
    )
    .executeTakeFirst();
  return row ?? null;
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccountOf>>>;

/** The account of a mailbox, or null. */
export async function findAccount(
  db: Db,
  { workspaceId, mailboxId }: AccountKey,
): Promise<AccountRow | null> {
  const row = await accounts(db, workspaceId)
    .where('imap_accounts.mailbox_id', '=', mailboxId)
    .executeTakeFirst();
  return row ?? null;
}

function accounts(db: Db, workspaceId: string) {
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

/** Makes or replaces the account of a mailbox. */
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

/** Changes an account, if it has the version and the status that were seen; false when it has not. */
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

/** Forgets an account with its folders and its turn. */
export async function deleteAccount(db: Db, { workspaceId, mailboxId }: AccountKey): Promise<void> {
  await db
    .deleteFrom('imap_accounts')
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .execute();
}
