import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { isOnLegalHold } from './legal-holds.queries.ts';

export type Retention = {
  readonly workspaceId: string;
  readonly trashDays: number;
  readonly closedDealYears: number;
};

/** The active workspaces that remove deleted documents after some days. */
export async function listRetentions(db: Db): Promise<Retention[]> {
  const { rows } = await sql<Retention>`
    SELECT id AS "workspaceId", trash_retention_days AS "trashDays", closed_deal_retention_years AS "closedDealYears"
    FROM workspaces WHERE trash_retention_days IS NOT NULL AND archived_at IS NULL ORDER BY id`.execute(db);
  return rows;
}

/** Tables whose rows are deleted with a document. */
const ownTables = ['document_records', 'document_versions', 'document_views', 'legal_holds', 'quarantines'];

type Holder = { readonly table: string; readonly column: string };

/**
 * The columns that refer to documents or files and are not deleted with them, so that a new table protects its
 * documents by declaring a foreign key: a proof of an add-back, a signed engagement letter.
 */
async function listHolders(db: Db, table: 'documents' | 'files'): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    SELECT conrelid::regclass::text AS table, quote_ident(attname) AS column FROM pg_constraint
    CROSS JOIN LATERAL unnest(conkey, confkey) AS pair (own, other)
    JOIN pg_attribute ON attrelid = conrelid AND attnum = pair.own
    WHERE contype = 'f' AND confdeltype <> 'c' AND confrelid = ${table}::regclass
      AND pair.other = (SELECT attnum FROM pg_attribute WHERE attrelid = confrelid AND attname = 'id')`.execute(
    db,
  );
  return rows;
}

const isUnused = (table: 'documents' | 'files', holders: readonly Holder[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    [
      sql`true`,
      ...holders.map(
        (holder) => sql`NOT EXISTS (SELECT FROM ${sql.raw(holder.table)} AS holder
          WHERE holder.workspace_id = ${sql.ref(`${table}.workspace_id`)} AND holder.${sql.raw(holder.column)} = ${sql.ref(`${table}.id`)})`,
      ),
    ],
    sql` AND `,
  )}`;

export type PurgedRow = {
  readonly id: string;
  readonly name: string;
  readonly customer_id: string | null;
  readonly business_id: string | null;
  readonly deal_id: string | null;
};

/**
 * Locks deleted documents that nothing keeps anymore: their days in the trash are over, and no legal hold, recently
 * closed deal, signed NDA, or other reference preserves them.
 */
export async function lockPurgeable(
  db: Db,
  { workspaceId, trashDays, closedDealYears, now, limit }: Retention & { now: Date; limit: number },
): Promise<PurgedRow[]> {
  const holders = (await listHolders(db, 'documents')).filter(({ table }) => !ownTables.includes(table));
  const relatedRecordId = (column: string) => sql`(SELECT ${sql.ref(column)} FROM document_records AS linked
    WHERE linked.workspace_id = documents.workspace_id AND linked.document_id = documents.id AND ${sql.ref(column)} IS NOT NULL LIMIT 1)`;
  const { rows } = await sql<PurgedRow>`
    SELECT documents.id, documents.name, ${relatedRecordId('customer_id')} AS customer_id, ${relatedRecordId('business_id')} AS business_id,
      ${relatedRecordId('deal_id')} AS deal_id
    FROM documents
    WHERE documents.workspace_id = ${workspaceId}
      AND documents.deleted_at < ${now}::timestamptz - ${trashDays} * interval '1 day'
      AND NOT ${isOnLegalHold}
      AND NOT EXISTS (SELECT FROM document_records AS linked
        JOIN deals ON deals.workspace_id = linked.workspace_id AND (deals.id = linked.deal_id OR deals.business_id = linked.business_id)
        WHERE linked.workspace_id = documents.workspace_id AND linked.document_id = documents.id AND deals.stage = 'closed'
          AND deals.stage_entered_at > ${now}::timestamptz - make_interval(years => ${closedDealYears}::int))
      -- A quarantined attachment stays with its email.
      AND NOT EXISTS (SELECT FROM quarantines JOIN files ON files.workspace_id = quarantines.workspace_id AND files.id = quarantines.file_id
        WHERE quarantines.workspace_id = documents.workspace_id AND quarantines.document_id = documents.id AND files.purpose <> 'document')
      -- Signed NDAs belong to the links of the document, and would be deleted with it.
      AND NOT EXISTS (SELECT FROM shared_links AS links
        JOIN shared_link_signatures AS signatures ON signatures.workspace_id = links.workspace_id AND signatures.link_id = links.id
        WHERE links.workspace_id = documents.workspace_id AND links.document_id = documents.id)
      AND ${isUnused('documents', holders)}
    ORDER BY documents.deleted_at, documents.id LIMIT ${limit} FOR UPDATE OF documents SKIP LOCKED`.execute(
    db,
  );
  return rows;
}

/** Removes documents with their versions. The files that nothing else refers to follow; their bytes are collected later. */
export async function deleteDocuments(
  db: Db,
  { workspaceId, ids }: { workspaceId: string; ids: readonly string[] },
): Promise<void> {
  const { rows: files } = await sql<{ id: string }>`
    SELECT DISTINCT file_id AS id FROM document_versions
    WHERE workspace_id = ${workspaceId} AND document_id = ANY(${ids}::uuid[])`.execute(db);
  for (const table of ownTables)
    await sql`DELETE FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId} AND document_id = ANY(${ids}::uuid[])`.execute(
      db,
    );
  await sql`DELETE FROM search_entries
    WHERE workspace_id = ${workspaceId} AND kind = 'document' AND record_id = ANY(${ids}::uuid[])`.execute(
    db,
  );
  await sql`DELETE FROM documents WHERE workspace_id = ${workspaceId} AND id = ANY(${ids}::uuid[])`.execute(
    db,
  );
  const holders = await listHolders(db, 'files');
  await sql`DELETE FROM files WHERE workspace_id = ${workspaceId} AND id = ANY(${files.map(({ id }) => id)}::uuid[])
    AND purpose = 'document' AND ${isUnused('files', holders)}`.execute(db);
}
