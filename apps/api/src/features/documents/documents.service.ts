import type { Document, createDocument, updateDocument } from '@handover/contract/documents.ts';
import type { BodyOf, QueryOf } from '@handover/contract/endpoint.ts';
import { attachmentMaxBytes } from '@handover/contract/files.ts';
import type { RecordType } from '@handover/contract/records.ts';
import type { FastifyRequest } from 'fastify';
import type { ActivityType } from '@handover/contract/activities.ts';
import type { Db } from '#db/client.ts';
import { AppError, inTrash, notFound, staleVersion } from '#lib/errors.ts';
import { recordActivity } from '#platform/activities.ts';
import { recordUpload } from '#platform/audit/audit.ts';
import { receiveFile, recordFile } from '#platform/files/files.ts';
import { cleanFileName } from '#platform/files/upload.ts';
import type { WriteOnce } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { canReadFiles, type FiledRecord } from '#platform/records/files.queries.ts';
import type { Records } from '#platform/records/record.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { authorize, can } from './documents.policy.ts';
import {
  findDocumentRow,
  findSavedDocumentId,
  insertDocument,
  updateDocumentRow,
  type Attachment,
  type DocumentRow,
} from './documents.queries.ts';

type RecordId = { readonly recordType: RecordType; readonly recordId: string };

/** The record types that have files. */
export function filedRecords({ all }: Records): FiledRecord[] {
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
  const record = filedRecords(records).find(({ type }) => type === recordType);
  const { one, many } = records.get(recordType).labels;
  if (record === undefined) throw new AppError('RULE_BROKEN', `Files cannot be added to ${many}.`);
  if (await canReadFiles(db, member, { record, recordId, active })) return { record, recordId };
  const isTrashed = active && (await canReadFiles(db, member, { record, recordId, active: false }));
  throw isTrashed ? inTrash(one) : notFound(one);
}

type Uploaded = {
  readonly input: QueryOf<typeof createDocument>;
  readonly platform: Pick<Platform, 'records' | 'storage'>;
  readonly request: FastifyRequest;
  readonly work: Work;
  readonly writeOnce: WriteOnce;
  /** Files of clients are for them as well. */
  readonly audience?: Document['audience'];
  /** Recorded in the audit log. */
  readonly action?: string;
  /** Done in the transaction that adds the document. */
  readonly onAdded?: (work: Work) => Promise<void>;
};

/** Stores an upload as a document of a record. Throws NOT_FOUND, RULE_BROKEN, TOO_LARGE, INVALID_INPUT, UNAVAILABLE. */
export async function uploadDocument(
  actor: Member,
  {
    input: { name: sentName, ...of },
    platform: { records, storage },
    request,
    work: before,
    writeOnce,
    audience = 'staff',
    action = 'createDocument',
    onAdded,
  }: Uploaded,
): Promise<Document> {
  await requireFiledRecord(before.db, actor, { records, ...of, active: true });
  const { stored, contentType } = await receiveFile(request, storage, attachmentMaxBytes);
  return writeOnce(stored, async (work) => {
    const attachment = await requireFiledRecord(work.db, actor, { records, ...of, active: true });
    const { workspaceId, userId } = actor;
    const name = cleanFileName(sentName);
    const file = { workspaceId, stored, contentType, name, purpose: 'document', createdBy: userId } as const;
    const { id: fileId } = await recordFile(work, file);
    const document = await addDocument(work, actor, { records, attachment, name, fileId, audience });
    await onAdded?.(work);
    await recordUpload(work, actor, { action, subjectId: document.id, request });
    return document;
  });
}

/** Saves a file that the actor may read to a record; one that is there already is returned. Throws NOT_FOUND, RULE_BROKEN. */
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
  return addDocument(work, actor, { records, attachment, name: file.name, fileId: file.id });
}

/** Renames a document or changes its audience. Throws NOT_FOUND, RULE_BROKEN in the trash, STALE_VERSION. */
export async function changeDocument(
  work: Work,
  actor: Member,
  { records, id, input }: { records: Records; id: string; input: BodyOf<typeof updateDocument> },
): Promise<Document> {
  const before = authorize(actor, 'document:update', await findDocument(work, actor, { records, id }));
  const { version, name, audience } = input;
  const change = {
    ...(name === undefined ? {} : { name: cleanFileName(name) }),
    ...(audience === undefined ? {} : { audience }),
  };
  await save(work, actor, { records, row: { ...before, version }, change });
  const after = await getReadableDocument(work.db, actor, { records, id });
  const isShared = before.audience === 'staff' && after.audience === 'client';
  if (isShared) await recordChange(work, actor, { row: after, type: 'document.shared' });
  publish(work, actor, { row: after, isForClient: [before.audience, after.audience].includes('client') });
  return presentDocument(actor, after);
}

/** Deletes a document so that it can be restored, or restores it. Throws NOT_FOUND when it is that already. */
export async function setDocumentDeleted(
  work: Work,
  actor: Member,
  { records, id, isDeleted }: { records: Records; id: string; isDeleted: boolean },
): Promise<Document> {
  const row = authorize(actor, 'document:delete', await findDocument(work, actor, { records, id }));
  if ((row.deleted_at !== null) === isDeleted) throw notFound('file');
  await save(work, actor, { records, row, change: { deleted_at: isDeleted ? work.now : null } });
  await recordChange(work, actor, { row, type: isDeleted ? 'document.deleted' : 'document.restored' });
  publish(work, actor, { row, isForClient: row.audience === 'client' });
  return presentDocument(actor, await findDocument(work, actor, { records, id }));
}

/** A document that the member may open. Throws NOT_FOUND. */
export async function getReadableDocument(
  db: Db,
  member: Member,
  { records, id }: { records: Records; id: string },
): Promise<DocumentRow> {
  const row = await findDocumentRow(db, member, {
    documentId: id,
    records: filedRecords(records),
    active: false,
  });
  if (row === null || row.deleted_at !== null) throw notFound('file');
  return row;
}

/** A document as the contract shows it. */
export function presentDocument(member: Member, row: DocumentRow): Document {
  return {
    id: row.id,
    name: row.name,
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    audience: row.audience,
    createdBy: { id: row.created_by, displayName: row.author_name },
    createdAt: row.created_at.toISOString(),
    version: row.version,
    abilities: {
      canUpdate: can(member, 'document:update', row),
      canDelete: can(member, 'document:delete', row),
    },
  };
}

async function addDocument(
  work: Work,
  actor: Member,
  {
    records,
    attachment,
    name,
    fileId,
    audience = 'staff',
  }: {
    records: Records;
    attachment: Attachment;
    name: string;
    fileId: string;
    audience?: Document['audience'];
  },
): Promise<Document> {
  const { workspaceId, userId } = actor;
  const added = { workspaceId, ...attachment, name, fileId, audience, createdBy: userId, now: work.now };
  const row = await getReadableDocument(work.db, actor, {
    records,
    id: await insertDocument(work.db, added),
  });
  await recordChange(work, actor, { row, type: 'document.created' });
  publish(work, actor, { row, isForClient: audience === 'client' });
  return presentDocument(actor, row);
}

/** A document to be changed, deleted or not. Throws NOT_FOUND. */
async function findDocument(
  { db }: Work,
  actor: Member,
  { records, id }: { records: Records; id: string },
): Promise<DocumentRow> {
  const row = await findDocumentRow(db, actor, {
    documentId: id,
    records: filedRecords(records),
    active: true,
  });
  if (row === null) throw notFound('file');
  return row;
}

/** Throws STALE_VERSION with the document as it is now. */
async function save(
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

async function recordChange(
  work: Work,
  actor: Member,
  { row, type }: { row: DocumentRow; type: ActivityType },
): Promise<void> {
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

function publish(
  work: Work,
  { workspaceId }: Member,
  { row, isForClient }: { row: DocumentRow; isForClient: boolean },
): void {
  const { id, customer_id: customerId, business_id: businessId, deal_id: dealId } = row;
  work.publish({ workspaceId, noun: 'document', id, customerId, businessId, dealId, isForClient });
}
