import { toCalendarDate } from '@handover/domain/local-time.ts';
import { starterTemplate } from '@handover/contract/agreements/agreement-templates.ts';
import { recordPaperAgreement, type AgreementDetail } from '@handover/contract/agreements/agreements.ts';
import type { QueryOf } from '@handover/contract/http/endpoint.ts';
import { attachmentMaxBytes } from '@handover/contract/records/files.ts';
import { isOtherName } from '@handover/domain/agreement-text.ts';
import { getActiveCustomer } from '#features/customers/customers.public.ts';
import { attachFile } from '#features/documents/documents.public.ts';
import { invalidField } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { recordUpload } from '#platform/audit/audit.ts';
import { receivePdfOrImage, recordFile } from '#platform/files/files.ts';
import { cleanFileName } from '#platform/files/upload.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { indexForSearch } from '#platform/search/search-entries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { recordAgreementEvent } from './agreement-events.ts';
import { listAgreementRecords } from './agreement-pdf.job.ts';
import { insertAgreement, startOfDay } from './agreement-writes.queries.ts';
import { presentDetail } from './agreements.presenter.ts';
import { checkRecords, getReadableAgreement } from './send-agreement.ts';

type Paper = Omit<QueryOf<typeof recordPaperAgreement>, 'name'>;

/** NDAs that buyers signed on paper, with a scan. */
export function paperAgreementRoutes(
  routes: Routes,
  { records, storage }: Pick<Platform, 'records' | 'storage'>,
): void {
  routes.add(recordPaperAgreement, async ({ actor, query, request, work: before, writeOnce }) => {
    const { name: given, ...paper } = query;
    await requireFitting(before, actor, paper);
    const received = await receivePdfOrImage(request, storage, attachmentMaxBytes);
    return writeOnce(received.stored, async (work) => {
      const { workspaceId, userId: createdBy } = actor;
      const name = cleanFileName(given);
      const file = { workspaceId, ...received, name, purpose: 'document', createdBy } as const;
      const { id: fileId } = await recordFile(work, file);
      const agreement = await addPaper(work, actor, { paper, fileId });
      const parties = {
        customer_id: paper.customerId,
        deal_id: paper.dealId ?? null,
        businesses: paper.businessIds.map((id) => ({ id })),
      };
      for (const record of listAgreementRecords(parties))
        await attachFile(work, records, { ...record, workspaceId, fileId, name, createdBy });
      await recordUpload(work, actor, { action: 'recordPaperAgreement', subjectId: agreement.id, request });
      return { agreement };
    });
  });
}

/** Throws NOT_FOUND, INVALID_INPUT. */
async function requireFitting(work: Work, actor: Member, paper: Paper): Promise<string> {
  const { name } = await getActiveCustomer(work.db, actor, paper.customerId);
  if (paper.businessIds.length === 0) throw invalidField('businessIds', 'Choose at least one business');
  if (new Set(paper.businessIds).size < paper.businessIds.length)
    throw invalidField('businessIds', 'Duplicates are not allowed');
  await checkRecords(work, actor, paper);
  const { signedOn, expiresOn } = paper;
  if (signedOn > toCalendarDate(work.now, actor.timeZone))
    throw invalidField('signedOn', 'Cannot be in the future');
  if (expiresOn !== undefined && expiresOn < signedOn)
    throw invalidField('expiresOn', 'Must not be before the signature');
  return name;
}

async function addPaper(
  work: Work,
  actor: Member,
  { paper, fileId }: { paper: Paper; fileId: string },
): Promise<AgreementDetail> {
  const { workspaceId, userId, timeZone } = actor;
  const { customerId, businessIds, dealId, signerName, signedOn, expiresOn } = paper;
  const customerName = await requireFitting(work, actor, paper);
  const id = newId();
  const { title } = starterTemplate;
  await insertAgreement(
    work.db,
    {
      workspace_id: workspaceId,
      id,
      customer_id: customerId,
      deal_id: dealId ?? null,
      title,
      status: 'signed',
      sent_by: userId,
      sent_at: work.now,
      deadline: work.now,
      closed_at: await startOfDay(work.db, { day: signedOn, timeZone }),
      signer_name: signerName,
      is_other_name: isOtherName(signerName, customerName),
      identity_method: 'paper',
      expires_on: expiresOn ?? null,
      file_id: fileId,
      created_at: work.now,
    },
    businessIds,
  );
  const parts = [customerName, title];
  await indexForSearch(work.db, { workspaceId, kind: 'agreement', recordId: id, parts });
  const row = await getReadableAgreement(work.db, actor, id);
  await recordAgreementEvent(work, { row, type: 'agreement.recorded', actorId: userId });
  return presentDetail(actor, row, work.now);
}
