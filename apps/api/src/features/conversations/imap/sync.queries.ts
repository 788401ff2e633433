import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ImapAccountsTable, ImapFoldersTable } from '#db/schema/imap.ts';
import { isActiveWorkspace } from '#platform/installation/archived.queries.ts';
import type { AccountKey } from './imap-accounts.queries.ts';

/**
 * Updates sync state without raising the version, since no form edits it. Returns false unless the account is
 * active.
 */
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

export async function countImported(db: Db, { workspaceId, mailboxId }: AccountKey): Promise<void> {
  await db
    .updateTable('imap_accounts')
    .set({ taken_count: sql`taken_count + 1` })
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .execute();
}

export type FolderRow = {
  path: string;
  role: 'inbox' | 'sent' | 'other';
  uid_validity: number | null;
  last_uid: number;
  read_validity: number | null;
  missing_since: Date | null;
};

/** The selected folders, inbox first. */
export async function listFolders(db: Db, { workspaceId, mailboxId }: AccountKey): Promise<FolderRow[]> {
  return db
    .selectFrom('imap_folders')
    .select(['path', 'role', 'uid_validity', 'last_uid', 'read_validity', 'missing_since'])
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .orderBy('role')
    .orderBy('path')
    .execute();
}

/** Replaces the selected folders; those already selected keep their position. */
export async function replaceFolders(
  db: Db,
  {
    workspaceId,
    mailboxId,
    folders,
  }: AccountKey & { folders: readonly Pick<Insertable<ImapFoldersTable>, 'path' | 'role'>[] },
): Promise<void> {
  await db
    .deleteFrom('imap_folders')
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .$if(folders.length > 0, (rows) =>
      rows.where(
        'path',
        'not in',
        folders.map(({ path }) => path),
      ),
    )
    .execute();
  if (folders.length === 0) return;
  await db
    .insertInto('imap_folders')
    .values(folders.map((folder) => ({ ...folder, workspace_id: workspaceId, mailbox_id: mailboxId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Within one `uidValidity` the position only moves forward. */
export async function moveFolder(
  db: Db,
  {
    workspaceId,
    mailboxId,
    path,
    uidValidity,
    lastUid,
  }: AccountKey & { path: string; uidValidity: number; lastUid: number },
): Promise<void> {
  await db
    .updateTable('imap_folders')
    .set({ uid_validity: uidValidity, last_uid: lastUid })
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .where('path', '=', path)
    .where((eb) =>
      eb.or([
        eb('uid_validity', 'is', null),
        eb('uid_validity', '<>', uidValidity),
        eb('last_uid', '<', lastUid),
      ]),
    )
    .execute();
}

export async function setFolderRead(
  db: Db,
  { workspaceId, mailboxId, path, uidValidity }: AccountKey & { path: string; uidValidity: number },
): Promise<void> {
  await db
    .updateTable('imap_folders')
    .set({ read_validity: uidValidity })
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .where('path', '=', path)
    .execute();
}

export async function setFolderMissing(
  db: Db,
  { workspaceId, mailboxId, path, since }: AccountKey & { path: string; since: Date | null },
): Promise<void> {
  await db
    .updateTable('imap_folders')
    .set({ missing_since: since })
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .where('path', '=', path)
    .execute();
}

export type SyncLease = {
  readonly workspace_id: string;
  readonly mailbox_id: string;
  readonly wakes: number;
};

/** Frees the account's lease and makes it due now. */
export async function releaseLease(
  db: Db,
  { workspaceId, mailboxId, now }: AccountKey & { now: Date },
): Promise<void> {
  await db
    .insertInto('imap_turns')
    .values({
      workspace_id: workspaceId,
      mailbox_id: mailboxId,
      due_at: now,
      holder_id: null,
      held_until: null,
    })
    .onConflict((conflict) =>
      conflict.column('mailbox_id').doUpdateSet({ due_at: now, wakes: sql`imap_turns.wakes + 1` }),
    )
    .execute();
}

/** Deletes the lease, so that the current holder can no longer write. */
export async function revokeLease(db: Db, { workspaceId, mailboxId }: AccountKey): Promise<void> {
  await db
    .deleteFrom('imap_turns')
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .execute();
}

const isDue = (now: Date) =>
  sql`t.due_at <= ${now} AND (t.held_until IS NULL OR t.held_until <= ${now}) AND ${isActiveWorkspace('t.workspace_id')}`;

/** How many leases could be claimed. */
export async function countDueLeases(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM imap_turns t WHERE ${isDue(now)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Claims due leases that are free or expired, except in archived workspaces. */
export async function claimLeases(
  db: Db,
  { holderId, now, until, limit }: { holderId: string; now: Date; until: Date; limit: number },
): Promise<SyncLease[]> {
  if (limit <= 0) return [];
  const { rows } = await sql<SyncLease>`
    UPDATE imap_turns SET holder_id = ${holderId}, held_until = ${until}
    WHERE (workspace_id, mailbox_id) IN (
      SELECT t.workspace_id, t.mailbox_id FROM imap_turns t
      WHERE ${isDue(now)}
      ORDER BY t.due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING workspace_id, mailbox_id, wakes`.execute(db);
  return rows;
}

/** Extends the holder's leases and returns those still held. */
export async function extendLeases(
  db: Db,
  { holderId, until }: { holderId: string; until: Date },
): Promise<SyncLease[]> {
  return db
    .updateTable('imap_turns')
    .set({ held_until: until })
    .where('holder_id', '=', holderId)
    .where(isActiveWorkspace('imap_turns.workspace_id'))
    .returning(['workspace_id', 'mailbox_id', 'wakes'])
    .execute();
}

/** Frees a lease until `dueAt`, or sooner if a sync has since been requested. */
export async function returnLease(
  db: Db,
  {
    workspaceId,
    mailboxId,
    holderId,
    wakes,
    dueAt,
  }: AccountKey & { holderId: string; wakes: number; dueAt: Date },
): Promise<void> {
  await db
    .updateTable('imap_turns')
    .set({
      holder_id: null,
      held_until: null,
      due_at: sql`CASE WHEN wakes = ${wakes} THEN ${dueAt} ELSE due_at END`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .where('holder_id', '=', holderId)
    .execute();
}

/** Whether the holder still has the lease; locks it until the end of the transaction. */
export async function hasLease(
  db: Db,
  { workspaceId, mailboxId, holderId }: AccountKey & { holderId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('imap_turns')
    .select('mailbox_id')
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .where('holder_id', '=', holderId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}
