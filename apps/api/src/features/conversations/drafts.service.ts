import type {
  EmailDraft,
  PendingEmailDraft,
  Signature,
  StoredEmailDraft,
} from '@handover/contract/conversations/email-drafts.ts';
import { invalidField, notFound, staleVersion } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { isManageableHtml, toSafeHtml } from '#lib/mail/html.ts';
import { toPlainText } from '#lib/mail/text.ts';
import { isCustomerThread } from './conversations.queries.ts';
import {
  type DraftKey,
  type DraftRow,
  findDraftRow,
  findSignature,
  insertDraft,
  listPendingDrafts,
  storeSignature,
  updateDraft,
} from './drafts.queries.ts';
import { getActiveCustomer, getCustomerRef } from '#features/customers/customers.public.ts';

/** One of the member's own drafts to a customer; without a thread, a new email. */
type DraftTarget = { readonly customerId: string; readonly threadId?: string | undefined };

/** The member's non-empty drafts to a customer, last changed first. Throws NOT_FOUND. */
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

/** Throws NOT_FOUND. */
export async function getDraft(work: Work, actor: Member, target: DraftTarget): Promise<StoredEmailDraft> {
  await getCustomerRef(work.db, actor, target.customerId);
  return present(await find(work, actor, target));
}

/** Throws NOT_FOUND, also for the thread, and STALE_VERSION with the current draft. */
export async function saveDraft(
  work: Work,
  actor: Member,
  { version, content, ...target }: DraftTarget & { version: number; content: EmailDraft },
): Promise<StoredEmailDraft> {
  const { customerId, threadId } = target;
  await getActiveCustomer(work.db, actor, customerId);
  if (threadId !== undefined && !(await isCustomerThread(work.db, actor, { customerId, threadId })))
    throw notFound('thread');
  return write(work, actor, { target, version, content });
}

/** Empties the draft. Throws NOT_FOUND, also for the draft, and STALE_VERSION with the current draft. */
export async function discardDraft(
  work: Work,
  actor: Member,
  { version, ...target }: DraftTarget & { version: number },
): Promise<StoredEmailDraft> {
  await getCustomerRef(work.db, actor, target.customerId);
  if ((await find(work, actor, target)) === null) throw notFound('draft');
  return write(work, actor, { target, version, content: null });
}

/** Empties the draft of a sent email, unless it was changed on another device since. */
export async function clearSentDraft(
  work: Work,
  actor: Member,
  { version, ...target }: DraftTarget & { version: number },
): Promise<void> {
  const row = await find(work, actor, target);
  if (row === null) return;
  const isEmptied = await updateDraft(work.db, actor, { id: row.id, version, content: null, now: work.now });
  if (isEmptied) publish(work, actor, { ...target, id: row.id, version: version + 1 });
}

type Change = { readonly target: DraftTarget; readonly version: number; readonly content: EmailDraft | null };

async function write(
  work: Work,
  actor: Member,
  { target, version, content }: Change,
): Promise<StoredEmailDraft> {
  const { db, now } = work;
  const row = await find(work, actor, target);
  const isCurrent =
    row !== null
      ? await updateDraft(db, actor, { id: row.id, version, content, now })
      : version === 0 &&
        content !== null &&
        (await insertDraft(db, toDraftKey(actor, target), { content, now }));
  const current = await find(work, actor, target);
  if (!isCurrent) throw staleVersion(present(current));
  if (current !== null) publish(work, actor, { ...target, id: current.id, version: current.version });
  return present(current);
}

function find({ db }: Work, actor: Member, target: DraftTarget): Promise<DraftRow | null> {
  return findDraftRow(db, toDraftKey(actor, target));
}

function toDraftKey({ workspaceId, userId }: Member, { customerId, threadId }: DraftTarget): DraftKey {
  return { workspaceId, userId, customerId, threadId: threadId ?? null };
}

/** Sent only to the writer's own browsers. */
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

/** A user has one signature for all workspaces. */
export async function getSignature({ db }: Work, userId: string): Promise<Signature> {
  return (await findSignature(db, userId)) ?? { html: '', version: 0 };
}

/**
 * Sanitizes and stores the HTML; HTML without text removes the signature. Throws INVALID_INPUT, and
 * STALE_VERSION with the current signature.
 */
export async function updateSignature(
  work: Work,
  userId: string,
  { html, version }: { html: string; version: number },
): Promise<Signature> {
  if (!isManageableHtml(html))
    throw invalidField('html', 'This signature has too much formatting. Simplify it and try again.');
  const safe = toSafeHtml(html).html;
  const stored = toPlainText(safe) === '' ? '' : safe;
  const isCurrent = await storeSignature(work.db, { userId, html: stored, version, now: work.now });
  const signature = await getSignature(work, userId);
  if (!isCurrent) throw staleVersion(signature);
  return signature;
}
