import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { isWorkedIn } from '#platform/installation/archived.queries.ts';
import type { AccountKey } from '../imap-accounts.queries.ts';

export type Turn = { readonly workspace_id: string; readonly mailbox_id: string; readonly wakes: number };

/** Makes an account one that is to be read, at once. */
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

/** Nobody reads the account any more: who does so finds its turn gone, and writes nothing. */
export async function revokeLease(db: Db, { workspaceId, mailboxId }: AccountKey): Promise<void> {
  await db
    .deleteFrom('imap_turns')
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .execute();
}

/** Takes turns that are due and that nobody holds, or whose holder is gone; mailboxes of an archived workspace rest. */
export async function claimTurns(
  db: Db,
  { holderId, now, until, limit }: { holderId: string; now: Date; until: Date; limit: number },
): Promise<Turn[]> {
  if (limit <= 0) return [];
  const { rows } = await sql<Turn>`
    UPDATE imap_turns SET holder_id = ${holderId}, held_until = ${until}
    WHERE (workspace_id, mailbox_id) IN (
      SELECT t.workspace_id, t.mailbox_id FROM imap_turns t
      WHERE t.due_at <= ${now} AND (t.held_until IS NULL OR t.held_until <= ${now}) AND ${isWorkedIn('t.workspace_id')}
      ORDER BY t.due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING workspace_id, mailbox_id, wakes`.execute(db);
  return rows;
}

/** Keeps the turns of a holder for longer; returns those that are still theirs. */
export async function renewTurns(
  db: Db,
  { holderId, until }: { holderId: string; until: Date },
): Promise<Turn[]> {
  return db
    .updateTable('imap_turns')
    .set({ held_until: until })
    .where('holder_id', '=', holderId)
    .where(isWorkedIn('imap_turns.workspace_id'))
    .returning(['workspace_id', 'mailbox_id', 'wakes'])
    .execute();
}

/** Gives a turn back, to be taken when it is due; sooner if somebody asked meanwhile. */
export async function returnTurn(
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

/** Whether the turn is still the holder's, and keeps it so until the end of the transaction. */
export async function holdsLease(
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
