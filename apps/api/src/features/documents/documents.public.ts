import type { Document } from '@handover/contract/documents/documents.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { calculateReadyPercent } from '@handover/domain/data-rooms/room-template.ts';
import type { Db } from '#db/client.ts';
import type { Records } from '#platform/records/record.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { addDocumentRow } from './add-document.ts';
import { unshareDocuments, type DocumentRow } from './documents.queries.ts';
import { getReadableDocument, publish } from './documents.service.ts';
import { hasMarkedPages, presentFileState, requireChecked, type FileStateRow } from './content/check-file.ts';
import { selectFileState } from './content/file-state.queries.ts';
import { getMarkablePages } from './content/marked-pages.ts';
import { addReadingTime, recordPage } from './rooms/readings.queries.ts';
import { listStates } from './rooms/room-requests.queries.ts';

/** For the gates of businesses: how much of the checklist of its data room is ready. */
export async function getRoomFact(
  db: Db,
  business: { readonly workspaceId: string; readonly businessId: string },
): Promise<{ documentsReadyPercent: number | null }> {
  const states = await listStates(db, business);
  return { documentsReadyPercent: calculateReadyPercent(states, states[0]?.today ?? '') };
}

/** A document that is shared by a link, for a member who may open it. Throws NOT_FOUND. */
export async function getSharedDocument(
  db: Db,
  member: Member,
  document: { readonly records: Records; readonly id: string },
): Promise<Pick<DocumentRow, 'id' | 'name' | 'content_type' | 'size_bytes' | 'text_state' | 'room_id'>> {
  return getReadableDocument(db, member, document);
}

/** Whether a file can be shared by a link: as a PDF, or as pages that are drawn from it. */
export const isSharable = hasMarkedPages;

/** For a row of `files` that is attached to an email: whether it may be opened, and was checked. */
export const attachmentState = selectFileState('files.name');
export type AttachmentState = FileStateRow;
export const presentAttachmentState = presentFileState;

/** Only staff can read a file before it is checked. Throws UNAVAILABLE, or RULE_BROKEN if it could not be checked. */
export const requireCheckedFile = requireChecked;

/** A file as shown to the reader of a link, as a PDF. Throws RULE_BROKEN for a file without pages. */
export const pagesOfSharedFile = getMarkablePages;

/** Records that a reader of a shared link opens a page, before it is sent. */
export const recordSharedPage = recordPage;

/** Adds the reading time of a reader of a shared link. Throws NOT_FOUND for a page that they have not opened. */
export const addSharedReadingTime = addReadingTime;

/** Attaches a stored file to a record, without an access check: for files that the product creates. */
export async function attachFile(
  work: Work,
  records: Records,
  {
    recordType,
    recordId,
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
  const attachment = { record: { ...record, files: record.files }, recordId };
  const id = await addDocumentRow(work, { ...document, attachments: [attachment] });
  work.publish({
    workspaceId: document.workspaceId,
    noun: 'document',
    id,
    customerId: recordType === 'customer' ? recordId : null,
    businessId: recordType === 'business' ? recordId : null,
    dealId: recordType === 'deal' ? recordId : null,
    isForClient: document.audience === 'client',
  });
}

/** Restricts a file to staff: clients can no longer read documents whose current content it is. */
export async function unshareFile(
  work: Work,
  member: Pick<Member, 'workspaceId'>,
  fileId: string,
): Promise<void> {
  const { workspaceId } = member;
  for (const row of await unshareDocuments(work.db, { workspaceId, fileId, now: work.now }))
    publish(work, member, { row, isForClient: true });
}
