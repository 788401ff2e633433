import type { Document } from '@handover/contract/documents/documents.ts';
import type { Records } from '#platform/records/record.ts';
import { AppError } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { authorize } from './documents.policy.ts';
import { presentDocument } from './documents.presenter.ts';
import { lockDocument } from './documents.queries.ts';
import { deleteLink, insertLink } from './document-records.queries.ts';
import {
  findDocument,
  getReadableDocument,
  publish,
  requireFiledRecord,
  type RecordId,
} from './documents.service.ts';
import { requireLegalHolds } from './retention/legal-holds.ts';

type LinkInput = { readonly records: Records; readonly id: string; readonly of: RecordId };

/** Adds a document to a record as well. Throws NOT_FOUND, RULE_BROKEN in the trash or for a type without files. */
export async function linkDocument(
  work: Work,
  actor: Member,
  { records, id, of }: LinkInput,
): Promise<Document> {
  authorize(actor, 'document:update', await findDocument(work, actor, { records, id }));
  const attachment = await requireFiledRecord(work.db, actor, { records, ...of, active: true });
  await insertLink(work.db, { workspaceId: actor.workspaceId, documentId: id, ...attachment });
  const row = await getReadableDocument(work.db, actor, { records, id });
  publish(work, actor, { row, isForClient: row.audience === 'client' });
  return presentDocument(actor, row);
}

/**
 * Removes a document from a record; without any other record it stays in the library, where all staff can read it.
 * Throws NOT_FOUND, RULE_BROKEN in the trash or for the business of the data room that it is in.
 */
export async function unlinkDocument(
  work: Work,
  actor: Member,
  { records, id, of }: LinkInput,
): Promise<Document> {
  await lockDocument(work.db, { workspaceId: actor.workspaceId, documentId: id });
  const before = authorize(actor, 'document:update', await findDocument(work, actor, { records, id }));
  if (of.recordId === before.room_business_id)
    throw new AppError('RULE_BROKEN', 'Move this file out of the data room first.');
  const attachment = await requireFiledRecord(work.db, actor, { records, ...of, active: false });
  await deleteLink(work.db, { workspaceId: actor.workspaceId, documentId: id, ...attachment });
  const after = await getReadableDocument(work.db, actor, { records, id });
  requireLegalHolds(before, after);
  publish(work, actor, { row: before, isForClient: before.audience === 'client' });
  return presentDocument(actor, after);
}
