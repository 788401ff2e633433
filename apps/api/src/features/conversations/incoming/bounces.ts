import type { ParsedBounce } from '#adapters/mail/parsing/parsed-mail.ts';
import type { Work } from '#platform/work.ts';
import { notifyMishap } from '../notices/mail-notifications.ts';
import type { MailboxRow } from '../mailboxes.queries.ts';
import { publishMessage, recordMessage } from '../message-notices.ts';
import { listCustomerIds, updateMessage } from '../messages.queries.ts';
import type { ExistingMessage } from './incoming.queries.ts';

type Bounced = {
  readonly mailbox: MailboxRow;
  readonly bounced: ExistingMessage;
  readonly bounce: ParsedBounce;
};

/** Writes on a message of ours that was sent what a report says became of it. Its status stays: our server did take it. */
export async function markBounced(work: Work, { mailbox, bounced, bounce }: Bounced): Promise<void> {
  if (bounced.direction !== 'outbound' || bounced.status !== 'sent') return;
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
    ownerId: mailbox.owner_id,
    isForClient: false,
  });
  if (!bounce.isFinal) return;
  const activity = { type: 'email.failed', actorId: null, detail: { status: 'bounced' } } as const;
  await recordMessage(work, { ...key, customerIds }, activity);
  await notifyMishap(work, {
    ...key,
    ownerId: mailbox.owner_id,
    authorId: bounced.author_id,
    mishap: 'bounced',
  });
}

function describe({ recipient, status, isFinal }: ParsedBounce): string {
  const whom = recipient === null ? '' : ` to ${recipient}`;
  const code = status === null ? '' : ` (${status})`;
  return isFinal
    ? `Came back: it could not be delivered${whom}${code}.`
    : `Delayed: it has not been delivered${whom} yet${code}.`;
}
