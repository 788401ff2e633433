import type { EmailDraft } from '@handover/contract/email-drafts.ts';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../lib/ids.ts';

/** Drafts belong to one writer: no statement goes without their id. */
export type DraftKey = { readonly workspaceId: string; readonly userId: string; readonly customerId: string };

export type DraftRow = { id: string; content: EmailDraft | null; version: number; updated_at: Date };

/** The writer's draft to a customer, or to one merged into them where there is none of their own; else what is left of the last one. */
export async function findDraftRow(
  db: Db,
  { workspaceId, userId, customerId }: DraftKey,
): Promise<DraftRow | null> {
  const row = await db
    .selectFrom('email_drafts')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'email_drafts.workspace_id')
        .onRef('customers.id', '=', 'email_drafts.customer_id'),
    )
    .select(['email_drafts.id', 'email_drafts.content', 'email_drafts.version', 'email_drafts.updated_at'])
    .where('email_drafts.workspace_id', '=', workspaceId)
    .where('email_drafts.user_id', '=', userId)
    .where((eb) => eb.or([eb('customers.id', '=', customerId), eb('customers.merged_into', '=', customerId)]))
    .where((eb) => eb.or([eb('customers.id', '=', customerId), eb('email_drafts.content', 'is not', null)]))
    .orderBy(sql`email_drafts.content IS NULL`)
    .orderBy(sql`customers.id <> ${customerId}`)
    .orderBy('email_drafts.updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** False where there is one already. */
export async function insertDraft(
  db: Db,
  { workspaceId, userId, customerId }: DraftKey,
  { content, now }: { content: EmailDraft; now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('email_drafts')
    .values({
      workspace_id: workspaceId,
      customer_id: customerId,
      user_id: userId,
      id: newId(),
      content: JSON.stringify(content),
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes a draft, or empties it with null; false when the version was not the current one. */
export async function updateDraft(
  db: Db,
  { workspaceId, userId }: Pick<DraftKey, 'workspaceId' | 'userId'>,
  { id, version, content, now }: { id: string; version: number; content: EmailDraft | null; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('email_drafts')
    .set((eb) => ({
      content: content === null ? null : JSON.stringify(content),
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
