import type { Document, updateDocument } from '@handover/contract/documents/documents.ts';
import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import { cleanFileName } from '#platform/files/upload.ts';
import type { Records } from '#platform/records/record.ts';
import { replaceTags } from '#platform/records/tags/tags.queries.ts';
import { indexForSearch } from '#platform/search/search-entries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { attestStored } from './attestations.queries.ts';
import { deleteBusinessLink, insertLink } from './document-records.queries.ts';
import { authorize } from './documents.policy.ts';
import { presentDocument } from './documents.presenter.ts';
import { documentTags, lockDocument } from './documents.queries.ts';
import {
  findDocument,
  getReadableDocument,
  publish,
  recordChange,
  requireFiledRecord,
  save,
} from './documents.service.ts';
import { requirePlace } from './folders/folders.service.ts';
import { requireLegalHolds } from './retention/legal-holds.ts';
import { followAnswers } from './rooms/follow-answers.ts';

type DocumentChange = {
  readonly records: Records;
  readonly id: string;
  readonly input: BodyOf<typeof updateDocument>;
  /**
   * Businesses that it remains filed with when it leaves a data room; by default the room's business, unless it moves
   * to another room.
   */
  readonly businessIds?: readonly string[] | undefined;
};

/**
 * Renames a document, changes its audience or its tags, or moves it. Throws NOT_FOUND, RULE_BROKEN in the trash or on
 * legal hold, STALE_VERSION, INVALID_INPUT into a data room without an attestation.
 */
export async function changeDocument(
  work: Work,
  actor: Member,
  { records, id, input, businessIds }: DocumentChange,
): Promise<Document> {
  const { workspaceId } = actor;
  await lockDocument(work.db, { workspaceId, documentId: id });
  const before = authorize(actor, 'document:update', await findDocument(work, actor, { records, id }));
  const { version, name, audience, tagIds, attestation } = input;
  // The folder that it is in is no move.
  const folderId = input.folderId === before.folder_id ? undefined : input.folderId;
  const roomOf = folderId == null ? null : await requirePlace(work.db, actor, folderId);
  if (roomOf !== null) {
    await attestStored(work, actor, { fileId: before.file_id, version: attestation });
    const of = { recordType: 'business', recordId: roomOf } as const;
    const attachment = await requireFiledRecord(work.db, actor, { records, ...of, active: true });
    await insertLink(work.db, { workspaceId, documentId: id, ...attachment });
  }
  const left = folderId === undefined ? null : before.room_business_id;
  const isTakenOff = left !== null && left !== roomOf && !(businessIds?.includes(left) ?? roomOf === null);
  if (isTakenOff) await deleteBusinessLink(work.db, { workspaceId, documentId: id, businessId: left });
  const change = {
    ...(name === undefined ? {} : { name: cleanFileName(name) }),
    ...(audience === undefined ? {} : { audience }),
    // In another folder, it no longer answers the request.
    ...(folderId === undefined ? {} : { folder_id: folderId, request_id: null, rejected_at: null }),
  };
  await save(work, actor, { records, row: { ...before, version }, change });
  if (folderId !== undefined && before.request_id !== null)
    await followAnswers(work, actor, before.request_id);
  if (tagIds !== undefined) await replaceTags(work.db, documentTags, { workspaceId, recordId: id, tagIds });
  const after = await getReadableDocument(work.db, actor, { records, id });
  requireLegalHolds(before, after);
  if (after.name !== before.name)
    await indexForSearch(work.db, { workspaceId, kind: 'document', recordId: id, parts: [after.name] });
  const isShared = before.audience === 'staff' && after.audience === 'client';
  if (isShared) await recordChange(work, actor, { row: after, type: 'document.shared' });
  const isForClient = [before.audience, after.audience].includes('client');
  for (const row of isTakenOff ? [before, after] : [after]) publish(work, actor, { row, isForClient });
  return presentDocument(actor, after);
}
