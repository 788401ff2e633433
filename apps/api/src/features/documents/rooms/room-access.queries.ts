import type { DocumentLevel } from '@handover/contract/deals/deal-stages.ts';
import { sql, type RawBuilder, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { DocumentsTable } from '#db/schema/documents.ts';
import { isOwnBusiness } from '#features/businesses/businesses.public.ts';
import { selectDocumentLevel, hasOpenDocuments } from '#features/deals/deals.public.ts';
import { isOnReadableRecord, type RecordTypeWithFiles } from '#platform/records/files.queries.ts';
import type { Member } from '#platform/session/actor.ts';

/** Deals that open a data room to the client, for a FROM clause. */
export function openDeals(member: Member): RawBuilder<unknown> {
  return sql`deals
    JOIN customers ON customers.workspace_id = deals.workspace_id AND customers.id = deals.buyer_id
    JOIN businesses ON businesses.workspace_id = deals.workspace_id AND businesses.id = deals.business_id
      AND businesses.deleted_at IS NULL
    WHERE ${hasOpenDocuments(member)}`;
}

/**
 * Whether a row of `documents` is open to the client as a buyer or as their advisor: it is in a data room folder that
 * their level opens, and a document that answers a request was verified and not rejected.
 */
export function isOpenToBuyer(member: Member): RawBuilder<boolean> {
  // Evaluated once per statement, whatever the number of documents.
  return sql<boolean>`(documents.deleted_at IS NULL AND documents.folder_id IN (${openFolders(member)}) AND ${isAccepted})`;
}

const isAccepted = sql<boolean>`(documents.rejected_at IS NULL
  AND (documents.request_id IS NULL OR EXISTS (SELECT FROM room_requests
    WHERE room_requests.workspace_id = documents.workspace_id AND room_requests.id = documents.request_id
      AND room_requests.state = 'verified')))`;

/**
 * The `available_at` of a row of `documents` after a change. It is new to buyers if its content changed, if it was
 * restored from the trash, or if it is now in a folder that is open to more of them than the one before.
 */
export function availableAfter(
  { file_id: fileId, folder_id: folderId, deleted_at: deletedAt }: Updateable<DocumentsTable>,
  now: Date,
): RawBuilder<Date> {
  const isReplaced = fileId !== undefined || deletedAt === null;
  return sql<Date>`CASE WHEN ${isReplaced} OR (${folderId ?? null}::uuid IS NOT NULL AND NOT (${isAccepted}
    AND EXISTS (SELECT FROM document_folders AS place
      JOIN document_folders AS earlier ON earlier.workspace_id = place.workspace_id AND earlier.room_id = place.room_id
      WHERE place.workspace_id = documents.workspace_id AND place.id = ${folderId ?? null}
        AND earlier.id = documents.folder_id AND earlier.level BETWEEN 1 AND place.level)))
    THEN ${now}::timestamptz ELSE documents.available_at END`;
}

/** Makes the files of a folder new to buyers if its new level, which is not set yet, opens it to more of them. */
export async function renewFiles(
  db: Db,
  {
    workspaceId,
    folderId,
    level,
    now,
  }: { workspaceId: string; folderId: string; level: DocumentLevel; now: Date },
): Promise<void> {
  await sql`UPDATE documents SET available_at = ${now} FROM document_folders AS place
    WHERE place.workspace_id = ${workspaceId} AND place.id = ${folderId} AND place.level NOT BETWEEN 1 AND ${level}
      AND documents.workspace_id = place.workspace_id AND documents.folder_id = place.id`.execute(db);
}

function openFolders(member: Member): RawBuilder<unknown> {
  return sql`SELECT place.id
    FROM (SELECT deals.business_id, ${selectDocumentLevel(member)} AS level FROM ${openDeals(member)}) AS opened
      JOIN data_rooms ON data_rooms.workspace_id = ${member.workspaceId} AND data_rooms.business_id = opened.business_id
      JOIN document_folders AS place ON place.workspace_id = data_rooms.workspace_id AND place.room_id = data_rooms.id
    WHERE place.level BETWEEN 1 AND opened.level`;
}

/**
 * Whether a row of `documents`, with its `data_rooms`, is shown with the reader's name on it: clients get the original
 * only if it is shared with them on one of their records and is not in the data room of someone else's business.
 */
export function isMarkedFor(member: Member, records: readonly RecordTypeWithFiles[]): RawBuilder<boolean> {
  if (member.scope !== 'client') return sql<boolean>`false`;
  const isOnOwnRecord = isOnReadableRecord(
    { ...member, grants: [], granted: {} },
    { records, active: false },
  );
  return sql<boolean>`NOT (documents.audience = 'client' AND ${isOnOwnRecord}
    AND (data_rooms.id IS NULL OR ${isOwnBusiness(member, sql.ref('data_rooms.business_id'))}))`;
}
