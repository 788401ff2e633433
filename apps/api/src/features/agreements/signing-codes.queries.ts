import type { Insertable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { SigningSessionsTable } from '#db/schema/agreements.ts';

type Key = { readonly workspaceId: string; readonly linkId: string };

export async function insertCode(db: Db, row: Insertable<SigningSessionsTable>): Promise<void> {
  await db.insertInto('signing_sessions').values(row).execute();
}

/** The latest code of a link, unless it was used or is too old. */
export async function findSentCode(
  db: Db,
  { workspaceId, linkId, now }: Key & { now: Date },
): Promise<{ id: string; code_signature: string } | null> {
  const row = await db
    .selectFrom('signing_sessions')
    .select(['id', 'code_signature', 'token_hash', 'code_expires_at'])
    .where('workspace_id', '=', workspaceId)
    .where('link_id', '=', linkId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined || row.token_hash !== null || row.code_expires_at <= now ? null : row;
}

/** Starts the session of a code; false if it was started before. */
export async function startSession(
  db: Db,
  { workspaceId, id, tokenHash }: { workspaceId: string; id: string; tokenHash: Buffer },
): Promise<boolean> {
  const row = await db
    .updateTable('signing_sessions')
    .set({ token_hash: tokenHash })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('token_hash', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasSession(
  db: Db,
  { workspaceId, linkId, tokenHash }: Key & { tokenHash: Buffer },
): Promise<boolean> {
  const row = await db
    .selectFrom('signing_sessions')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('link_id', '=', linkId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row !== undefined;
}
