import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';

type Key = { readonly workspaceId: string; readonly fileId: string };

/** The IDs of the brokers of the records that a row of `documents` is on, as a query. */
export const brokersOfDocument = sql`
  SELECT coalesce(customers.broker_id, businesses.broker_id, deals.broker_id) FROM document_records AS linked
    LEFT JOIN customers ON customers.workspace_id = linked.workspace_id AND customers.id = linked.customer_id
    LEFT JOIN businesses ON businesses.workspace_id = linked.workspace_id AND businesses.id = linked.business_id
    LEFT JOIN deals ON deals.workspace_id = linked.workspace_id AND deals.id = linked.deal_id
  WHERE linked.workspace_id = documents.workspace_id AND linked.document_id = documents.id
    AND num_nonnulls(customers.broker_id, businesses.broker_id, deals.broker_id) > 0`;

export type HolderRow = {
  readonly id: string;
  readonly name: string;
  readonly customer_id: string | null;
  readonly business_id: string | null;
  readonly deal_id: string | null;
  readonly added_by: string;
  readonly broker_ids: string[];
};

/** The documents with a file in any version, the oldest first. */
export async function listHolders(db: Db, { workspaceId, fileId }: Key): Promise<HolderRow[]> {
  const relatedRecordId = (
    column: string,
  ): RawBuilder<unknown> => sql`(SELECT ${sql.ref(column)} FROM document_records AS concerned
    WHERE concerned.workspace_id = documents.workspace_id AND concerned.document_id = documents.id
      AND ${sql.ref(column)} IS NOT NULL LIMIT 1) AS ${sql.ref(column)}`;
  const { rows } = await sql<HolderRow>`
    SELECT DISTINCT ON (documents.created_at, documents.id) documents.id, documents.name, versions.added_by,
      ${relatedRecordId('customer_id')}, ${relatedRecordId('business_id')}, ${relatedRecordId('deal_id')},
      ARRAY(${brokersOfDocument})::text[] AS broker_ids
    FROM document_versions AS versions JOIN documents
      ON documents.workspace_id = versions.workspace_id AND documents.id = versions.document_id
    WHERE versions.workspace_id = ${workspaceId} AND versions.file_id = ${fileId}
    ORDER BY documents.created_at, documents.id, versions.number`.execute(db);
  return rows;
}
