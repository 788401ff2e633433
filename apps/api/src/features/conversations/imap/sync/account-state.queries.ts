import { sql, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ImapAccountsTable } from '#db/schema/imap.ts';
import type { AccountKey } from '../imap-accounts.queries.ts';

/** Writes how the reading of an active account goes; its version stays, for no form holds it. False when it is not active. */
export async function setProgress(
  db: Db,
  { workspaceId, mailboxId, change }: AccountKey & { change: Updateable<ImapAccountsTable> },
): Promise<boolean> {
  const row = await db
    .updateTable('imap_accounts')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .where('status', '=', 'active')
    .returning('mailbox_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts a message that was taken in. */
export async function countTaken(db: Db, { workspaceId, mailboxId }: AccountKey): Promise<void> {
  await db
    .updateTable('imap_accounts')
    .set({ taken_count: sql`taken_count + 1` })
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .execute();
}

/** The administrators at work in a workspace. */
export async function listAdminIds(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'active')
    .execute();
  return rows.map((row) => row.user_id);
}
