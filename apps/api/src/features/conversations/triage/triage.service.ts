import type { QueryOf } from '@handover/contract/endpoint.ts';
import type { listTriage, TriageMail, TriageVerdict } from '@handover/contract/triage.ts';
import { AppError, notFound } from '#lib/errors.ts';
import type { Keyring } from '#lib/keyring.ts';
import { paginate } from '#lib/pagination.ts';
import { excerpt } from '#lib/text.ts';
import { recordActivity } from '#platform/activities.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { presentAttachments } from '../conversations.presenter.ts';
import { listAttachmentRows, type AttachmentRow } from '../conversations.queries.ts';
import { publishMessage, publishTriage } from '../message-notices.ts';
import { linkCustomers, updateMessage } from '../messages.queries.ts';
import { notifyReceived } from '../notices/mail-notifications.ts';
import {
  countTriage,
  findTriageRow,
  listTriageRows,
  lockMailOfSender,
  type TriageRow,
} from './triage.queries.ts';

const snippetCharacters = 200;

/** A page of the mail of unknown senders, newest first. Throws CURSOR_INVALID. */
export async function listUnknownSenders(
  { db }: Work,
  actor: Member,
  { query, keyring }: { query: QueryOf<typeof listTriage>; keyring: Keyring },
): Promise<{ mails: TriageMail[]; total: number; nextCursor: string | null }> {
  const { shown } = query;
  const { rows, total, nextCursor } = await paginate(keyring, {
    limit: query.limit,
    cursor: query.cursor,
    binding: ['triage', actor.workspaceId, actor.userId, actor.scope, shown],
    fetch: (slice) => listTriageRows(db, actor, { shown, ...slice }),
    count: () => countTriage(db, actor, shown),
    positionOf: (row) => [row.created_at.toISOString(), row.id],
  });
  const messageIds = rows.map((row) => row.id);
  const files = await listAttachmentRows(db, { workspaceId: actor.workspaceId, messageIds });
  return { mails: rows.map((row) => present(row, files)), total, nextCursor };
}

/** One mail of an unknown sender. Throws NOT_FOUND. */
export async function getUnknownSender({ db }: Work, actor: Member, messageId: string): Promise<TriageMail> {
  const row = await findTriageRow(db, actor, messageId);
  if (row === null) throw notFound('e-mail');
  const files = await listAttachmentRows(db, { workspaceId: actor.workspaceId, messageIds: [messageId] });
  return present(row, files);
}

/** Puts a mail aside; as spam, all mail of its sender. Throws NOT_FOUND. */
export async function ignoreUnknownSender(
  work: Work,
  actor: Member,
  { messageId, asSpam }: { messageId: string; asSpam: boolean },
): Promise<TriageMail> {
  const rows = await lockUnknownSender(work, actor, { messageId, isWhole: asSpam });
  return judge(work, actor, { messageId, rows, verdict: asSpam ? 'spam' : 'ignored' });
}

/** Lets an ignored mail wait again; for spam, all mail of its sender. Throws NOT_FOUND, RULE_BROKEN. */
export async function restoreUnknownSender(
  work: Work,
  actor: Member,
  messageId: string,
): Promise<TriageMail> {
  const row = await findTriageRow(work.db, actor, messageId);
  const isSpam = row?.triage_verdict === 'spam';
  const rows = await lockUnknownSender(work, actor, { messageId, isWhole: isSpam });
  if (row?.triage_verdict === null) throw new AppError('RULE_BROKEN', 'This e-mail is waiting already.');
  const ofVerdict = rows.filter(({ triage_verdict: verdict }) => verdict === row?.triage_verdict);
  return judge(work, actor, { messageId, rows: ofVerdict, verdict: null });
}

/**
 * The mail of a sender, to be filed by `fileFromUnknownSender` in the same transaction. Throws NOT_FOUND, also when
 * somebody else has just filed it.
 */
export async function lockUnknownSender(
  { db }: Work,
  actor: Member,
  { messageId, isWhole }: { messageId: string; isWhole: boolean },
): Promise<TriageRow[]> {
  const asked = await findTriageRow(db, actor, messageId);
  if (asked === null) throw notFound('e-mail');
  const rows = await lockMailOfSender(db, actor, { fromAddress: asked.from_address });
  // What could not be read has no sender: each such mail stands for itself.
  const wanted = isWhole && asked.from_address !== '' ? rows : rows.filter(({ id }) => id === messageId);
  if (!wanted.some(({ id }) => id === messageId)) throw notFound('e-mail');
  return wanted;
}

/** Puts mail into the conversation with a customer, at the time it came. */
export async function fileFromUnknownSender(
  work: Work,
  actor: Member,
  { rows, customerId }: { rows: readonly TriageRow[]; customerId: string },
): Promise<void> {
  const { workspaceId } = actor;
  for (const row of rows) {
    await change(work, { workspaceId, row }, { is_triage: false, triage_verdict: null });
    const key = { workspaceId, messageId: row.id };
    await linkCustomers(work.db, { ...key, customerIds: [customerId], now: row.created_at });
    const subject = { kind: 'message', id: row.id } as const;
    const occurredAt = row.created_at;
    const activity = { type: 'email.received', subject, actorId: null, audience: 'mailbox' } as const;
    await recordActivity(work, { workspaceId, customerId, ...activity, occurredAt }, { emails: 1 });
    const ownerId = row.mailbox_owner_id;
    const version = row.version + 1;
    publishMessage(work, { ...key, version, customerIds: [customerId], ownerId, isForClient: true });
  }
  const newest = rows.at(-1);
  if (newest === undefined) return;
  const told = { workspaceId, messageId: newest.id, ownerId: newest.mailbox_owner_id };
  await notifyReceived(work, { ...told, exceptUserId: actor.userId });
  publishTriage(work, { workspaceId, ownerId: newest.mailbox_owner_id });
}

async function judge(
  work: Work,
  actor: Member,
  {
    messageId,
    rows,
    verdict,
  }: { messageId: string; rows: readonly TriageRow[]; verdict: TriageVerdict | null },
): Promise<TriageMail> {
  const { workspaceId } = actor;
  for (const row of rows) await change(work, { workspaceId, row }, { triage_verdict: verdict });
  work.audit({ verdict, mails: rows.length });
  const ownerId = rows.find(({ id }) => id === messageId)?.mailbox_owner_id ?? null;
  publishTriage(work, { workspaceId, ownerId });
  return getUnknownSender(work, actor, messageId);
}

async function change(
  { db }: Work,
  { workspaceId, row: { id: messageId, version } }: { workspaceId: string; row: TriageRow },
  wanted: Parameters<typeof updateMessage>[1]['change'],
): Promise<void> {
  const isCurrent = await updateMessage(db, { workspaceId, messageId, version, change: wanted });
  if (!isCurrent) throw new AppError('CONFLICT', 'This e-mail has just changed. Look at it again.');
}

function present(row: TriageRow, files: readonly AttachmentRow[]): TriageMail {
  return {
    id: row.id,
    from: { name: row.from_name, address: row.from_address },
    subject: row.subject,
    snippet: excerpt(row.text, snippetCharacters),
    text: row.text,
    hasHtml: row.has_html,
    hasRemoteImages: row.has_remote_images,
    attachments: presentAttachments(row.id, files),
    receivedAt: row.created_at.toISOString(),
    verdict: row.triage_verdict,
  };
}
