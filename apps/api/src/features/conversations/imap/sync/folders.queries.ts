import type { Insertable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ImapFoldersTable } from '#db/schema/imap.ts';
import type { AccountKey } from '../imap-accounts.queries.ts';

export type FolderRow = {
  path: string;
  role: 'inbox' | 'sent' | 'other';
  uid_validity: number | null;
  last_uid: number;
};

/** The folders that mail is taken from, the inbox first. */
export async function listFolders(db: Db, { workspaceId, mailboxId }: AccountKey): Promise<FolderRow[]> {
  return db
    .selectFrom('imap_folders')
    .select(['path', 'role', 'uid_validity', 'last_uid'])
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .orderBy('role')
    .orderBy('path')
    .execute();
}

/** Makes these the folders that mail is taken from; those that were so before keep their position. */
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

/** Writes how far a folder is read. Within one `uidValidity` it only moves on. */
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
