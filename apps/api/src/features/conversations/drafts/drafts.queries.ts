import type { EmailDraft } from '@handover/contract/email-drafts.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { newId } from '#lib/ids.ts';

/** Drafts belong to one writer: no statement goes without their id. */
type Writer = { readonly workspaceId: string; readonly userId: string };

/** One among the writer's drafts to a customer; without a thread, that of a new e-mail. */
export type DraftKey = Writer & { readonly customerId: string; readonly threadId: string | null };

export type DraftRow = { id: string; content: EmailDraft | null; version: number; updated_at: Date };

export type PendingDraftRow = {
  thread_id: string | null;
  subject: string;
  reply_to_id: string | null;
  version: number;
  updated_at: Date;
};

/** The writer's draft to a customer, or to one merged into them where there is none of their own; else what is left of the last one. */
export async function findDraftRow(db: Db, { threadId, ...whose }: DraftKey): Promise<DraftRow | null> {
  const { customerId } = whose;
  const row = await draftsTo(db, whose)
    .select(['email_drafts.id', 'email_drafts.content', 'email_drafts.version', 'email_drafts.updated_at'])
    .where('email_drafts.thread_id', 'is not distinct from', threadId)
    .where((eb) => eb.or([eb('customers.id', '=', customerId), eb('email_drafts.content', 'is not', null)]))
    .orderBy(sql`email_drafts.content IS NULL`)
    .orderBy(sql`customers.id <> ${customerId}`)
    .orderBy('email_drafts.updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Those of the writer's drafts that `findDraftRow` finds with something in them, one for each thread. */
export async function listPendingDrafts(
  db: Db,
  whose: Omit<DraftKey, 'threadId'>,
): Promise<PendingDraftRow[]> {
  return draftsTo(db, whose)
    .distinctOn('email_drafts.thread_id')
    .select([
      'email_drafts.thread_id',
      sql<string>`email_drafts.content ->> 'subject'`.as('subject'),
      sql<string | null>`email_drafts.content #>> '{replyTo,id}'`.as('reply_to_id'),
      'email_drafts.version',
      'email_drafts.updated_at',
    ])
    .where('email_drafts.content', 'is not', null)
    .orderBy('email_drafts.thread_id')
    .orderBy(sql`customers.id <> ${whose.customerId}`)
    .orderBy('email_drafts.updated_at', 'desc')
    .execute();
}

/** False where there is one already. */
export async function insertDraft(
  db: Db,
  { workspaceId, userId, customerId, threadId }: DraftKey,
  { content, now }: { content: EmailDraft; now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('email_drafts')
    .values({
      workspace_id: workspaceId,
      customer_id: customerId,
      user_id: userId,
      id: newId(),
      thread_id: threadId,
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
  { workspaceId, userId }: Writer,
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

/** The writer's drafts to a customer and to those merged into them. */
function draftsTo(db: Db, { workspaceId, userId, customerId }: Omit<DraftKey, 'threadId'>) {
  return db
    .selectFrom('email_drafts')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'email_drafts.workspace_id')
        .onRef('customers.id', '=', 'email_drafts.customer_id'),
    )
    .where('email_drafts.workspace_id', '=', workspaceId)
    .where('email_drafts.user_id', '=', userId)
    .where((eb) =>
      eb.or([eb('customers.id', '=', customerId), eb('customers.merged_into', '=', customerId)]),
    );
}
