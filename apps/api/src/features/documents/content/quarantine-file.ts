import { z } from 'zod';
import { describeKinds, quarantine, type Finding } from '#features/phi/phi.public.ts';
import type { DocumentText, TextFormat } from '#adapters/document-text/text-messages.ts';
import { notify } from '#platform/notifications.ts';
import type { Work } from '#platform/work.ts';
import { listAdminIds } from '#platform/session/session.queries.ts';
import { listHolders, type HolderRow } from './quarantine.queries.ts';
import { insertPages } from './text.queries.ts';

type Key = { readonly workspaceId: string; readonly fileId: string };

const content = z.object({
  pages: z.array(z.object({ title: z.string().nullable(), text: z.string() })),
});

/** What a quarantined file says, by page. */
export const readFileContent = (stored: unknown): z.infer<typeof content> => content.parse(stored);

/** Where something was found: "page 3", "sheet 2, column B", "attachment list.csv"; null in a file of one text. */
function placeOf(
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
  const holders = await listHolders(work.db, { workspaceId, fileId });
  const [first] = holders;
  if (first === undefined) throw new Error('The file belongs to no document');
  const findings = text.findings.map((finding): Finding => {
    const { kind, excerpt } = finding;
    return { kind, part: 'file', place: placeOf(format, finding, text.pages), excerpt };
  });
  await quarantine(work, {
    workspaceId,
    subject: { kind: 'document', id: first.id, fileId },
    findings,
    content: { pages: text.pages },
  });
  for (const holder of holders) await notifyOfQuarantine(work, { workspaceId, holder, findings });
}

/** Makes the text of a released file readable and searchable. */
export async function releaseFile(
  work: Work,
  { workspaceId, fileId, stored }: Key & { stored: unknown },
): Promise<void> {
  const { pages } = readFileContent(stored);
  await insertPages(work.db, { workspaceId, fileId, pages });
  await publishHolders(work, { workspaceId, fileId });
}

/** Shows on open pages what became of a file. */
export async function publishHolders(work: Work, { workspaceId, fileId }: Key): Promise<void> {
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
    title: `${holder.name} was quarantined: it may contain patient information (${describeKinds(findings)})`,
    customerId: holder.customer_id,
    businessId: holder.business_id,
    dealId: holder.deal_id,
  });
}
