import { newId } from '#lib/ids.ts';
import type { Work } from '#platform/work.ts';
import type { MessageRow } from './conversations.queries.ts';
import type { MailboxRow } from './mailboxes.queries.ts';
import { insertThread, touchThread } from './messages.queries.ts';

/** Mail servers refuse header lines without end; the first id and the last ones keep a thread together. */
const maxReferences = 20;

/** The thread of a new message: that of the one it answers, or a new one. */
export async function threadFor(
  { db, now }: Work,
  {
    answered,
    mailbox,
    businessId = null,
    subject,
  }: { answered: MessageRow | null; mailbox: MailboxRow; businessId?: string | null; subject: string },
): Promise<string> {
  const { workspace_id: workspaceId } = mailbox;
  if (answered === null) {
    const id = newId();
    await insertThread(db, { workspaceId, id, mailboxId: mailbox.id, businessId, subject, now });
    return id;
  }
  const { thread_id: threadId } = answered;
  await touchThread(db, { workspaceId, threadId, now });
  return threadId;
}

/** The Message-IDs that an answer refers to, the oldest first. */
export function referencesTo(answered: MessageRow): string[] {
  const references = [...answered.reference_ids, answered.message_id];
  if (references.length <= maxReferences) return references;
  return [...references.slice(0, 1), ...references.slice(1 - maxReferences)];
}
