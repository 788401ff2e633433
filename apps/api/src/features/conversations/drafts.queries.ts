import type { EmailDraft } from '@handover/contract/conversations/email-drafts.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { newId } from '#lib/ids.ts';

/** Drafts are private to their writer, so every statement filters by writer. */
type Writer = { readonly workspaceId: string; readonly userId: string };

/** One draft per customer and thread; a null thread is a new email. */
export type DraftKey = Writer & { readonly customerId: string; readonly threadId: string | null };

export type DraftRow = { id: string; content: EmailDraft | null; version: number; updated_at: Date };

type PendingDraftRow = {
  thread_id: string | null;
  subject: string;
  reply_to_id: string | null;
  version: number;
  updated_at: Date;
};

/** The writer's draft to the customer, else one to a customer merged into them, else the emptied row. */
export async function findDraftRow(db: Db, { threadId, ...writer }: DraftKey): Promise<DraftRow | null> {
  const { customerId } = writer;
  const row = await selectDrafts(db, writer)
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

/** The writer's non-empty drafts, one per thread. */
export async function listPendingDrafts(
  db: Db,
  writer: Omit<DraftKey, 'threadId'>,
): Promise<PendingDraftRow[]> {
  return selectDrafts(db, writer)
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
    .orderBy(sql`customers.id <> ${writer.customerId}`)
    .orderBy('email_drafts.updated_at', 'desc')
    .execute();
}

/** Returns false when a draft already exists. */
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

/** Null content empties the draft. Returns false for a stale version. */
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

/** Includes drafts to customers merged into this one. */
function selectDrafts(db: Db, { workspaceId, userId, customerId }: Omit<DraftKey, 'threadId'>) {
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

type SignatureRow = { html: string; version: number };

export async function findSignature(db: Db, userId: string): Promise<SignatureRow | null> {
  const row = await db
    .selectFrom('signatures')
    .select(['html', 'version'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** `version` is the version read, 0 for none. Returns false when it is stale. */
export async function storeSignature(
  db: Db,
  { userId, html, version, now }: { userId: string; html: string; version: number; now: Date },
): Promise<boolean> {
  const row =
    version === 0
      ? await db
          .insertInto('signatures')
          .values({ user_id: userId, html, updated_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .returning('user_id')
          .executeTakeFirst()
      : await db
          .updateTable('signatures')
          .set((eb) => ({ html, version: eb('version', '+', 1), updated_at: now }))
          .where('user_id', '=', userId)
          .where('version', '=', version)
          .returning('user_id')
          .executeTakeFirst();
  return row !== undefined;
}
