import { z } from 'zod';
import {
  notifyOfQuarantinedFile,
  publishReceived,
  publishTriage,
} from '#features/conversations/message-notices.ts';
import { listHolders, type HolderRow } from '#features/documents/content/quarantine.queries.ts';
import { insertPages, insertUnreadFile } from '#features/documents/content/text.queries.ts';
import {
  describeKinds,
  quarantine,
  type Finding,
  type QuarantinedSubject,
} from '#features/phi/phi.public.ts';
import type { DocumentText, TextFormat } from '#adapters/document-text/text-messages.ts';
import { notify } from '#platform/notifications.ts';
import type { Work } from '#platform/work.ts';
import { listAdminIds } from '#platform/session/session.queries.ts';
import { findReceivedMessage, type ReceivedMessage } from './check-files.queries.ts';

type Key = { readonly workspaceId: string; readonly fileId: string };

const content = z.object({
  pages: z.array(z.object({ title: z.string().nullable(), text: z.string() })),
});

/** The text of a quarantined file, by page. */
export const readFileContent = (stored: unknown): z.infer<typeof content> => content.parse(stored);

/** The place of a finding: "page 3", "sheet 2, column B", "attachment list.csv"; null in a file with a single text. */
function formatLocation(
  format: TextFormat,
  { page, column }: Pick<DocumentText['findings'][number], 'page' | 'column'>,
  pages: DocumentText['pages'],
): string | null {
  const ofColumn = column === null ? null : `column ${column}`;
  const title = pages[page - 1]?.title ?? null;
  if (format === 'email' && title !== null)
    return [`attachment ${title}`, ofColumn].filter(Boolean).join(', ');
  if (format === 'xlsx') return [`sheet ${String(page)}`, ofColumn].filter(Boolean).join(', ');
  if (format === 'pdf') return `page ${String(page)}`;
  return format === 'pptx' ? `slide ${String(page)}` : ofColumn;
}

/** Quarantines a file with its text, and notifies who added it and the brokers. */
export async function quarantineFile(
  work: Work,
  { workspaceId, fileId, format, text }: Key & { format: TextFormat; text: DocumentText },
): Promise<void> {
  const key = { workspaceId, fileId };
  const holders = await listHolders(work.db, key);
  const message = await findReceivedMessage(work.db, key);
  const findings = text.findings.map((finding): Finding => {
    const { kind, excerpt } = finding;
    return { kind, part: 'file', place: formatLocation(format, finding, text.pages), excerpt };
  });
  const subject = toSubject(fileId, message, holders);
  await quarantine(work, { workspaceId, subject, findings, content: { pages: text.pages } });
  for (const holder of holders) await notifyOfQuarantine(work, { workspaceId, holder, findings });
  if (message === null || holders.length > 0) return;
  await notifyOfQuarantinedFile(work, {
    workspaceId,
    ...message,
    title: formatTitle(message.fileName, findings),
  });
}

/** Anyone who can read the email of a file can review the file, even if it is also saved as a document. */
function toSubject(
  fileId: string,
  message: ReceivedMessage | null,
  [document]: readonly HolderRow[],
): QuarantinedSubject {
  if (message !== null) return { kind: 'attachment', id: message.messageId, fileId };
  if (document === undefined) throw new Error('The file belongs to no document or email');
  return { kind: 'document', id: document.id, fileId };
}

const formatTitle = (name: string, findings: readonly Finding[]): string =>
  `${name} was quarantined: it may contain patient information (${describeKinds(findings)})`;

/** Makes the text of a released file readable and searchable. */
export async function releaseFile(
  work: Work,
  { workspaceId, fileId, stored }: Key & { stored: unknown },
): Promise<void> {
  const { pages } = readFileContent(stored);
  await insertPages(work.db, { workspaceId, fileId, pages });
  await publishFile(work, { workspaceId, fileId });
}

/** Notifies open pages whether the malware scanner passed a file, and queues text extraction if it did. */
export async function publishScanned(
  work: Work,
  { workspaceId, fileId, finding }: Key & { finding: string | null },
): Promise<void> {
  if (finding === null) await insertUnreadFile(work.db, { workspaceId, fileId });
  await publishFile(work, { workspaceId, fileId });
}

/** Shows on open pages the result of a check. */
export async function publishFile(work: Work, { workspaceId, fileId }: Key): Promise<void> {
  const message = await findReceivedMessage(work.db, { workspaceId, fileId });
  if (message?.isTriage === true) publishTriage(work, { workspaceId, ownerId: message.ownerId });
  else if (message !== null) await publishReceived(work, { workspaceId, ...message });
  for (const { id, customer_id: customerId, business_id: businessId, deal_id: dealId } of await listHolders(
    work.db,
    { workspaceId, fileId },
  ))
    work.publish({ workspaceId, noun: 'document', id, customerId, businessId, dealId, isForClient: true });
}

async function notifyOfQuarantine(
  work: Work,
  { workspaceId, holder, findings }: { workspaceId: string; holder: HolderRow; findings: readonly Finding[] },
): Promise<void> {
  const { broker_ids: brokerIds, added_by: addedBy } = holder;
  const reviewers = brokerIds.length > 0 ? brokerIds : await listAdminIds(work.db, workspaceId);
  await notify(work, {
    workspaceId,
    userIds: [...new Set([addedBy, ...reviewers])],
    type: 'document.quarantined',
    title: formatTitle(holder.name, findings),
    customerId: holder.customer_id,
    businessId: holder.business_id,
    dealId: holder.deal_id,
  });
}
