import { newId } from '#lib/ids.ts';
import { hashSecret } from '#lib/secrets.ts';
import { emailKey } from '#lib/text.ts';
import type { Work } from '#platform/work.ts';
import { lockMailbox } from '../mailboxes.queries.ts';
import { notifyReceived, notifyUnknownSender } from '../notices/mail-notifications.ts';
import { publishTriage } from '../message-notices.ts';
import { insertThread, listCustomerIds, touchThread } from '../messages.queries.ts';
import { isSpamSender } from '../triage/triage.queries.ts';
import { markBounced } from './bounces.ts';
import { findAnswered, insertFiled, messageIdOf, type Filed, type Filing } from './filed-message.ts';
import { listCustomersByAddress, listMessagesByHash, type ExistingMessage } from './incoming.queries.ts';

type Way = {
  /** Whether mail of no customer's goes to triage, and is not left alone. */
  readonly takesUnknown?: boolean;
  /** Whether people hear of it; not of mail that is older than the way it came. */
  readonly isNews?: boolean;
};
type Place = {
  readonly threadId: string;
  readonly customerIds: readonly string[];
  readonly businessId: string | null;
};

/** An address shared by more records than this belongs to nobody in particular. */
export const maxCustomers = 50;

/**
 * Files a message: in the thread it answers, and in the conversation of the customers whose thread or
 * address it is; else in triage. The same Message-ID is filed once per mailbox.
 */
export async function fileMail(
  work: Work,
  filing: Filing,
  { takesUnknown = true, isNews = true }: Way = {},
): Promise<Filed> {
  const { mailbox, mail } = filing;
  const key = { workspaceId: mailbox.workspace_id, mailboxId: mailbox.id };
  await lockMailbox(work.db, key);
  const messageId = messageIdOf(filing);
  const known = await listMessagesByHash(work.db, { ...key, hashes: [hashSecret(messageId)] });
  if (known.length > 0) return { result: 'duplicate' };
  const answered = await findAnswered(work, filing);
  const customerIds = await customersOf(work, filing, answered);
  const businessId = answered?.business_id ?? null;
  const isUnknown = customerIds.length === 0 && businessId === null;
  if (isUnknown && !takesUnknown) return { result: 'passed' };
  const place = { threadId: await threadOf(work, filing, answered), customerIds, businessId };
  const id = newId();
  const verdict = await verdictOf(work, filing, place);
  await insertFiled(work, filing, { ...place, id, messageId, direction: 'inbound', verdict });
  if (mail.bounce !== null && mail.bounce.messageId === answered?.message_id)
    await markBounced(work, { mailbox, bounced: answered, bounce: mail.bounce });
  if (isNews) await notifyMembers(work, filing, { id, place, verdict });
  else if (isUnknown) publishTriage(work, { workspaceId: key.workspaceId, ownerId: mailbox.owner_id });
  return { result: isUnknown ? 'triage' : 'filed', messageId: id };
}

async function notifyMembers(
  work: Work,
  { mailbox, mail }: Filing,
  { id, place, verdict }: { id: string; place: Place; verdict: 'spam' | null },
): Promise<void> {
  const told = { workspaceId: mailbox.workspace_id, ownerId: mailbox.owner_id };
  if (place.customerIds.length > 0 || place.businessId !== null) {
    // What is reported on a message of ours is told to who sent it.
    if (mail.bounce === null) await notifyReceived(work, { ...told, messageId: id });
    return;
  }
  publishTriage(work, told);
  if (verdict === null) await notifyUnknownSender(work, told);
}

/** Mail of no customer's is spam when its sender's earlier mail was called so. */
async function verdictOf(
  { db }: Work,
  { mailbox, mail }: Filing,
  { customerIds, businessId }: Place,
): Promise<'spam' | null> {
  if (customerIds.length > 0 || businessId !== null || mail.from === null) return null;
  const isSpam = await isSpamSender(db, {
    workspaceId: mailbox.workspace_id,
    mailboxId: mailbox.id,
    fromAddress: mail.from.address,
  });
  return isSpam ? 'spam' : null;
}

/** Those of the thread, and those who have the sender's address. */
async function customersOf(
  { db }: Work,
  { mailbox: { workspace_id: workspaceId }, mail }: Filing,
  answered: ExistingMessage | null,
): Promise<string[]> {
  const ofSender =
    mail.from === null
      ? []
      : await listCustomersByAddress(db, {
          workspaceId,
          emailKey: emailKey(mail.from.address),
          limit: maxCustomers,
        });
  const ofThread =
    answered === null ? [] : await listCustomerIds(db, { workspaceId, messageId: answered.id });
  return [...new Set([...ofThread, ...ofSender])];
}

/** The thread of what is answered, or a new one. */
export async function threadOf(
  { db, now }: Work,
  { mailbox, mail }: Filing,
  answered: ExistingMessage | null,
): Promise<string> {
  const { workspace_id: workspaceId } = mailbox;
  if (answered !== null) {
    await touchThread(db, { workspaceId, threadId: answered.thread_id, now });
    return answered.thread_id;
  }
  const id = newId();
  await insertThread(db, { workspaceId, id, mailboxId: mailbox.id, subject: mail.subject, now });
  return id;
}
