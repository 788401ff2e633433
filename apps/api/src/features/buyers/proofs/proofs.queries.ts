import type { BlockedState } from '#adapters/storage/storage.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

type Key = { readonly workspaceId: string; readonly buyerId: string };

export async function insertProof(
  db: Db,
  row: {
    workspace_id: string;
    id: string;
    buyer_id: string;
    amount_cents: number;
    dated_on: string;
    document_id: string;
    sent_at: Date;
  },
): Promise<void> {
  await db.insertInto('buyer_proofs').values(row).execute();
}

export type SentProof = {
  readonly id: string;
  readonly amount_cents: number;
  readonly dated_on: string;
  readonly document_id: string;
  readonly is_deleted: boolean;
  /** Why the file cannot be opened; null if it can. */
  readonly blocked: BlockedState | null;
};

/** The proof that is waiting for the broker, with the state of its file, locked until the transaction ends; or null. */
export async function lockSentProof(db: Db, { workspaceId, buyerId }: Key): Promise<SentProof | null> {
  const { rows } = await sql<SentProof>`
    SELECT p.id, p.amount_cents, p.dated_on::text AS dated_on, p.document_id, documents.deleted_at IS NOT NULL AS is_deleted,
      (SELECT blocked FROM stored_objects WHERE stored_objects.id = files.object_id) AS blocked
    FROM buyer_proofs AS p
      JOIN documents ON documents.workspace_id = p.workspace_id AND documents.id = p.document_id
      JOIN files ON files.workspace_id = documents.workspace_id AND files.id = documents.file_id
    WHERE p.workspace_id = ${workspaceId} AND p.buyer_id = ${buyerId} AND p.state = 'sent'
    FOR UPDATE OF p`.execute(db);
  return rows[0] ?? null;
}

/** Returns a waiting proof with a reason, or accepts it without one. */
export async function decideProof(
  db: Db,
  {
    workspaceId,
    proofId,
    reason,
    userId,
    now,
  }: { workspaceId: string; proofId: string; reason: string | null; userId: string; now: Date },
): Promise<void> {
  await db
    .updateTable('buyer_proofs')
    .set({ state: reason === null ? 'accepted' : 'returned', reason, decided_by: userId, decided_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', proofId)
    .execute();
}

/** The login of a buyer, or null. */
export async function findCustomerLogin(
  db: Db,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('customers')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .executeTakeFirst();
  return row?.user_id ?? null;
}
