import { sql, type RawBuilder } from 'kysely';
import { isOwnBusiness } from '#features/businesses/businesses.public.ts';
import { documentLevelFor, opensDocuments } from '#features/deals/deals.public.ts';
import { isOnReadableRecord, type FiledRecord } from '#platform/records/files.queries.ts';
import type { Member } from '#platform/session/actor.ts';

/**
 * Deals that open a data room to the client, as what follows FROM, with an NDA of the buyer in force unless none was
 * signed here (a paper copy was confirmed).
 */
export function openDeals(member: Member): RawBuilder<unknown> {
  return sql`deals
    JOIN customers ON customers.workspace_id = deals.workspace_id AND customers.id = deals.buyer_id
    JOIN businesses ON businesses.workspace_id = deals.workspace_id AND businesses.id = deals.business_id
      AND businesses.deleted_at IS NULL
    JOIN workspaces ON workspaces.id = deals.workspace_id
    CROSS JOIN LATERAL (
      SELECT count(*) AS signed, count(*) FILTER (
        WHERE agreements.expires_sort >= (now() AT TIME ZONE workspaces.time_zone)::date) AS in_force
      FROM agreements JOIN agreement_businesses AS concerned
        ON concerned.workspace_id = agreements.workspace_id AND concerned.agreement_id = agreements.id
      WHERE agreements.workspace_id = deals.workspace_id AND agreements.customer_id = deals.buyer_id
        AND concerned.business_id = deals.business_id AND agreements.status = 'signed') AS ndas
    WHERE ${opensDocuments(member)} AND (ndas.signed = 0 OR ndas.in_force > 0)`;
}

/**
 * Whether a row of `documents` is open to the client as a buyer or as their adviser: it is in a folder of a data room that
 * their level opens, and what answers a request was verified.
 */
export function isOpenToBuyer(member: Member): RawBuilder<boolean> {
  return sql<boolean>`(documents.deleted_at IS NULL AND EXISTS (
    SELECT FROM document_folders AS place
      JOIN data_rooms ON data_rooms.workspace_id = place.workspace_id AND data_rooms.id = place.room_id
      LEFT JOIN room_requests ON room_requests.workspace_id = documents.workspace_id AND room_requests.id = documents.request_id
    WHERE place.workspace_id = documents.workspace_id AND place.id = documents.folder_id AND place.level > 0
      AND (room_requests.id IS NULL OR room_requests.state = 'verified')
      AND EXISTS (SELECT FROM ${openDeals(member)} AND deals.business_id = data_rooms.business_id
        AND ${documentLevelFor(member)} >= place.level)))`;
}

/**
 * Whether a row of `documents`, with its `data_rooms`, is read with the reader's name on it: clients read the original
 * only of what is shared with them on a record of their own, and is not in the data room of another's business.
 */
export function isMarkedFor(member: Member, records: readonly FiledRecord[]): RawBuilder<boolean> {
  if (member.scope !== 'client') return sql<boolean>`false`;
  const isOnOwnRecord = isOnReadableRecord(
    { ...member, grants: [], granted: {} },
    { records, active: false },
  );
  return sql<boolean>`NOT (documents.audience = 'client' AND ${isOnOwnRecord}
    AND (data_rooms.id IS NULL OR ${isOwnBusiness(member, sql.ref('data_rooms.business_id'))}))`;
}
