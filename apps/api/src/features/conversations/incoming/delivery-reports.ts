import type { MessageStatus } from '@handover/contract/conversations/conversations.ts';
import type { ParsedBounce } from '#adapters/mail/parsed-mail.ts';
import { emailKey } from '#lib/text.ts';
import { changeCounts } from '#platform/activities.ts';
import type { Work } from '#platform/work.ts';
import type { MailboxRow } from '../mailboxes.queries.ts';
import { moveMessage } from '../conversations.presenter.ts';
import { notifyDeliveryProblem, publishMessage, recordMessage } from '../message-notices.ts';
import { listCustomerIds, updateMessage } from '../messages.queries.ts';
import type { ExistingMessage } from './incoming.queries.ts';

/** A report counts as an email of its customers, but neither as contact nor as an entry of their timelines. */
export async function countReport(
  work: Work,
  { workspaceId, customerIds }: { workspaceId: string; customerIds: readonly string[] },
): Promise<void> {
  for (const customerId of customerIds)
    await changeCounts(work, { workspaceId, customerId, counts: { emails: 1 } });
}

type BouncedMessage = {
  readonly mailbox: MailboxRow;
  readonly bounced: ExistingMessage;
  readonly bounce: ParsedBounce;
};

/**
 * Stores a delivery report on the sent message. Its status remains `sent`, because our server accepted it; an uncertain
 * one has failed if no main recipient can have received it. If it is to be sent again, the recipient is included. One
 * that is being sent is left to its sender.
 */
export async function markBounced(work: Work, { mailbox, bounced, bounce }: BouncedMessage): Promise<void> {
  const { direction, status, status_detail: detail } = bounced;
  const isPartial = bounced.open_recipients !== null && bounce.isFinal;
  if (direction !== 'outbound' || (!reported.has(status) && !isPartial)) return;
  // Reports can arrive out of order.
  if (!bounce.isFinal && detail?.startsWith(bouncedPrefix) === true) return;
  const key = { workspaceId: mailbox.workspace_id, messageId: bounced.id };
  const customerIds = await listCustomerIds(work.db, key);
  if (status !== 'sending') {
    await storeReport(work, { mailbox, bounced, bounce });
    await publishMessage(work, {
      ...key,
      version: bounced.version + 1,
      customerIds,
      businessId: bounced.business_id,
      ownerId: mailbox.owner_id,
      isForClient: false,
    });
  }
  if (!bounce.isFinal) return;
  const activity = { type: 'email.failed', actorId: null, detail: { status: 'bounced' } } as const;
  await recordMessage(work, { ...key, customerIds }, activity);
  await notifyDeliveryProblem(work, {
    ...key,
    ownerId: mailbox.owner_id,
    authorId: bounced.author_id,
    problem: 'bounced',
    bulkRunId: bounced.bulk_run_id,
  });
}

const reported = new Set<MessageStatus>(['sending', 'sent', 'uncertain']);

async function storeReport(work: Work, { mailbox, bounced, bounce }: BouncedMessage): Promise<void> {
  const { id: messageId, version, status, to_addresses: to } = bounced;
  const { workspace_id: workspaceId } = mailbox;
  const open = bounce.isFinal && status !== 'sent' ? addRecipient(bounced, bounce) : bounced.open_recipients;
  const change = { status_detail: describe(bounce), open_recipients: open };
  if (status === 'uncertain' && bounce.isFinal && to.every((address) => open?.includes(address)))
    await moveMessage(work, { ...bounced, workspaceId }, { to: 'failed', change });
  else await updateMessage(work.db, { workspaceId, messageId, version, change });
}

/** The recipients who have not received the message; a report without an address is about all main recipients. */
function addRecipient(message: ExistingMessage, { recipient }: ParsedBounce): string[] | null {
  const { status, to_addresses: to, cc_addresses: cc, bcc_addresses: bcc, open_recipients: open } = message;
  const isBounced = (address: string): boolean =>
    recipient === null ? to.includes(address) : emailKey(address) === emailKey(recipient);
  // An uncertain message is resent to everyone until a main recipient is known not to have received it.
  if (status === 'uncertain' && open === null && !to.some(isBounced)) return null;
  return [...to, ...cc, ...bcc].filter((address) => isBounced(address) || open?.includes(address));
}

const bouncedPrefix = 'Bounced: ';

function describe({ recipient, status, isFinal }: ParsedBounce): string {
  const recipientText = recipient === null ? '' : ` to ${recipient}`;
  const code = status === null ? '' : ` (${status})`;
  return isFinal
    ? `${bouncedPrefix}the email could not be delivered${recipientText}${code}.`
    : `Delayed: the email has not been delivered${recipientText} yet${code}.`;
}
