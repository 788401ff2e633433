import type { Document } from '@handover/contract/documents/documents.ts';
import { attachmentMaxBytes } from '@handover/contract/records/files.ts';
import type { AttestationVersion } from '@handover/domain/phi/attestation.ts';
import { AppError } from '#lib/errors.ts';
import { recordUpload } from '#platform/audit/audit.ts';
import { receiveFile, recordFile } from '#platform/files/files.ts';
import type { Records } from '#platform/records/record.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { attestStored, recordAttestation, requireAttestation } from './attestations.queries.ts';
import { authorize } from './documents.policy.ts';
import { presentDocument } from './documents.presenter.ts';
import { lockDocument, type DocumentRow } from './documents.queries.ts';
import {
  findDocument,
  findContent,
  getReadableDocument,
  publish,
  recordChange,
  save,
  type Upload,
} from './documents.service.ts';
import { insertVersion } from './versions.queries.ts';

type ReplaceInput = {
  readonly records: Records;
  readonly id: string;
  readonly attestation: AttestationVersion | undefined;
};

type VersionUpload = Pick<Upload, 'platform' | 'request' | 'work' | 'writeOnce'> & {
  readonly id: string;
  readonly attestation?: AttestationVersion | undefined;
};

/**
 * Stores an upload as the new content of a document; the previous content is kept as a version. Throws NOT_FOUND,
 * RULE_BROKEN in the trash, TOO_LARGE, INVALID_INPUT, UNAVAILABLE.
 */
export async function uploadVersion(
  actor: Member,
  { id, attestation, platform: { records, storage }, request, work: before, writeOnce }: VersionUpload,
): Promise<Document> {
  await requireReplaceable(before, actor, { records, id, attestation });
  const received = await receiveFile(request, storage, attachmentMaxBytes);
  return writeOnce(received.stored, (work) =>
    addStoredVersion(work, actor, { records, id, attestation, received, request }),
  );
}

/**
 * A document to which the actor may add a version. Throws NOT_FOUND, RULE_BROKEN in the trash or a frozen data room,
 * INVALID_INPUT in a data room without an attestation.
 */
export async function requireReplaceable(
  work: Pick<Work, 'db'>,
  actor: Member,
  { records, id, attestation }: ReplaceInput,
): Promise<DocumentRow> {
  const row = authorize(actor, 'document:update', await findDocument(work, actor, { records, id }));
  if (row.room_id !== null) requireAttestation(attestation);
  return row;
}

/** Adds received bytes as the newest version, with an audit entry. Throws NOT_FOUND, RULE_BROKEN. */
export async function addStoredVersion(
  work: Work,
  actor: Member,
  {
    records,
    id,
    attestation,
    received,
    request,
  }: Pick<Upload, 'request'> &
    ReplaceInput & {
      readonly received: Awaited<ReturnType<typeof receiveFile>>;
    },
): Promise<Document> {
  const { workspaceId, userId } = actor;
  await lockDocument(work.db, { workspaceId, documentId: id });
  const row = await requireReplaceable(work, actor, { records, id, attestation });
  const file = { workspaceId, ...received, name: row.name, purpose: 'document', createdBy: userId } as const;
  const { id: fileId } = await recordFile(work, file);
  await recordAttestation(work, actor, { fileId, version: attestation });
  await addVersion(work, actor, { records, row, fileId });
  await recordUpload(work, actor, { action: 'createDocumentVersion', subjectId: id, request });
  return presentDocument(actor, await getReadableDocument(work.db, actor, { records, id }));
}

/**
 * Makes an earlier version the newest. Throws NOT_FOUND, RULE_BROKEN in the trash or for the current one, INVALID_INPUT in a
 * data room without an attestation of it.
 */
export async function restoreVersion(
  work: Work,
  actor: Member,
  { records, id, number, attestation }: ReplaceInput & { readonly number: number },
): Promise<Document> {
  await lockDocument(work.db, { workspaceId: actor.workspaceId, documentId: id });
  const row = authorize(actor, 'document:update', await findDocument(work, actor, { records, id }));
  if (number === row.number) throw new AppError('RULE_BROKEN', 'This is already the current version.');
  const { file_id: fileId } = await findContent(work.db, actor, { document: row, number });
  if (row.room_id !== null) await attestStored(work, actor, { fileId, version: attestation });
  await addVersion(work, actor, { records, row, fileId });
  return presentDocument(actor, await getReadableDocument(work.db, actor, { records, id }));
}

async function addVersion(
  work: Work,
  actor: Member,
  { records, row, fileId }: { records: Records; row: DocumentRow; fileId: string },
): Promise<void> {
  const { workspaceId, userId } = actor;
  const number = row.number + 1;
  const version = { workspaceId, documentId: row.id, number, fileId, addedBy: userId, now: work.now };
  await insertVersion(work.db, version);
  await save(work, actor, { records, row, change: { file_id: fileId, number } });
  await recordChange(work, actor, { row, type: 'document.replaced' });
  publish(work, actor, { row, isForClient: row.audience === 'client' });
}
