import type { ActivityType } from '@handover/contract/records/activities.ts';
import type { SenderWarning } from '@handover/contract/conversations/conversations.ts';
import { notify } from '#platform/notifications.ts';
import { listAdminIds, listResponsibleIds } from '#platform/session/session.queries.ts';
import type { Work } from '#platform/work.ts';
import { type NewActivity, recordActivity } from '#platform/activities.ts';
import { listWriterIds } from './conversations.queries.ts';
import { listBusinessMailReaders, listMailReaders, listTriageRecipients } from './mailboxes.queries.ts';
import { findBusinessId, listClientsOfBroker, lockBulkNotices } from './messages.queries.ts';

type MessageRef = {
  readonly workspaceId: string;
  readonly messageId: string;
  /** Owner of a private mailbox. */
  readonly ownerId: string | null;
};

type DeliveryProblem = 'failed' | 'uncertain' | 'undelivered' | 'partial' | 'bounced' | 'held';

/**
 * Notifies, in a shared mailbox, the brokers of the message's customers and business, otherwise the administrators; in
 * a private mailbox, its owner. Does not notify the person who caused it. Keeps one unread notification per customer or
 * business.
 */
export async function notifyReceived(
  work: Work,
  {
    exceptUserId = null,
    warning = null,
    ...message
  }: MessageRef & { exceptUserId?: string | null; warning?: SenderWarning | null },
): Promise<void> {
  const { workspaceId } = message;
  const type = 'email.received';
  const newEmail = warning === null ? 'New email' : 'Possibly forged email';
  const { readers, businessReaders } = await findReaders(work, message);
  for (const reader of readers) {
    const { user_id: userId, customer_id: customerId } = reader;
    if (userId === exceptUserId) continue;
    const title = `${newEmail} in the conversation with ${reader.customer_name}`;
    await notify(work, {
      workspaceId,
      userIds: [userId],
      type,
      title,
      customerId,
      subject: { kind: 'message', id: message.messageId },
      renewsUnread: true,
    });
  }
  for (const reader of businessReaders) {
    const { user_id: userId, business_id: businessId } = reader;
    if (userId === exceptUserId || readers.some(({ user_id: notified }) => notified === userId)) continue;
    await notify(work, {
      workspaceId,
      userIds: [userId],
      type,
      title: `${newEmail} about ${reader.business_name}`,
      customerId: null,
      businessId,
      subject: { kind: 'message', id: message.messageId },
      renewsUnread: true,
    });
  }
}

async function findReaders({ db }: Work, message: MessageRef) {
  const list = async (candidates: 'brokers' | readonly string[]) => ({
    readers: await listMailReaders(db, { ...message, candidates }),
    businessReaders: await listBusinessMailReaders(db, { ...message, candidates }),
  });
  if (message.ownerId !== null) return list([message.ownerId]);
  const brokers = await list('brokers');
  const hasReader = brokers.readers.length > 0 || brokers.businessReaders.length > 0;
  return hasReader ? brokers : list(await listAdminIds(db, message.workspaceId));
}

/** Notifies the recipients of the email's own notification that one of its files was quarantined. */
export async function notifyOfQuarantinedFile(
  work: Work,
  { title, ...message }: MessageRef & { title: string },
): Promise<void> {
  const { workspaceId, messageId, ownerId } = message;
  const { readers, businessReaders } = await findReaders(work, message);
  const notice = {
    workspaceId,
    type: 'document.quarantined',
    title,
    subject: { kind: 'message', id: messageId },
  } as const;
  for (const { user_id: userId, customer_id: customerId } of readers)
    await notify(work, { ...notice, userIds: [userId], customerId });
  for (const { user_id: userId, business_id: businessId } of businessReaders)
    if (!readers.some(({ user_id: notified }) => notified === userId))
      await notify(work, { ...notice, userIds: [userId], customerId: null, businessId });
  if (readers.length + businessReaders.length > 0) return;
  const userIds = await listResponsibleIds(work.db, { workspaceId, userId: ownerId });
  await notify(work, { ...notice, userIds, type: 'email.unknown', subject: null, customerId: null });
}

/**
 * Notifies administrators, or the owner of a private mailbox, once until read, since anyone can send mail.
 */
export async function notifyUnknownSender(
  work: Work,
  { workspaceId, ownerId }: Pick<MessageRef, 'workspaceId' | 'ownerId'>,
): Promise<void> {
  const type = 'email.unknown';
  const userIds = await listTriageRecipients(work.db, { workspaceId, ownerId, type });
  const title = 'New email from an unknown sender';
  await notify(work, { workspaceId, userIds, type, title, customerId: null });
}

/** Notifies the sender that a message was not, or may not have been, delivered. */
export async function notifyDeliveryProblem(
  work: Work,
  {
    authorId,
    problem,
    bulkRunId = null,
    ...message
  }: MessageRef & { authorId: string | null; problem: DeliveryProblem; bulkRunId?: string | null },
): Promise<void> {
  if (authorId === null) return;
  if (bulkRunId !== null) return notifyBulkProblem(work, { ...message, authorId });
  const readers = await listMailReaders(work.db, { ...message, candidates: [authorId] });
  const businesses =
    readers.length > 0 ? [] : await listBusinessMailReaders(work.db, { ...message, candidates: [authorId] });
  for (const { user_id: userId, business_id: businessId, business_name: name } of businesses)
    await notify(work, {
      workspaceId: message.workspaceId,
      userIds: [userId],
      type: 'email.failed',
      title: `Your email about ${name} ${problemTexts[problem]}`,
      customerId: null,
      businessId,
      subject: { kind: 'message', id: message.messageId },
    });
  for (const reader of readers) {
    await notify(work, {
      workspaceId: message.workspaceId,
      userIds: [reader.user_id],
      type: 'email.failed',
      title: `Your email to ${reader.customer_name} ${problemTexts[problem]}`,
      // A customer in the trash has no page to link to.
      customerId: reader.is_in_trash ? null : reader.customer_id,
      subject: { kind: 'message', id: message.messageId },
    });
  }
}

/** One notice until it is read, however many emails of bulk actions are concerned. */
async function notifyBulkProblem(
  work: Work,
  { workspaceId, authorId }: Pick<MessageRef, 'workspaceId'> & { authorId: string },
): Promise<void> {
  await lockBulkNotices(work.db, { workspaceId, userId: authorId });
  await notify(work, {
    workspaceId,
    userIds: [authorId],
    type: 'email.failed',
    title: 'Some recipients did not get your bulk email',
    customerId: null,
    renewsUnread: true,
  });
}

const problemTexts = {
  failed: 'was not delivered',
  uncertain: 'may not have arrived',
  undelivered: 'was not delivered',
  partial: 'was not delivered to everyone',
  bounced: 'bounced',
  held: 'was not sent',
} as const satisfies Record<DeliveryProblem, string>;

type MessageChange = {
  readonly workspaceId: string;
  readonly messageId: string;
  readonly version: number;
  readonly customerIds: readonly string[];
  /** Set if the message has no customer; otherwise the activity event reaches the business. */
  readonly businessId?: string | null;
  /** Owner of a private mailbox. */
  readonly ownerId: string | null;
  readonly isForClient: boolean;
};

type RecordedMessage = {
  readonly workspaceId: string;
  readonly messageId: string;
  readonly customerIds: readonly string[];
};

type MessageActivity = Pick<NewActivity, 'actorId' | 'detail'> & {
  readonly type: Extract<ActivityType, `email.${string}`>;
  /** Added to each customer’s email count. */
  readonly emails?: number;
  /** Customers who have already received the message, so that it counts as contact with them. */
  readonly reachedIds?: readonly string[];
};

/** Records an activity for each customer of the message, and once for the business of its thread. */
export async function recordMessage(
  work: Work,
  { workspaceId, messageId, customerIds }: RecordedMessage,
  { emails = 0, reachedIds = [], ...activity }: MessageActivity,
): Promise<void> {
  const businessId = await findBusinessId(work.db, { workspaceId, messageId });
  const recipients = customerIds.length === 0 && businessId !== null ? [null] : customerIds;
  for (const [index, customerId] of recipients.entries())
    await recordActivity(
      work,
      {
        ...activity,
        ...(customerId !== null &&
          reachedIds.includes(customerId) && { detail: { ...activity.detail, hasReached: true } }),
        workspaceId,
        customerId,
        businessId: index === 0 ? businessId : null,
        subject: { kind: 'message', id: messageId },
        audience: 'mailbox',
      },
      { emails },
    );
}

/**
 * Updates open conversations after a message was added or changed; those of a private mailbox for its owner, and for the
 * clients who read it as their broker's.
 */
export async function publishMessage(
  work: Work,
  { workspaceId, messageId, version, customerIds, businessId = null, ownerId, isForClient }: MessageChange,
): Promise<void> {
  const change = { workspaceId, noun: 'message', id: messageId, version, isForClient } as const;
  const recipients = customerIds.length === 0 && businessId !== null ? [null] : customerIds;
  for (const [index, customerId] of recipients.entries())
    work.publish({
      ...change,
      customerId,
      businessId: index === 0 ? businessId : null,
      ...(ownerId === null ? {} : { userId: ownerId }),
    });
  if (ownerId === null || !isForClient) return;
  for (const client of await listClientsOfBroker(work.db, { workspaceId, customerIds, brokerId: ownerId }))
    work.publish({ ...change, ...client });
}

/** The same for a received message, which in the portal only the customers who wrote it may read. */
export async function publishReceived(
  work: Work,
  message: Omit<MessageChange, 'isForClient'>,
): Promise<void> {
  const writerIds = await listWriterIds(work.db, message);
  const others = message.customerIds.filter((id) => !writerIds.includes(id));
  await publishMessage(work, { ...message, customerIds: others, isForClient: false });
  await publishMessage(work, { ...message, customerIds: writerIds, businessId: null, isForClient: true });
}

/** Updates open triage lists. The event contains no message content. */
export function publishTriage(
  work: Work,
  { workspaceId, ownerId }: Pick<MessageChange, 'workspaceId' | 'ownerId'>,
): void {
  work.publish({
    workspaceId,
    noun: 'triage',
    id: workspaceId,
    ...(ownerId === null ? {} : { userId: ownerId }),
  });
}
