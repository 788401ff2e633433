import { notify } from '#platform/notifications.ts';
import type { Work } from '#platform/work.ts';
import { listBusinessMailReaders, listMailReaders, listUnannouncedSenders } from './mail-readers.queries.ts';

type Told = {
  readonly workspaceId: string;
  readonly messageId: string;
  /** Of the mailbox. */
  readonly ownerId: string | null;
};

export type Mishap = 'failed' | 'uncertain' | 'bounced' | 'held';

/**
 * Tells the brokers of a new message's customers, or the owner of a private mailbox; not who brought it
 * about, and once per customer until it is read.
 */
export async function notifyReceived(
  work: Work,
  { exceptUserId = null, ...message }: Told & { exceptUserId?: string | null },
): Promise<void> {
  const { workspaceId } = message;
  const type = 'email.received';
  const among = message.ownerId === null ? 'brokers' : [message.ownerId];
  const readers = await listMailReaders(work.db, { ...message, among });
  for (const reader of readers) {
    const { user_id: userId, customer_id: customerId } = reader;
    if (userId === exceptUserId) continue;
    const title = `New e-mail in the conversation with ${reader.customer_name}`;
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
  for (const reader of await listBusinessMailReaders(work.db, { ...message, among })) {
    const { user_id: userId, business_id: businessId } = reader;
    if (userId === exceptUserId || readers.some(({ user_id: notified }) => notified === userId)) continue;
    await notify(work, {
      workspaceId,
      userIds: [userId],
      type,
      title: `New email about ${reader.business_name}`,
      customerId: null,
      businessId,
      subject: { kind: 'message', id: message.messageId },
    });
  }
}

/**
 * Tells the administrators, or the owner of a private mailbox, that mail of an unknown sender waits; once
 * until it is read, since anybody can write.
 */
export async function notifyUnknownSender(
  work: Work,
  { workspaceId, ownerId }: Pick<Told, 'workspaceId' | 'ownerId'>,
): Promise<void> {
  const type = 'email.unknown';
  const userIds = await listUnannouncedSenders(work.db, { workspaceId, ownerId, type });
  const title = 'E-mail from an unknown sender waits to be filed';
  await notify(work, { workspaceId, userIds, type, title, customerId: null });
}

/** Tells who sent a message that it did not arrive, or may not have. */
export async function notifyMishap(
  work: Work,
  { authorId, mishap, ...message }: Told & { authorId: string | null; mishap: Mishap },
): Promise<void> {
  if (authorId === null) return;
  const readers = await listMailReaders(work.db, { ...message, among: [authorId] });
  const businesses =
    readers.length > 0 ? [] : await listBusinessMailReaders(work.db, { ...message, among: [authorId] });
  for (const { user_id: userId, business_id: businessId, business_name: name } of businesses)
    await notify(work, {
      workspaceId: message.workspaceId,
      userIds: [userId],
      type: 'email.failed',
      title: `Your email about ${name} ${mishaps[mishap]}`,
      customerId: null,
      businessId,
      subject: { kind: 'message', id: message.messageId },
    });
  for (const reader of readers) {
    await notify(work, {
      workspaceId: message.workspaceId,
      userIds: [reader.user_id],
      type: 'email.failed',
      title: `Your e-mail to ${reader.customer_name} ${mishaps[mishap]}`,
      // A record in the bin is no place to lead to.
      customerId: reader.is_in_bin ? null : reader.customer_id,
      subject: { kind: 'message', id: message.messageId },
    });
  }
}

const mishaps = {
  failed: 'was not delivered',
  uncertain: 'may not have arrived',
  bounced: 'came back',
  held: 'was held back',
} as const satisfies Record<Mishap, string>;
