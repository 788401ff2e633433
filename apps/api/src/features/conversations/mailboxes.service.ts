import { AppError } from '#lib/errors.ts';
import { newId, hashSecret, newSecret } from '#lib/ids.ts';
import { stripAddress } from '#lib/mail/text.ts';
import type { Member } from '#platform/session/actor.ts';
import { isStaffMember } from '#platform/session/session.queries.ts';
import type { Work } from '#platform/work.ts';
import { findOwnerAccount } from './imap/imap-accounts.queries.ts';
import {
  findDefaultMailbox,
  findMailbox,
  insertMailbox,
  type MailboxRow,
  replaceInboundToken,
} from './mailboxes.queries.ts';

/** Creates the shared mailbox of a new workspace. `address` may include a display name. */
export async function createDefaultMailbox(
  work: Work,
  { workspaceId, address, name }: { workspaceId: string; address: string; name: string },
): Promise<string> {
  const id = newId();
  await insertMailbox(work.db, {
    workspaceId,
    id,
    address: stripAddress(address),
    name,
    isDefault: true,
    now: work.now,
  });
  return id;
}

/** The workspace's shared mailbox. Throws RULE_BROKEN when there is none. */
export async function getDefaultMailbox({ db }: Work, workspaceId: string): Promise<MailboxRow> {
  const mailbox = await findDefaultMailbox(db, workspaceId);
  if (mailbox === null) throw new AppError('RULE_BROKEN', 'This workspace has no mailbox.');
  return mailbox;
}

export async function getMessageMailbox(
  { db }: Work,
  { workspaceId, mailbox_id: mailboxId }: { workspaceId: string; mailbox_id: string },
): Promise<MailboxRow> {
  const mailbox = await findMailbox(db, { workspaceId, mailboxId });
  if (mailbox === null) throw new Error(`Mailbox ${mailboxId} not found`);
  return mailbox;
}

/**
 * The mailbox that sends an answer to a message, or sends the message again: its own, unless that is the address of a
 * member who has left. Then it is the shared one, or for private email the reader's own, so that nobody else can read
 * the answer. Throws RULE_BROKEN when the reader has no private mailbox that is read.
 */
export async function getSendingMailbox(
  work: Work,
  { workspaceId, userId }: Member,
  message: { mailbox_id: string },
): Promise<MailboxRow> {
  const { db } = work;
  const mailbox = await getMessageMailbox(work, { ...message, workspaceId });
  const { is_default: isDefault, keeper_id: keeperId, owner_id: ownerId } = mailbox;
  if (isDefault || (keeperId !== null && (await isStaffMember(db, { workspaceId, userId: keeperId }))))
    return mailbox;
  if (ownerId === null) return getDefaultMailbox(work, workspaceId);
  const own = await findOwnerAccount(db, { workspaceId, userId, of: 'me' });
  if (own?.status !== 'active' || own.owner_id !== ownerId)
    throw new AppError(
      'RULE_BROKEN',
      'This email came to a private mailbox that is no longer connected. To reply, connect your own mailbox without sharing it, or write a new email.',
    );
  return getMessageMailbox(work, { ...own, workspaceId });
}

/** Creates a new secret URL for incoming mail; the previous one stops working. */
export async function renewInboundAddress(
  work: Work,
  actor: Member,
  publicUrl: string,
): Promise<{ url: string }> {
  const mailbox = await getDefaultMailbox(work, actor.workspaceId);
  const token = newSecret();
  await replaceInboundToken(work.db, {
    workspaceId: actor.workspaceId,
    mailboxId: mailbox.id,
    tokenHash: hashSecret(token),
    now: work.now,
  });
  return { url: `${publicUrl}/api/inbound/${token}` };
}
