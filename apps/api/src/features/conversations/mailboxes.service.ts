import { AppError } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { stripAddress } from '#lib/mail/address.ts';
import { hashSecret, newSecret } from '#lib/secrets.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  findDefaultMailbox,
  findMailbox,
  insertMailbox,
  replaceInboundToken,
  type MailboxRow,
} from './mailboxes.queries.ts';

/** Gives a new workspace its shared mailbox. `address` may come with a name around it. */
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

/** The mailbox of a message. */
export async function getMailboxOf(
  { db }: Work,
  { workspaceId, mailbox_id: mailboxId }: { workspaceId: string; mailbox_id: string },
): Promise<MailboxRow> {
  const mailbox = await findMailbox(db, { workspaceId, mailboxId });
  if (mailbox === null) throw new Error(`Mailbox ${mailboxId} is gone`);
  return mailbox;
}

/** A new secret address at which the shared mailbox takes in mail; the one before stops working. */
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
