import type { Document, DocumentVersion } from '@handover/contract/documents/documents.ts';
import { getDocumentKind } from '#platform/files/content-type.ts';
import type { Member } from '#platform/session/actor.ts';
import { hasMarkedPages, presentFileState } from './content/check-file.ts';
import { presentLegalHold } from './retention/legal-holds.ts';
import { can } from './documents.policy.ts';
import type { DocumentRow } from './documents.queries.ts';
import type { VersionRow } from './versions.queries.ts';

/** A document in its API shape. Folders and records are shown to staff only. */
export function presentDocument(member: Member, row: DocumentRow): Document {
  const isClient = member.scope === 'client';
  return {
    id: row.id,
    name: row.name,
    contentType: row.content_type,
    kind: getDocumentKind(row.content_type),
    sizeBytes: row.size_bytes,
    number: row.number,
    ...presentFileState(row, { isClient, isAuthor: row.created_by === member.userId }),
    ...(row.is_marked && { isMarked: true }),
    ...(!isClient && row.room_id !== null && { isInRoom: true }),
    ...(!isClient && row.room_id !== null && !hasMarkedPages(row) && { isClosedToBuyers: true }),
    ...(!isClient && row.is_attested && { isAttested: true }),
    ...(row.rejected_at !== null && { isRejected: true }),
    audience: row.audience,
    legalHolds: isClient ? [] : row.legal_holds.map(presentLegalHold),
    tags: isClient ? [] : [...row.tags],
    folder:
      isClient || row.folder_id === null || row.folder_name === null
        ? null
        : { id: row.folder_id, name: row.folder_name },
    records: row.records.map((record) =>
      record.id === row.room_business_id ? { ...record, isOfRoom: true } : record,
    ),
    createdBy: row.is_author_shown ? { id: row.created_by, displayName: row.author_name } : null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    availableAt: row.available_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
    version: row.version,
    abilities: {
      canUpdate: can(member, 'document:update', row),
      canDelete:
        can(member, 'document:delete', row) && (row.deleted_at !== null || row.legal_holds.length === 0),
      canPlaceLegalHold: can(member, 'document:hold', row),
    },
  };
}

export function presentVersion(
  row: VersionRow,
  attestation: DocumentVersion['attestation'],
): DocumentVersion {
  return {
    number: row.number,
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    addedBy: { id: row.added_by, displayName: row.author_name },
    addedAt: row.added_at.toISOString(),
    attestation,
  };
}
