import { newId } from '#lib/ids.ts';
import { hashSecret } from '#lib/secrets.ts';
import { emailKey } from '#lib/text.ts';
import type { Work } from '#platform/work.ts';
import { lockMailbox } from '../mailboxes.queries.ts';
import { findAnswered, insertFiled, messageIdOf, type Filed, type Filing } from './filed-message.ts';
import { maxCustomers, threadOf } from './filing.ts';
import { isExistingMessage, listCustomersByAddress } from './incoming.queries.ts';

/**
 * Files a mail that somebody sent with another program, in the conversations of the customers it went
 * to and of nobody else: who is written to in the same thread is no reason for a customer to read it.
 * What this program sent itself is here already.
 */
export async function fileSentMail(
  work: Work,
  filing: Filing,
  { authorId }: { authorId: string | null },
): Promise<Filed> {
  const { mailbox, mail } = filing;
  const key = { workspaceId: mailbox.workspace_id, mailboxId: mailbox.id };
  await lockMailbox(work.db, key);
  const messageId = messageIdOf(filing);
  if (await isExistingMessage(work.db, { ...key, hash: hashSecret(messageId) }))
    return { result: 'duplicate' };
  const customerIds = await customersAt(work, key.workspaceId, [...mail.to, ...mail.cc]);
  if (customerIds.length === 0) return { result: 'passed' };
  const id = newId();
  const answered = await findAnswered(work, filing);
  const threadId = await threadOf(work, filing, answered);
  const place = { threadId, customerIds, businessId: answered?.business_id ?? null };
  await insertFiled(work, filing, { ...place, id, messageId, direction: 'outbound', authorId });
  return { result: 'filed', messageId: id };
}

/** Customers who have one of these addresses. */
export async function customersAt(
  { db }: Pick<Work, 'db'>,
  workspaceId: string,
  addresses: readonly string[],
): Promise<string[]> {
  const found = new Set<string>();
  for (const key of new Set(addresses.slice(0, maxCustomers).map(emailKey))) {
    const ids = await listCustomersByAddress(db, { workspaceId, emailKey: key, limit: maxCustomers });
    for (const id of ids) found.add(id);
  }
  return [...found];
}
