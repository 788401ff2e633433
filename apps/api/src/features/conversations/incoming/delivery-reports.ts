import type { ParsedBounce } from '#adapters/mail/parsed-mail.ts';
import { changeCounts } from '#platform/activities.ts';
import type { Work } from '#platform/work.ts';
import type { MailboxRow } from '../mailboxes.queries.ts';
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

/** Stores a delivery report on the sent message. Its status remains `sent`, because our server accepted it. */
export async function markBounced(work: Work, { mailbox, bounced, bounce }: BouncedMessage): Promise<void> {
  if (bounced.direction !== 'outbound' || bounced.status !== 'sent') return;
  // Reports can arrive out of order.
  if (!bounce.isFinal && bounced.status_detail?.startsWith(bouncedPrefix) === true) return;
  const key = { workspaceId: mailbox.workspace_id, messageId: bounced.id };
  await updateMessage(work.db, {
    ...key,
    version: bounced.version,
    change: { status_detail: describe(bounce) },
  });
  const customerIds = await listCustomerIds(work.db, key);
  publishMessage(work, {
    ...key,
    version: bounced.version + 1,
    customerIds,
    businessId: bounced.business_id,
    ownerId: mailbox.owner_id,
    isForClient: false,
  });
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

const bouncedPrefix = 'Bounced: ';

function describe({ recipient, status, isFinal }: ParsedBounce): string {
  const recipientText = recipient === null ? '' : ` to ${recipient}`;
  const code = status === null ? '' : ` (${status})`;
  return isFinal
    ? `${bouncedPrefix}the email could not be delivered${recipientText}${code}.`
    : `Delayed: the email has not been delivered${recipientText} yet${code}.`;
}
