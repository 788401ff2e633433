import { sql, type RawBuilder } from 'kysely';
import type { DocumentText } from '#adapters/document-text/text-messages.ts';
import type { Db } from '#db/client.ts';
import type { FileTextsTable } from '#db/schema/documents.ts';
import { blockedState } from '#platform/files/screening/blocked-files.queries.ts';
import type { RecordTypeWithFiles } from '#platform/records/files.queries.ts';
import { foldWords } from '#platform/search/text-words.ts';
import type { Member } from '#platform/session/actor.ts';
import { inDocumentScope } from '../documents.queries.ts';

type Key = { readonly workspaceId: string; readonly fileId: string };

/**
 * Claims files with text to extract, of any workspace: the first file of each workspace is read before the second of
 * any.
 */
export async function claimUnreadFiles(db: Db, limit: number): Promise<(Key & { priority: number })[]> {
  const { rows } = await sql<Key & { priority: number }>`
    WITH taken AS (
      DELETE FROM unread_files WHERE (workspace_id, file_id) IN (
        SELECT workspace_id, file_id FROM unread_files ORDER BY priority DESC, file_id LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ) RETURNING workspace_id, file_id, priority
    )
    SELECT workspace_id AS "workspaceId", file_id AS "fileId",
      (priority - row_number() OVER (PARTITION BY workspace_id ORDER BY priority DESC, file_id))::int AS priority
    FROM taken ORDER BY priority DESC, file_id`.execute(db);
  return rows;
}

/** Has the text of a file of documents or received emails read soon, unless it was read. */
export async function insertUnreadFile(db: Db, { workspaceId, fileId }: Key): Promise<void> {
  await sql`
    INSERT INTO unread_files (workspace_id, file_id)
    SELECT workspace_id, file_id FROM document_versions WHERE workspace_id = ${workspaceId} AND file_id = ${fileId}
    UNION SELECT attached.workspace_id, attached.file_id FROM message_attachments AS attached
      JOIN messages ON messages.workspace_id = attached.workspace_id AND messages.id = attached.message_id
    WHERE attached.workspace_id = ${workspaceId} AND attached.file_id = ${fileId} AND messages.direction = 'inbound'
    ON CONFLICT DO NOTHING`.execute(db);
}

/** A file with text that was not extracted yet; null for any other. */
export async function findUnreadFile(db: Db, { workspaceId, fileId }: Key) {
  const file = await db
    .selectFrom('files')
    .leftJoin('file_texts', (join) =>
      join
        .onRef('file_texts.workspace_id', '=', 'files.workspace_id')
        .onRef('file_texts.file_id', '=', 'files.id'),
    )
    .select([
      'files.id',
      'files.name',
      'files.content_type',
      'files.size_bytes',
      'files.sha256',
      'files.object_id',
      blockedState,
    ])
    .where('files.workspace_id', '=', workspaceId)
    .where('files.id', '=', fileId)
    .where('file_texts.file_id', 'is', null)
    .executeTakeFirst();
  return file ?? null;
}

export async function setContentType(
  db: Db,
  { workspaceId, fileId, contentType }: Key & { contentType: string },
): Promise<void> {
  await db
    .updateTable('files')
    .set({ content_type: contentType })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', fileId)
    .execute();
}

export type TextResult = {
  readonly state: FileTextsTable['state'];
  readonly isCut?: boolean;
  readonly isPartlyScanned?: boolean;
};

/** Stores that a file was read, and the result; `insertPages` stores its pages. False if it was already read. */
export async function insertText(
  db: Db,
  { workspaceId, fileId, state, isCut = false, isPartlyScanned = false }: Key & TextResult,
): Promise<boolean> {
  const inserted = await db
    .insertInto('file_texts')
    .values({
      workspace_id: workspaceId,
      file_id: fileId,
      state,
      page_count: 0,
      is_cut: isCut,
      is_partly_scanned: isPartlyScanned,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('file_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Stores the pages of a file that was read; they can be searched from then on. */
export async function insertPages(
  db: Db,
  { workspaceId, fileId, pages }: Key & Pick<DocumentText, 'pages'>,
): Promise<void> {
  await db
    .updateTable('file_texts')
    .set({ page_count: pages.length })
    .where('workspace_id', '=', workspaceId)
    .where('file_id', '=', fileId)
    .execute();
  for (const [index, page] of pages.entries())
    await sql`
      INSERT INTO file_text_pages (workspace_id, file_id, page, title, text, words)
      VALUES (${workspaceId}, ${fileId}, ${index + 1}, ${page.title}, ${page.text},
        to_tsvector('simple', ${foldWords(page.title, page.text)}))`.execute(db);
}

/** Whether the text of a file was read, and its pages up to a number of characters. */
export async function findText(
  db: Db,
  { workspaceId, fileId, maxCharacters }: Key & { maxCharacters: number },
) {
  const found = await db
    .selectFrom('file_texts')
    .select(['state', 'is_cut', 'page_count'])
    .where('workspace_id', '=', workspaceId)
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  if (found === undefined) return null;
  const { rows: pages } = await sql<{ title: string | null; text: string }>`
    SELECT title, left(text, greatest(0, ${maxCharacters} - before)::int) AS text FROM (
      SELECT page, title, text, sum(length(text)) OVER (ORDER BY page) - length(text) AS before FROM file_text_pages
      WHERE workspace_id = ${workspaceId} AND file_id = ${fileId}) AS pages
    WHERE before < ${maxCharacters} ORDER BY page`.execute(db);
  return { ...found, pages };
}

export type TextHitRow = {
  readonly id: string;
  readonly name: string;
  readonly page: number;
  readonly page_count: number;
  readonly hit_count: number;
  readonly title: string | null;
  readonly text: string;
};

/**
 * The documents that the member may read with a page that matches a tsquery, newest first, each with its first matching
 * page; `where` is an additional condition on documents joined with files.
 */
export async function listTextHits(
  db: Db,
  member: Member,
  {
    query,
    records,
    limit,
    where = sql<boolean>`true`,
  }: { query: string; records: readonly RecordTypeWithFiles[]; limit: number; where?: RawBuilder<boolean> },
): Promise<TextHitRow[]> {
  const { workspaceId } = member;
  // Only the text of the pages that are shown.
  const { rows } = await sql<TextHitRow>`
    WITH hits AS MATERIALIZED (
      SELECT file_id, min(page) AS page, count(*)::int AS hit_count FROM file_text_pages
      WHERE workspace_id = ${workspaceId} AND words @@ to_tsquery('simple', ${query}) GROUP BY file_id
    ), shown AS MATERIALIZED (
      SELECT documents.id, documents.name, documents.created_at, documents.file_id, hits.page, hits.hit_count
      FROM hits JOIN documents ON documents.workspace_id = ${workspaceId} AND documents.file_id = hits.file_id
        JOIN files ON files.workspace_id = documents.workspace_id AND files.id = documents.file_id
      WHERE documents.deleted_at IS NULL AND ${inDocumentScope(member, { records, active: true })} AND ${where}
      ORDER BY documents.created_at DESC, documents.id LIMIT ${limit}
    )
    SELECT shown.id, shown.name, shown.page, shown.hit_count, file_texts.page_count, found.title, found.text
    FROM shown JOIN file_texts ON file_texts.workspace_id = ${workspaceId} AND file_texts.file_id = shown.file_id
      JOIN file_text_pages AS found ON found.workspace_id = ${workspaceId} AND found.file_id = shown.file_id AND found.page = shown.page
    ORDER BY shown.created_at DESC, shown.id`.execute(db);
  return rows;
}
