import { findPortal } from '@handover/domain/matching/portal-email.ts';
import type { QuarantinedFile } from '#features/phi/phi.public.ts';
import type { Work } from '#platform/work.ts';
import { replaceMessageWords } from '../message-search.queries.ts';
import { publishReceived } from '../message-notices.ts';
import {
  attachFiles,
  findBusinessId,
  getMessageToRelease,
  listCustomerIds,
  renameThread,
  updateMessage,
} from '../messages.queries.ts';
import { portalMailQueue } from './assignment.ts';
import { type MailContent, quarantinedSubject } from './quarantine-mail.ts';

/** Puts released content back into a message: it can be read, found, and answered like any other, and become an inquiry. */
export async function releaseMail(
  work: Work,
  {
    workspaceId,
    messageId,
    content: { subject, text, html, hasRemoteImages },
    files,
  }: { workspaceId: string; messageId: string; content: MailContent; files: readonly QuarantinedFile[] },
): Promise<void> {
  const key = { workspaceId, messageId };
  const row = await getMessageToRelease(work.db, key);
  const change = { subject, text, html, has_remote_images: hasRemoteImages, quarantine_id: null };
  await updateMessage(work.db, { ...key, version: row.version, change });
  await replaceMessageWords(work.db, { ...key, texts: [subject, ...row.correspondents, text] });
  await attachFiles(work.db, { ...key, files });
  await renameThread(work.db, {
    workspaceId,
    threadId: row.thread_id,
    from: quarantinedSubject,
    to: subject,
  });
  await publishReceived(work, {
    ...key,
    version: row.version + 1,
    customerIds: await listCustomerIds(work.db, key),
    businessId: await findBusinessId(work.db, key),
    ownerId: row.owner_id,
  });
  if (isPortalMail(row)) await work.enqueue(portalMailQueue, key);
}

/** Whether the message may be an inquiry that could not be read before. */
function isPortalMail(row: Awaited<ReturnType<typeof getMessageToRelease>>): boolean {
  const isReceived = row.owner_id === null && row.direction === 'inbound' && row.triage_verdict !== 'spam';
  return isReceived && findPortal(row.from_address) !== null;
}
