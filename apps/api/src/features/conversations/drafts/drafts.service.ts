import type { EmailDraft, StoredEmailDraft, PendingEmailDraft } from '@handover/contract/email-drafts.ts';
import { notFound, staleVersion } from '#lib/errors.ts';
import { getCustomerRef } from '#platform/customers/customer.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { isThreadOf } from '../conversations.queries.ts';
import {
  findDraftRow,
  insertDraft,
  listPendingDrafts,
  updateDraft,
  type DraftKey,
  type DraftRow,
} from './drafts.queries.ts';

/** One among the member's own drafts to a customer; without a thread, that of a new e-mail. */
export type DraftOf = { readonly customerId: string; readonly threadId?: string | undefined };

/** The member's own drafts to a customer that wait, the one changed last first. Throws NOT_FOUND for a customer out of reach. */
export async function listDrafts(
  work: Work,
  actor: Member,
  customerId: string,
): Promise<PendingEmailDraft[]> {
  await getCustomerRef(work.db, actor, customerId);
  const { workspaceId, userId } = actor;
  const rows = await listPendingDrafts(work.db, { workspaceId, userId, customerId });
  return rows
    .toSorted((one, other) => other.updated_at.getTime() - one.updated_at.getTime())
    .map((row) => ({
      threadId: row.thread_id,
      subject: row.subject,
      replyToId: row.reply_to_id,
      version: row.version,
      updatedAt: row.updated_at.toISOString(),
    }));
}

/** A draft of the member's own. Throws NOT_FOUND for a customer out of reach. */
export async function getDraft(work: Work, actor: Member, of: DraftOf): Promise<StoredEmailDraft> {
  await getCustomerRef(work.db, actor, of.customerId);
  return present(await find(work, actor, of));
}

/** Keeps the member's draft. Throws NOT_FOUND, also for a thread out of reach, and STALE_VERSION with the draft as it stands. */
export async function saveDraft(
  work: Work,
  actor: Member,
  { version, content, ...of }: DraftOf & { version: number; content: EmailDraft },
): Promise<StoredEmailDraft> {
  const { customerId, threadId } = of;
  await getCustomerRef(work.db, actor, customerId);
  if (threadId !== undefined && !(await isThreadOf(work.db, actor, { customerId, threadId })))
    throw notFound('thread');
  return write(work, actor, { of, version, content });
}

/** Empties the member's draft. Throws NOT_FOUND, also for one that is not theirs, and STALE_VERSION with the draft as it stands. */
export async function discardDraft(
  work: Work,
  actor: Member,
  { version, ...of }: DraftOf & { version: number },
): Promise<StoredEmailDraft> {
  await getCustomerRef(work.db, actor, of.customerId);
  if ((await find(work, actor, of)) === null) throw notFound('draft');
  return write(work, actor, { of, version, content: null });
}

/** Empties the draft that was sent. One that was changed elsewhere since stays. */
export async function emptySentDraft(
  work: Work,
  actor: Member,
  { version, ...of }: DraftOf & { version: number },
): Promise<void> {
  const row = await find(work, actor, of);
  if (row === null) return;
  const isSent = await updateDraft(work.db, actor, { id: row.id, version, content: null, now: work.now });
  if (isSent) publish(work, actor, { ...of, id: row.id, version: version + 1 });
}

type Change = { readonly of: DraftOf; readonly version: number; readonly content: EmailDraft | null };

async function write(work: Work, actor: Member, { of, version, content }: Change): Promise<StoredEmailDraft> {
  const { db, now } = work;
  const row = await find(work, actor, of);
  const isCurrent =
    row !== null
      ? await updateDraft(db, actor, { id: row.id, version, content, now })
      : version === 0 && content !== null && (await insertDraft(db, keyOf(actor, of), { content, now }));
  const stands = await find(work, actor, of);
  if (!isCurrent) throw staleVersion(present(stands));
  if (stands !== null) publish(work, actor, { ...of, id: stands.id, version: stands.version });
  return present(stands);
}

function find({ db }: Work, actor: Member, of: DraftOf): Promise<DraftRow | null> {
  return findDraftRow(db, keyOf(actor, of));
}

function keyOf({ workspaceId, userId }: Member, { customerId, threadId }: DraftOf): DraftKey {
  return { workspaceId, userId, customerId, threadId: threadId ?? null };
}

/** Only the writer's own browsers hear of it. */
function publish(
  work: Work,
  { workspaceId, userId }: Member,
  { customerId, id, version }: { customerId: string; id: string; version: number },
): void {
  work.publish({ workspaceId, userId, noun: 'draft', id, customerId, version });
}

function present(row: DraftRow | null): StoredEmailDraft {
  if (row === null) return { version: 0, content: null, updatedAt: null };
  return { version: row.version, content: row.content, updatedAt: row.updated_at.toISOString() };
}
