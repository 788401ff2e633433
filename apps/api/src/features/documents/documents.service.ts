import type { Document, createDocument } from '@handover/contract/documents/documents.ts';
import type { QueryOf } from '@handover/contract/http/endpoint.ts';
import { attachmentMaxBytes } from '@handover/contract/records/files.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import type { AttestationVersion } from '@handover/domain/phi/attestation.ts';
import type { FastifyRequest } from 'fastify';
import type { ActivityType } from '@handover/contract/records/activities.ts';
import type { Db } from '#db/client.ts';
import { AppError, inTrash, notFound, staleVersion } from '#lib/errors.ts';
import { recordActivity } from '#platform/activities.ts';
import { recordUpload } from '#platform/audit/audit.ts';
import { receiveFile, recordFile, requireOpenable } from '#platform/files/files.ts';
import { cleanFileName } from '#platform/files/upload.ts';
import type { WriteOnce } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { canReadFiles, type RecordTypeWithFiles } from '#platform/records/files.queries.ts';
import type { Records } from '#platform/records/record.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { addDocumentRow, type NewDocument } from './add-document.ts';
import { attestStored, recordAttestation, requireAttestation } from './attestations.queries.ts';
import { requireChecked } from './content/check-file.ts';
import { authorize, documentPolicy } from './documents.policy.ts';
import { presentDocument } from './documents.presenter.ts';
import { findDocumentRow, updateDocumentRow, type DocumentRow } from './documents.queries.ts';
import { findSavedDocumentId, type Attachment } from './document-records.queries.ts';
import { requireUnheld } from './retention/legal-holds.ts';
import { findVersionFile } from './versions.queries.ts';
import { followAnswers } from './rooms/follow-answers.ts';
import { requirePlace } from './folders/folders.service.ts';

/** A record that a document is about. */
export type RecordId = { readonly recordType: RecordType; readonly recordId: string };

/** The record types that have files. */
export function listRecordTypesWithFiles({ all }: Pick<Records, 'all'>): RecordTypeWithFiles[] {
  return all.flatMap(({ files, ...record }) => (files === undefined ? [] : [{ ...record, files }]));
}

/**
 * A record with files, in the trash or not unless `active`. Throws NOT_FOUND, RULE_BROKEN for a type without files and,
 * with `active`, for a record in the trash.
 */
export async function requireFiledRecord(
  db: Db,
  member: Member,
  { records, recordType, recordId, active }: RecordId & { records: Records; active: boolean },
): Promise<Attachment> {
  const record = listRecordTypesWithFiles(records).find(({ type }) => type === recordType);
  const { one, many } = records.get(recordType).labels;
  if (record === undefined) throw new AppError('RULE_BROKEN', `Files cannot be added to ${many}.`);
  if (await canReadFiles(db, member, { record, recordId, active })) return { record, recordId };
  const isTrashed = active && (await canReadFiles(db, member, { record, recordId, active: false }));
  throw isTrashed ? inTrash(one) : notFound(one);
}

export type Upload = {
  readonly input: QueryOf<typeof createDocument>;
  readonly platform: Pick<Platform, 'records' | 'storage'>;
  readonly request: FastifyRequest;
  readonly work: Work;
  readonly writeOnce: WriteOnce;
  /** `staff` by default; `client` for files that clients send. */
  readonly audience?: Document['audience'] | undefined;
  /** The data room request that it answers. */
  readonly requestId?: string | undefined;
  /** Stores the upload; by default the unchanged body. */
  readonly receive?: (() => ReturnType<typeof receiveFile>) | undefined;
  /** Recorded in the audit log. */
  readonly action?: string | undefined;
  /** Called in the transaction that adds the document. */
  readonly onAdded?: (work: Work, document: Document) => Promise<void>;
};

/** Stores an upload on a record, in a folder, or both. Throws like `findUploadPlace`, TOO_LARGE, UNAVAILABLE. */
export async function uploadDocument(
  actor: Member,
  {
    input: { name, ...place },
    platform: { records, storage },
    request,
    work: before,
    writeOnce,
    receive = () => receiveFile(request, storage, attachmentMaxBytes),
    onAdded,
    ...options
  }: Upload,
): Promise<Document> {
  await findUploadPlace(before.db, actor, { records, ...place });
  const received = await receive();
  return writeOnce(received.stored, async (work) => {
    const added = { ...options, records, name, place, received, request };
    const document = await addStoredDocument(work, actor, added);
    await onAdded?.(work, document);
    return document;
  });
}

type Place = Omit<QueryOf<typeof createDocument>, 'name'>;

/** The records that an upload is added to, in a data room also its business. Throws NOT_FOUND, RULE_BROKEN, INVALID_INPUT. */
export async function findUploadPlace(
  db: Db,
  actor: Member,
  { records, folderId, recordType, recordId, attestation }: Place & { records: Records },
): Promise<Attachment[]> {
  const roomOf = folderId === undefined ? null : await requirePlace(db, actor, folderId);
  if (roomOf !== null) requireAttestation(attestation);
  const places: RecordId[] = [];
  if (recordType !== undefined && recordId !== undefined) places.push({ recordType, recordId });
  if (roomOf !== null && roomOf !== recordId) places.push({ recordType: 'business', recordId: roomOf });
  const attachments: Attachment[] = [];
  for (const place of places)
    attachments.push(await requireFiledRecord(db, actor, { records, ...place, active: true }));
  return attachments;
}

/** Adds received bytes as a document, with an audit entry. Throws NOT_FOUND, RULE_BROKEN. */
export async function addStoredDocument(
  work: Work,
  actor: Member,
  added: Pick<Upload, 'request' | 'requestId' | 'audience' | 'action'> & {
    readonly records: Records;
    readonly name: string;
    readonly place: Place;
    readonly received: Awaited<ReturnType<typeof receiveFile>>;
  },
): Promise<Document> {
  const { records, place, received, request, requestId, audience, action = 'createDocument' } = added;
  const { workspaceId, userId } = actor;
  const attachments = await findUploadPlace(work.db, actor, { records, ...place });
  const name = cleanFileName(added.name);
  const file = { workspaceId, ...received, name, purpose: 'document', createdBy: userId } as const;
  const { id: fileId } = await recordFile(work, file);
  await recordAttestation(work, actor, { fileId, version: place.attestation });
  const row = { records, attachments, folderId: place.folderId, requestId, name, fileId, audience };
  const document = await addDocument(work, actor, row);
  await recordUpload(work, actor, { action, subjectId: document.id, request });
  return document;
}

/**
 * Saves a file that the actor may read to a record; returns the existing document if it is already there. Throws
 * NOT_FOUND, RULE_BROKEN.
 */
export async function saveFileToRecord(
  work: Work,
  actor: Member,
  { records, of, file }: { records: Records; of: RecordId; file: { id: string; name: string } },
): Promise<Document> {
  const attachment = await requireFiledRecord(work.db, actor, { records, ...of, active: true });
  const { workspaceId } = actor;
  const savedId = await findSavedDocumentId(work.db, { workspaceId, fileId: file.id, ...attachment });
  if (savedId !== null)
    return presentDocument(actor, await getReadableDocument(work.db, actor, { records, id: savedId }));
  return addDocument(work, actor, { records, attachments: [attachment], name: file.name, fileId: file.id });
}

/**
 * Deletes a document so that it can be restored, or restores it. Throws NOT_FOUND if it is already in that state,
 * INVALID_INPUT when it returns into a data room without an attestation.
 */
export async function setDocumentDeleted(
  work: Work,
  actor: Member,
  {
    records,
    id,
    isDeleted,
    attestation,
  }: {
    records: Records;
    id: string;
    isDeleted: boolean;
    attestation?: AttestationVersion | undefined;
  },
): Promise<Document> {
  const row = authorize(actor, 'document:delete', await findDocument(work, actor, { records, id }));
  if ((row.deleted_at !== null) === isDeleted) throw notFound('file');
  if (isDeleted) requireUnheld(row);
  else if (row.room_id !== null)
    await attestStored(work, actor, { fileId: row.file_id, version: attestation });
  await save(work, actor, { records, row, change: { deleted_at: isDeleted ? work.now : null } });
  if (row.request_id !== null) await followAnswers(work, actor, row.request_id);
  await recordChange(work, actor, { row, type: isDeleted ? 'document.deleted' : 'document.restored' });
  publish(work, actor, { row, isForClient: row.audience === 'client' });
  return presentDocument(actor, await findDocument(work, actor, { records, id }));
}

/** A document that the member may read, in the trash if they see it there. Throws NOT_FOUND. */
export async function findReadableDocument(
  db: Db,
  member: Member,
  { records, id }: { records: Records; id: string },
): Promise<DocumentRow> {
  const types = listRecordTypesWithFiles(records);
  const row = await findDocumentRow(db, member, { documentId: id, records: types, active: false });
  if (row === null || (row.deleted_at !== null && !documentPolicy.seesTrash(member))) throw notFound('file');
  return row;
}

type Content = Pick<
  DocumentRow,
  | 'id'
  | 'file_id'
  | 'name'
  | 'content_type'
  | 'size_bytes'
  | 'sha256'
  | 'object_id'
  | 'blocked'
  | 'text_state'
>;

/**
 * One version of a document for reading, under the document's name. Throws NOT_FOUND for a missing version number,
 * RULE_BROKEN for a blocked file, UNAVAILABLE for clients until the file was checked for patient information.
 */
export async function getContent(
  db: Db,
  member: Member,
  sought: { document: DocumentRow; number: number },
): Promise<Content> {
  const content = await findContent(db, member, sought);
  requireOpenable(content);
  if (member.scope === 'client') requireChecked(content);
  return content;
}

/** One version of a document, which may be blocked. Throws NOT_FOUND for a number that it does not have. */
export async function findContent(
  db: Db,
  { workspaceId, scope }: Member,
  { document, number }: { document: DocumentRow; number: number },
): Promise<Content> {
  if (number === document.number) return document;
  // Clients read what is shared now, not what it replaced.
  if (scope === 'client') throw notFound('version');
  const file = await findVersionFile(db, { workspaceId, documentId: document.id, number });
  if (file === null) throw notFound('version');
  return { ...file, id: document.id, name: document.name };
}

/** A document that the member may open. Throws NOT_FOUND. */
export async function getReadableDocument(
  db: Db,
  member: Member,
  sought: { records: Records; id: string },
): Promise<DocumentRow> {
  const row = await findReadableDocument(db, member, sought);
  if (row.deleted_at !== null) throw notFound('file');
  return row;
}

async function addDocument(
  work: Work,
  actor: Member,
  {
    records,
    audience = 'staff',
    ...added
  }: Omit<NewDocument, 'workspaceId' | 'createdBy' | 'audience'> & {
    records: Records;
    audience?: Document['audience'] | undefined;
  },
): Promise<Document> {
  const { workspaceId, userId } = actor;
  const id = await addDocumentRow(work, { workspaceId, createdBy: userId, audience, ...added });
  const row = await getReadableDocument(work.db, actor, { records, id });
  await recordChange(work, actor, { row, type: 'document.created' });
  publish(work, actor, { row, isForClient: audience === 'client' });
  return presentDocument(actor, row);
}

/** A document to be changed, deleted or not. Throws NOT_FOUND. */
export async function findDocument(
  { db }: Pick<Work, 'db'>,
  actor: Member,
  { records, id }: { records: Records; id: string },
): Promise<DocumentRow> {
  const types = listRecordTypesWithFiles(records);
  const row = await findDocumentRow(db, actor, { documentId: id, records: types, active: true });
  if (row === null) throw notFound('file');
  return row;
}

/** Throws STALE_VERSION with the current document. */
export async function save(
  work: Work,
  actor: Member,
  {
    records,
    row: { id, version },
    change,
  }: {
    records: Records;
    row: Pick<DocumentRow, 'id' | 'version'>;
    change: Parameters<typeof updateDocumentRow>[1]['change'];
  },
): Promise<void> {
  const { workspaceId } = actor;
  const key = { workspaceId, documentId: id, version, change, now: work.now };
  if (await updateDocumentRow(work.db, key)) return;
  throw staleVersion(presentDocument(actor, await findDocument(work, actor, { records, id })));
}

/** Timelines belong to records: a document that is only in the library has none. */
export async function recordChange(
  work: Work,
  actor: Member,
  { row, type }: { row: DocumentRow; type: ActivityType },
): Promise<void> {
  if (row.customer_id === null && row.business_id === null && row.deal_id === null) return;
  await recordActivity(work, {
    workspaceId: actor.workspaceId,
    actorId: actor.userId,
    customerId: row.customer_id,
    businessId: row.business_id,
    dealId: row.deal_id,
    type,
    subject: { kind: 'document', id: row.id },
    audience:
      type === 'document.shared' || (type === 'document.created' && row.audience === 'client')
        ? 'client'
        : 'staff',
  });
}

export function publish(
  work: Work,
  { workspaceId }: Pick<Member, 'workspaceId'>,
  {
    row,
    isForClient,
  }: {
    row: Pick<DocumentRow, 'id' | 'customer_id' | 'business_id' | 'deal_id'>;
    isForClient: boolean;
  },
): void {
  const { id, customer_id: customerId, business_id: businessId, deal_id: dealId } = row;
  work.publish({ workspaceId, noun: 'document', id, customerId, businessId, dealId, isForClient });
}
