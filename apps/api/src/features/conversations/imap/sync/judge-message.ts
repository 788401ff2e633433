import type { MessageHead } from '#adapters/imap/imap.ts';
import { hashSecret } from '#lib/secrets.ts';
import { isExistingMessage, listMessagesByHash } from '../../incoming/incoming.queries.ts';
import { customersAt } from '../../incoming/sent-mail.ts';
import { listCustomerIds } from '../../messages.queries.ts';
import type { OpenFolder, SyncContext } from './sync-context.ts';

/** `look`: only the report inside tells whom it concerns. */
export type Verdict = 'take' | 'pass' | 'look';

/**
 * Judges by its head alone whether a message is to be read at all: not one that is here already, nor sent
 * mail that went to no customer, nor, in somebody's own mailbox, mail that concerns none. What is
 * passed never leaves the mail server.
 */
export async function judgeMessage(
  context: SyncContext,
  folder: OpenFolder,
  head: MessageHead,
): Promise<Verdict> {
  if (folder.claimsSince !== null && head.receivedAt < folder.claimsSince) return 'pass';
  if (await isHereAlready(context, folder, head)) return 'pass';
  const { runner } = context.parts;
  const { workspace_id: workspaceId } = context.mailbox;
  if (folder.role === 'sent')
    return (await customersAt(runner, workspaceId, head.to)).length > 0 ? 'take' : 'pass';
  if (context.keeperId === null) return 'take';
  const isOfCustomer = (await customersAt(runner, workspaceId, head.from)).length > 0;
  if (isOfCustomer || (await answersCustomer(context, head.answers))) return 'take';
  return head.isReport ? 'look' : 'pass';
}

/** Whether one of these messages is in the conversation of a customer, by this mailbox. */
export async function answersCustomer(
  { mailbox, parts: { runner } }: SyncContext,
  messageIds: readonly string[],
): Promise<boolean> {
  const { workspace_id: workspaceId, id: mailboxId } = mailbox;
  const hashes = messageIds.map(hashSecret);
  for (const { id } of await listMessagesByHash(runner.db, { workspaceId, mailboxId, hashes })) {
    const customerIds = await listCustomerIds(runner.db, { workspaceId, messageId: id });
    if (customerIds.length > 0) return true;
  }
  return false;
}

/**
 * A mail that this program sent lies in the mailbox of the workspace, and its copy perhaps in the
 * folder of sent mail of a person.
 */
async function isHereAlready(
  { mailbox, keeperId, parts: { runner } }: SyncContext,
  folder: OpenFolder,
  { messageId }: MessageHead,
): Promise<boolean> {
  if (messageId === null) return false;
  const key = { workspaceId: mailbox.workspace_id, mailboxId: mailbox.id };
  const hash = hashSecret(messageId);
  if (folder.role === 'sent' || keeperId !== null) return isExistingMessage(runner.db, { ...key, hash });
  return (await listMessagesByHash(runner.db, { ...key, hashes: [hash] })).length > 0;
}
