import type { Document } from '@handover/contract/documents.ts';
import type { RecordType } from '@handover/contract/records.ts';
import type { Records } from '#platform/records/record.ts';
import type { Work } from '#platform/work.ts';
import { insertDocument } from './documents.queries.ts';

/** Attaches a stored file to a record, without asking whether somebody may: for files that the product makes. */
export async function attachFile(
  work: Work,
  records: Records,
  {
    recordType,
    ...document
  }: {
    workspaceId: string;
    recordType: RecordType;
    recordId: string;
    fileId: string;
    name: string;
    audience: Document['audience'];
    createdBy: string;
  },
): Promise<void> {
  const record = records.get(recordType);
  if (record.files === undefined) throw new Error(`A ${recordType} has no files`);
  const filed = { ...record, files: record.files };
  const id = await insertDocument(work.db, { ...document, record: filed, now: work.now });
  work.publish({
    workspaceId: document.workspaceId,
    noun: 'document',
    id,
    customerId: recordType === 'customer' ? document.recordId : null,
    businessId: recordType === 'business' ? document.recordId : null,
    dealId: recordType === 'deal' ? document.recordId : null,
    isForClient: document.audience === 'client',
  });
}
