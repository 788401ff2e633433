import { findPortal } from '@handover/domain/matching/portal-email.ts';
import type { QueryOf } from '@handover/contract/http/endpoint.ts';
import type { listTriage, TriageMail, TriageVerdict } from '@handover/contract/conversations/triage.ts';
import { AppError, notFound } from '#lib/errors.ts';
import type { Keyring } from '#lib/keyring.ts';
import { paginate } from '#lib/pagination.ts';
import { isProgramAddress } from '#lib/mail/text.ts';
import { toExcerpt } from '#lib/text.ts';
import { recordActivity } from '#platform/activities.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { presentAttachments } from './conversations.presenter.ts';
import { listAttachmentRows, type AttachmentRow } from './conversations.queries.ts';
import { notifyReceived, publishMessage, publishTriage } from './message-notices.ts';
import { countReport } from './incoming/delivery-reports.ts';
import { linkCustomers } from './messages.queries.ts';
import {
  countTriage,
  findTriageRow,
  isSenderOfSeveral,
  listTriageRows,
  type LockedMail,
  lockTriageMail,
  type TriageRow,
  updateTriageMail,
} from './triage.queries.ts';

const snippetCharacters = 200;

/** A page of mail from unknown senders, newest first. Throws CURSOR_INVALID. */
export async function listUnknownSenders(
  { db }: Work,
  actor: Member,
  { query, keyring }: { query: QueryOf<typeof listTriage>; keyring: Keyring },
): Promise<{ mails: TriageMail[]; total: number; nextCursor: string | null }> {
  const { shown } = query;
  const { rows, total, nextCursor } = await paginate(keyring, {
    limit: query.limit,
    cursor: query.cursor,
    viewer: actor,
    binding: ['triage', shown],
    fetch: (slice) => listTriageRows(db, actor, { shown, ...slice }),
    count: () => countTriage(db, actor, shown),
    positionOf: (row) => [row.created_at.toISOString(), row.id],
  });
  const messageIds = rows.map((row) => row.id);
  const files = await listAttachmentRows(db, { workspaceId: actor.workspaceId, messageIds });
  return { mails: rows.map((row) => present(actor, row, files)), total, nextCursor };
}

/** Throws NOT_FOUND. */
export async function getUnknownSender({ db }: Work, actor: Member, messageId: string): Promise<TriageMail> {
  const row = await findTriageRow(db, actor, messageId);
  if (row === null) throw notFound('email');
  const files = await listAttachmentRows(db, { workspaceId: actor.workspaceId, messageIds: [messageId] });
  return present(actor, row, files);
}

/**
 * Ignores a message; as spam, all mail of its sender, unless that address, such as that of a web form, sends the mail of
 * several customers. Throws NOT_FOUND.
 */
export async function ignoreUnknownSender(
  work: Work,
  actor: Member,
  { messageId, asSpam }: { messageId: string; asSpam: boolean },
): Promise<TriageMail> {
  const { workspaceId } = actor;
  const fromAddress = (await findTriageRow(work.db, actor, messageId))?.from_address ?? '';
  const isSpam = asSpam && !(await isSenderOfSeveral(work.db, { workspaceId, fromAddress }));
  const rows = await lockUnknownSender(work, actor, {
    messageId,
    ...(isSpam && { othersOfVerdict: null }),
  });
  return setVerdict(work, actor, { messageId, rows, verdict: isSpam ? 'spam' : 'ignored' });
}

/**
 * Moves an ignored message back to triage; for spam, all mail of its sender. Throws NOT_FOUND, RULE_BROKEN.
 */
export async function restoreUnknownSender(
  work: Work,
  actor: Member,
  messageId: string,
): Promise<TriageMail> {
  const row = await findTriageRow(work.db, actor, messageId);
  const isSpam = row?.triage_verdict === 'spam';
  const rows = await lockUnknownSender(work, actor, {
    messageId,
    ...(isSpam && { othersOfVerdict: 'spam' }),
  });
  if (row?.triage_verdict === null) throw new AppError('RULE_BROKEN', 'This email is already in triage.');
  return setVerdict(work, actor, { messageId, rows, verdict: null });
}

/**
 * Locks an email, and its sender's other emails with a verdict, for `assignFromUnknownSender` in the same transaction.
 * Throws NOT_FOUND, also if someone else has just filed it.
 */
export async function lockUnknownSender(
  { db }: Work,
  actor: Member,
  { messageId, othersOfVerdict: verdict }: { messageId: string; othersOfVerdict?: TriageVerdict | null },
): Promise<LockedMail[]> {
  const requested = await findTriageRow(db, actor, messageId);
  if (requested === null) throw notFound('email');
  const { from_address: fromAddress } = requested;
  // Unreadable mail has no sender, so it is handled one message at a time.
  const others = verdict === undefined || fromAddress === '' ? null : { fromAddress, verdict };
  const rows = await lockTriageMail(db, actor, { messageId, others });
  if (!rows.some(({ id }) => id === messageId)) throw notFound('email');
  return rows;
}

/** Whether portals, web forms, or mail servers send from the address for others, so that it belongs to no customer. */
export function isSharedAddress(mail: LockedMail): boolean {
  const { is_report: isReport, has_return_path: hasReturnPath, from_address: address } = mail;
  const isProgram = isProgramAddress(address) || findPortal(address) !== null;
  return isReport || !hasReturnPath || mail.is_sent_for_others || isProgram;
}

/** Adds mail to a customer's conversation, dated when it was received. */
export async function assignFromUnknownSender(
  work: Work,
  actor: Member,
  { rows, customerId }: { rows: readonly LockedMail[]; customerId: string },
): Promise<void> {
  const { workspaceId } = actor;
  await updateTriageMail(work.db, {
    workspaceId,
    rows,
    change: { is_triage: false, triage_verdict: null },
  });
  for (const row of rows) {
    const key = { workspaceId, messageId: row.id };
    await linkCustomers(work.db, { ...key, customerIds: [customerId], now: row.created_at });
    const subject = { kind: 'message', id: row.id } as const;
    const occurredAt = row.created_at;
    const activity = { type: 'email.received', subject, actorId: null, audience: 'mailbox' } as const;
    if (row.is_report) await countReport(work, { workspaceId, customerIds: [customerId] });
    else await recordActivity(work, { workspaceId, customerId, ...activity, occurredAt }, { emails: 1 });
    const ownerId = row.mailbox_owner_id;
    const version = row.version + 1;
    const isForClient = !isSharedAddress(row);
    await publishMessage(work, { ...key, version, customerIds: [customerId], ownerId, isForClient });
  }
  const newest = rows.at(-1);
  if (newest === undefined) return;
  const target = { workspaceId, messageId: newest.id, ownerId: newest.mailbox_owner_id };
  await notifyReceived(work, { ...target, exceptUserId: actor.userId });
  publishTriage(work, { workspaceId, ownerId: newest.mailbox_owner_id });
}

async function setVerdict(
  work: Work,
  actor: Member,
  {
    messageId,
    rows,
    verdict,
  }: { messageId: string; rows: readonly LockedMail[]; verdict: TriageVerdict | null },
): Promise<TriageMail> {
  const { workspaceId } = actor;
  await updateTriageMail(work.db, { workspaceId, rows, change: { triage_verdict: verdict } });
  work.audit({ verdict, mails: rows.length });
  const ownerId = rows.find(({ id }) => id === messageId)?.mailbox_owner_id ?? null;
  publishTriage(work, { workspaceId, ownerId });
  return getUnknownSender(work, actor, messageId);
}

function present(actor: Member, row: TriageRow, files: readonly AttachmentRow[]): TriageMail {
  return {
    id: row.id,
    from: { name: row.from_name, address: row.from_address },
    subject: row.subject,
    snippet: toExcerpt(row.text, snippetCharacters),
    text: row.text,
    hasHtml: row.has_html,
    hasRemoteImages: row.has_remote_images,
    quarantineId: row.quarantine_id,
    isSharedAddress: isSharedAddress(row),
    attachments: presentAttachments(actor, row.id, files),
    receivedAt: row.created_at.toISOString(),
    verdict: row.triage_verdict,
  };
}
