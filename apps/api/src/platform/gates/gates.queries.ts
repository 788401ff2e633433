import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { newId } from '#lib/ids.ts';

/** The record that a gate belongs to: the column of `gate_confirmations` that names it, and its id. */
export type GateSubject = {
  readonly workspaceId: string;
  readonly column: 'business_id' | 'deal_id';
  readonly id: string;
};

/** The confirmations and overrides in force. */
export function listConfirmations(db: Db, { workspaceId, column, id }: GateSubject) {
  return db
    .selectFrom('gate_confirmations')
    .innerJoin('users', 'users.id', 'gate_confirmations.user_id')
    .select([
      'gate_confirmations.requirement',
      'gate_confirmations.kind',
      'gate_confirmations.note',
      'gate_confirmations.user_id',
      'gate_confirmations.created_at',
      'users.display_name',
    ])
    .where('gate_confirmations.workspace_id', '=', workspaceId)
    .where(`gate_confirmations.${column}`, '=', id)
    .where('gate_confirmations.withdrawn_at', 'is', null)
    .execute();
}

export type ConfirmationRow = Awaited<ReturnType<typeof listConfirmations>>[number];

/** Adds a confirmation, replacing the current one for the same requirement. */
export async function insertConfirmation(
  db: Db,
  { workspaceId, column, id }: GateSubject,
  {
    now,
    ...row
  }: Pick<ConfirmationRow, 'requirement' | 'kind' | 'note' | 'user_id'> & { readonly now: Date },
): Promise<void> {
  await withdrawConfirmation(db, { workspaceId, column, id }, { requirement: row.requirement, now });
  await db
    .insertInto('gate_confirmations')
    .values({
      ...row,
      workspace_id: workspaceId,
      id: newId(),
      business_id: null,
      deal_id: null,
      [column]: id,
      created_at: now,
      withdrawn_at: null,
    })
    .execute();
}

/** Ends the confirmation in force; false if there is none. */
export async function withdrawConfirmation(
  db: Db,
  { workspaceId, column, id }: GateSubject,
  { requirement, now }: { readonly requirement: string; readonly now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('gate_confirmations')
    .set({ withdrawn_at: now })
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`${sql.ref(column)} = ${id}`)
    .where('requirement', '=', requirement)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
