import { getDefaultMailbox } from '#features/conversations/mailboxes.service.ts';
import { insertMessage, insertThread, linkCustomers } from '#features/conversations/messages.queries.ts';
import { getDomain } from '#lib/mail/text.ts';
import { newId, hashSecret } from '#lib/ids.ts';
import { recordActivity } from '#platform/activities.ts';
import type { Work } from '#platform/work.ts';
import { mailTexts } from './sample-texts.ts';

type Correspondent = { readonly id: string; readonly name: string; readonly email: string };
type Conversation = {
  readonly workspaceId: string;
  readonly authorId: string;
  readonly customer: Correspondent;
  readonly index: number;
};

const hourMs = 3_600_000;

/** A mail to a customer and their answer, some days ago. */
export async function writeSampleConversation(work: Work, conversation: Conversation): Promise<void> {
  const { workspaceId, authorId, customer, index } = conversation;
  const { subject, text, answer } = mailTexts[index % mailTexts.length] ?? mailTexts[0];
  const mailbox = await getDefaultMailbox(work, workspaceId);
  const threadId = newId();
  await insertThread(work.db, { workspaceId, id: threadId, mailboxId: mailbox.id, subject, now: work.now });
  const thread = { workspaceId, mailboxId: mailbox.id, threadId, customer, authorId };
  const office = { name: mailbox.name, address: mailbox.address };
  const client = { name: customer.name, address: customer.email };
  const sentId = await write(work, {
    ...thread,
    from: office,
    to: client.address,
    subject,
    text,
    answers: null,
  });
  const later = { ...work, now: new Date(work.now.getTime() + 5 * hourMs) };
  const reply = {
    from: client,
    to: office.address,
    subject: `Re: ${subject}`,
    text: answer,
    answers: sentId,
  };
  await write(later, { ...thread, ...reply });
}

type Written = {
  workspaceId: string;
  mailboxId: string;
  threadId: string;
  customer: Correspondent;
  authorId: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  /** The Message-ID that this message replies to; null for outgoing mail. */
  answers: string | null;
};

async function write(work: Work, mail: Written): Promise<string> {
  const { workspaceId, customer, answers } = mail;
  const isOurs = answers === null;
  const id = newId();
  const messageId = `<${id}@${getDomain(mail.from.address)}>`;
  await insertMessage(work.db, {
    workspace_id: workspaceId,
    id,
    mailbox_id: mail.mailboxId,
    thread_id: mail.threadId,
    direction: isOurs ? 'outbound' : 'inbound',
    status: isOurs ? 'sent' : 'received',
    message_id: messageId,
    message_id_hash: hashSecret(messageId),
    in_reply_to: answers,
    reference_ids: isOurs ? [] : [answers],
    from_name: mail.from.name,
    from_address: mail.from.address,
    to_addresses: [mail.to],
    subject: mail.subject,
    text: mail.text,
    author_id: isOurs ? mail.authorId : null,
    sent_at: work.now,
    created_at: work.now,
  });
  await linkCustomers(work.db, { workspaceId, messageId: id, customerIds: [customer.id], now: work.now });
  await recordActivity(
    work,
    {
      workspaceId,
      customerId: customer.id,
      type: isOurs ? 'email.sent' : 'email.received',
      subject: { kind: 'message', id },
      actorId: isOurs ? mail.authorId : null,
      audience: 'mailbox',
    },
    { emails: 1 },
  );
  return messageId;
}
