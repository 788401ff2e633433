import { sql, type Insertable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ImapSetAsideTable } from '#db/schema/imap.ts';
import type { AccountKey } from './imap-accounts.queries.ts';

type InFolder = AccountKey & { readonly path: string };

const shownCount = 10;

/** The number of skipped messages, and the newest of them. */
export async function listSkippedMessages(db: Db, { workspaceId, mailboxId }: AccountKey) {
  const rows = await db
    .selectFrom('imap_set_aside')
    .select([
      'path',
      'uid_validity',
      'uid',
      'from_address',
      'subject',
      'received_at',
      'reason',
      'try_at',
      sql<number>`count(*) OVER ()::integer`.as('count'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .orderBy('received_at', 'desc')
    .orderBy('uid', 'desc')
    .limit(shownCount)
    .execute();
  return { count: rows[0]?.count ?? 0, messages: rows };
}

export type SkippedMessage = Awaited<ReturnType<typeof listSkippedMessages>>;

/** Skipped messages due for a retry, oldest first, except those of missing folders. */
export async function listDueSkippedMessages(
  db: Db,
  { workspaceId, mailboxId, now, limit }: AccountKey & { now: Date; limit: number },
) {
  return db
    .selectFrom('imap_set_aside')
    .select(['path', 'uid_validity', 'uid', 'from_address', 'subject', 'received_at', 'tries'])
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .where('try_at', '<=', now)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('imap_folders')
            .select('path')
            .where('workspace_id', '=', workspaceId)
            .where('mailbox_id', '=', mailboxId)
            .whereRef('imap_folders.path', '=', 'imap_set_aside.path')
            .where('missing_since', 'is not', null),
        ),
      ),
    )
    .orderBy('try_at')
    .orderBy('uid')
    .limit(limit)
    .execute();
}

export type DueSkippedMessage = Awaited<ReturnType<typeof listDueSkippedMessages>>[number];

/** Overwrites an earlier entry of the same message. */
export async function insertSkippedMessage(db: Db, row: Insertable<ImapSetAsideTable>): Promise<void> {
  const { workspace_id: _workspace, mailbox_id: _mailbox, path: _path, uid: _uid, ...change } = row;
  await db
    .insertInto('imap_set_aside')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'mailbox_id', 'path', 'uid']).doUpdateSet(change),
    )
    .execute();
}

/** Does nothing if the message was removed from the list in the meantime. */
export async function updateSkippedMessage(db: Db, row: Insertable<ImapSetAsideTable>): Promise<void> {
  const { workspace_id: workspaceId, mailbox_id: mailboxId, path, uid, ...change } = row;
  await db
    .updateTable('imap_set_aside')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .where('path', '=', path)
    .where('uid', '=', uid)
    .execute();
}

/** Whether a message has no automatic retries left. */
export async function isAbandoned(db: Db, { workspaceId, mailboxId }: AccountKey): Promise<boolean> {
  const row = await db
    .selectFrom('imap_set_aside')
    .select('uid')
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .where('try_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function makeSkippedMessagesDue(
  db: Db,
  { workspaceId, mailboxId, now }: AccountKey & { now: Date },
): Promise<void> {
  await db
    .updateTable('imap_set_aside')
    .set({ try_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .execute();
}

/** Returns false if there is no such entry. */
export async function deleteSkippedMessage(
  db: Db,
  { uid, uidValidity, ...folder }: InFolder & { uid: number; uidValidity: number },
): Promise<boolean> {
  const row = await deleteIn(db, folder)
    .where('uid', '=', uid)
    .where('uid_validity', '=', uidValidity)
    .returning('uid')
    .executeTakeFirst();
  return row !== undefined;
}

/** After the server renumbers a folder, the old UIDs are meaningless. */
export async function deleteRenumbered(
  db: Db,
  { uidValidity, ...folder }: InFolder & { uidValidity: number },
): Promise<void> {
  await deleteIn(db, folder).where('uid_validity', '<>', uidValidity).execute();
}

function deleteIn(db: Db, { workspaceId, mailboxId, path }: InFolder) {
  return db
    .deleteFrom('imap_set_aside')
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .where('path', '=', path);
}

/** Records that the connection broke at a message. Returns the number of consecutive breaks. */
export async function recordConnectionBreak(
  db: Db,
  { workspaceId, mailboxId, path, uid }: InFolder & { uid: number },
): Promise<number> {
  const row = await db
    .updateTable('imap_folders')
    .set({
      stuck_uid: uid,
      stuck_tries: sql`CASE WHEN stuck_uid = ${uid} THEN stuck_tries + 1 ELSE 1 END`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .where('path', '=', path)
    .returning('stuck_tries')
    .executeTakeFirst();
  return row?.stuck_tries ?? 0;
}
