import type { EmailDraft, StoredEmailDraft } from '@handover/contract/email-drafts.ts';
import { notFound, staleVersion } from '../../../lib/errors.ts';
import { getCustomerRef } from '../../../platform/customers/customer.queries.ts';
import type { Member } from '../../../platform/session/actor.ts';
import type { Work } from '../../../platform/work.ts';
import { findDraftRow, insertDraft, updateDraft, type DraftRow } from './drafts.queries.ts';

/** The member's own draft to a customer. Throws NOT_FOUND for a customer out of reach. */
export async function getDraft(work: Work, actor: Member, customerId: string): Promise<StoredEmailDraft> {
  await getCustomerRef(work.db, actor, customerId);
  return present(await find(work, actor, customerId));
}

/** Keeps the member's draft. Throws NOT_FOUND, and STALE_VERSION with the draft as it stands. */
export async function saveDraft(
  work: Work,
  actor: Member,
  { customerId, version, content }: { customerId: string; version: number; content: EmailDraft },
): Promise<StoredEmailDraft> {
  await getCustomerRef(work.db, actor, customerId);
  return write(work, actor, { customerId, version, content });
}

/** Empties the member's draft. Throws NOT_FOUND, also for one that is not theirs, and STALE_VERSION with the draft as it stands. */
export async function discardDraft(
  work: Work,
  actor: Member,
  { customerId, version }: { customerId: string; version: number },
): Promise<StoredEmailDraft> {
  await getCustomerRef(work.db, actor, customerId);
  if ((await find(work, actor, customerId)) === null) throw notFound('draft');
  return write(work, actor, { customerId, version, content: null });
}

/** Empties the draft that was sent. One that was changed elsewhere since stays. */
export async function emptySentDraft(
  work: Work,
  actor: Member,
  { customerId, version }: { customerId: string; version: number },
): Promise<void> {
  const row = await find(work, actor, customerId);
  if (row === null) return;
  const isSent = await updateDraft(work.db, actor, { id: row.id, version, content: null, now: work.now });
  if (isSent) publish(work, actor, { customerId, id: row.id, version: version + 1 });
}

type Change = {
  readonly customerId: string;
  readonly version: number;
  readonly content: EmailDraft | null;
};

async function write(
  work: Work,
  actor: Member,
  { customerId, version, content }: Change,
): Promise<StoredEmailDraft> {
  const { db, now } = work;
  const { workspaceId, userId } = actor;
  const row = await find(work, actor, customerId);
  const isCurrent =
    row !== null
      ? await updateDraft(db, actor, { id: row.id, version, content, now })
      : version === 0 &&
        content !== null &&
        (await insertDraft(db, { workspaceId, userId, customerId }, { content, now }));
  const stands = await find(work, actor, customerId);
  if (!isCurrent) throw staleVersion(present(stands));
  if (stands !== null) publish(work, actor, { customerId, id: stands.id, version: stands.version });
  return present(stands);
}

function find({ db }: Work, { workspaceId, userId }: Member, customerId: string): Promise<DraftRow | null> {
  return findDraftRow(db, { workspaceId, userId, customerId });
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
