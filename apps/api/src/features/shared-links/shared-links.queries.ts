import { sql, type Insertable } from 'kysely';
import type { Db } from '#db/client.ts';
import type {
  FileTextsTable,
  SharedLinkSessionsTable,
  SharedLinkSignaturesTable,
  SharedLinksTable,
  SharedLinkViewsTable,
} from '#db/schema/documents.ts';

const maxLinks = 50;

export async function insertLink(db: Db, row: Insertable<SharedLinksTable>): Promise<void> {
  await db.insertInto('shared_links').values(row).execute();
}

function selectLinks(db: Db, workspaceId: string) {
  return db
    .selectFrom('shared_links')
    .innerJoin('users', 'users.id', 'shared_links.created_by')
    .selectAll('shared_links')
    .select('users.display_name as sender_name')
    .where('shared_links.workspace_id', '=', workspaceId);
}

type DocumentKey = { readonly workspaceId: string; readonly documentId: string };
type LinkKey = { readonly workspaceId: string; readonly linkId: string };

/** Newest first. */
export function listLinks(db: Db, { workspaceId, documentId }: DocumentKey) {
  return selectLinks(db, workspaceId)
    .where('document_id', '=', documentId)
    .orderBy('shared_links.created_at', 'desc')
    .orderBy('shared_links.id', 'desc')
    .limit(maxLinks)
    .execute();
}

export type LinkRow = Awaited<ReturnType<typeof listLinks>>[number];

export async function findLink(db: Db, { workspaceId, linkId }: LinkKey): Promise<LinkRow | null> {
  return (
    (await selectLinks(db, workspaceId).where('shared_links.id', '=', linkId).executeTakeFirst()) ?? null
  );
}

/** Ends a link; the time of the first end is kept. */
export async function revokeLink(db: Db, { workspaceId, linkId }: LinkKey, now: Date): Promise<void> {
  await db
    .updateTable('shared_links')
    .set({ revoked_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', linkId)
    .where('revoked_at', 'is', null)
    .execute();
}

type Creator = { readonly workspaceId: string; readonly userId: string; readonly now: Date };

/** How many open links a member created. */
export async function countOpenLinks(db: Db, { workspaceId, userId, now }: Creator): Promise<number> {
  const { count } = await db
    .selectFrom('shared_links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Gives a member's open links to another, or ends them; returns the document of each. */
export async function handOverLinks(
  db: Db,
  { workspaceId, userId, to, now }: Creator & { to: string | null },
): Promise<string[]> {
  const rows = await db
    .updateTable('shared_links')
    .set(to === null ? { revoked_at: now } : { created_by: to })
    .where('workspace_id', '=', workspaceId)
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('document_id')
    .execute();
  return rows.map(({ document_id: documentId }) => documentId);
}

export type ReaderRow = {
  readonly link_id: string;
  readonly email: string;
  readonly signed_name: string | null;
  readonly signed_at: Date | null;
  readonly first_at: Date;
  readonly last_at: Date;
  readonly pages: number[];
  readonly page_count: number;
  readonly download_count: number;
  readonly read_ms: number;
};

/** The readers who verified an address and what they read, latest first. */
export async function listReaders(
  db: Db,
  { workspaceId, linkIds }: { workspaceId: string; linkIds: readonly string[] },
): Promise<ReaderRow[]> {
  const { rows } = await sql<ReaderRow>`
    SELECT sessions.link_id, sessions.email, min(sessions.verified_at) AS first_at,
      signatures.name AS signed_name, signatures.signed_at,
      greatest(max(sessions.verified_at), max(views.viewed_at)) AS last_at,
      coalesce(array_agg(DISTINCT views.page ORDER BY views.page) FILTER (WHERE views.page IS NOT NULL), '{}') AS pages,
      count(views.page)::int AS page_count,
      count(views.id) FILTER (WHERE views.page IS NULL)::int AS download_count,
      (SELECT coalesce(sum(page_readings.read_ms), 0)::float8 FROM page_readings JOIN shared_link_sessions AS own
        ON own.workspace_id = page_readings.workspace_id AND own.id = page_readings.session_id
        WHERE own.workspace_id = ${workspaceId} AND own.link_id = sessions.link_id AND own.email = sessions.email) AS read_ms
    FROM shared_link_sessions AS sessions LEFT JOIN shared_link_views AS views
      ON views.workspace_id = sessions.workspace_id AND views.session_id = sessions.id
    LEFT JOIN shared_link_signatures AS signatures ON signatures.workspace_id = sessions.workspace_id
      AND signatures.link_id = sessions.link_id AND signatures.email = sessions.email
    WHERE sessions.workspace_id = ${workspaceId} AND sessions.link_id = ANY(${linkIds}::uuid[])
      AND sessions.verified_at IS NOT NULL
    GROUP BY sessions.link_id, sessions.email, signatures.name, signatures.signed_at ORDER BY last_at DESC, sessions.email`.execute(
    db,
  );
  return rows;
}

type Sought = { readonly workspaceId: string; readonly tokenHash: Buffer; readonly now: Date };

const isUnblocked = sql<boolean>`NOT EXISTS (SELECT FROM stored_objects
  WHERE stored_objects.id = files.object_id AND stored_objects.blocked IS NOT NULL)`;

/** Whether the document is still in the data room in which it was shared, if it was in one. */
const isWhereShared = sql<boolean>`(links.room_id IS NULL OR EXISTS (SELECT FROM document_folders AS place
  JOIN data_rooms ON data_rooms.workspace_id = place.workspace_id AND data_rooms.id = place.room_id
  JOIN businesses ON businesses.workspace_id = data_rooms.workspace_id AND businesses.id = data_rooms.business_id
  WHERE place.workspace_id = documents.workspace_id AND place.id = documents.folder_id
    AND place.room_id = links.room_id AND businesses.deleted_at IS NULL))`;

/** Whether the document is on an active record or on none, so that staff can open it as well. */
const isOnActiveRecord = sql<boolean>`(SELECT coalesce(bool_or(coalesce(customers.deleted_at, businesses.deleted_at, deals.deleted_at) IS NULL), true)
  FROM document_records AS linked
  LEFT JOIN customers ON customers.workspace_id = linked.workspace_id AND customers.id = linked.customer_id
  LEFT JOIN businesses ON businesses.workspace_id = linked.workspace_id AND businesses.id = linked.business_id
  LEFT JOIN deals ON deals.workspace_id = linked.workspace_id AND deals.id = linked.deal_id
  WHERE linked.workspace_id = documents.workspace_id AND linked.document_id = documents.id)`;

const textState = sql<FileTextsTable['state'] | null>`(SELECT state FROM file_texts
  WHERE file_texts.workspace_id = files.workspace_id AND file_texts.file_id = files.id)`;

/**
 * Links that can be used now, each with its current file: neither ended nor expired, and the document not deleted,
 * blocked, removed from the data room in which it was shared, or only on records in the trash.
 */
function selectUsable(db: Db, { workspaceId, now }: Pick<Sought, 'workspaceId' | 'now'>) {
  return db
    .selectFrom('shared_links as links')
    .innerJoin('documents', (join) =>
      join
        .onRef('documents.workspace_id', '=', 'links.workspace_id')
        .onRef('documents.id', '=', 'links.document_id')
        .on('documents.deleted_at', 'is', null),
    )
    .innerJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'documents.workspace_id')
        .onRef('files.id', '=', 'documents.file_id'),
    )
    .innerJoin('workspaces', (join) =>
      join.onRef('workspaces.id', '=', 'links.workspace_id').on('workspaces.archived_at', 'is', null),
    )
    .innerJoin('users', 'users.id', 'links.created_by')
    .select([
      'links.workspace_id',
      'links.id as link_id',
      'links.password_hash',
      'links.allowed',
      'links.denied',
      'links.can_download',
      'links.nda_title',
      'links.nda_text',
      'links.expires_at',
      'links.document_id',
      'documents.name',
      'documents.number',
      'files.id',
      'files.content_type',
      'files.size_bytes',
      'files.sha256',
      'files.object_id',
      textState.as('text_state'),
      'workspaces.name as workspace_name',
      'workspaces.time_zone',
      'users.display_name as sender_name',
    ])
    .where('links.workspace_id', '=', workspaceId)
    .where('links.revoked_at', 'is', null)
    .where('links.expires_at', '>', now)
    .where(isUnblocked)
    .where(isWhereShared)
    .where(isOnActiveRecord);
}

export type UsableLink = NonNullable<Awaited<ReturnType<typeof findUsableLink>>>;

export async function findUsableLink(db: Db, sought: Sought) {
  return (
    (await selectUsable(db, sought).where('links.token_hash', '=', sought.tokenHash).executeTakeFirst()) ??
    null
  );
}

export type SessionLink = NonNullable<Awaited<ReturnType<typeof findSessionLink>>>;

/** The link of an active session, with the verified address. */
export async function findSessionLink(db: Db, sought: Sought) {
  const row = await selectUsable(db, sought)
    .innerJoin('shared_link_sessions as sessions', (join) =>
      join
        .onRef('sessions.workspace_id', '=', 'links.workspace_id')
        .onRef('sessions.link_id', '=', 'links.id'),
    )
    .leftJoin('shared_link_signatures as signatures', (join) =>
      join
        .onRef('signatures.workspace_id', '=', 'sessions.workspace_id')
        .onRef('signatures.link_id', '=', 'sessions.link_id')
        .onRef('signatures.email', '=', 'sessions.email'),
    )
    .select(['sessions.id as session_id', 'sessions.email', 'signatures.signed_at'])
    .where('sessions.token_hash', '=', sought.tokenHash)
    .where('sessions.expires_at', '>', sought.now)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertSession(db: Db, row: Insertable<SharedLinkSessionsTable>): Promise<void> {
  await db.insertInto('shared_link_sessions').values(row).execute();
}

/** The latest code for an address, unless it was used or is too old. */
export async function findSentCode(
  db: Db,
  { workspaceId, linkId, email, now }: LinkKey & { email: string; now: Date },
): Promise<{ id: string; code_signature: string } | null> {
  const row = await db
    .selectFrom('shared_link_sessions')
    .select(['id', 'code_signature', 'verified_at', 'code_expires_at'])
    .where('workspace_id', '=', workspaceId)
    .where('link_id', '=', linkId)
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined || row.verified_at !== null || row.code_expires_at <= now ? null : row;
}

/** Starts the session of a code; false if it was started before. */
export async function startSession(
  db: Db,
  {
    workspaceId,
    id,
    tokenHash,
    now,
    expiresAt,
  }: { workspaceId: string; id: string; tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('shared_link_sessions')
    .set({ token_hash: tokenHash, verified_at: now, expires_at: expiresAt })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False if the address has signed before. */
export async function insertSignature(db: Db, row: Insertable<SharedLinkSignaturesTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('shared_link_signatures')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted === 1n;
}

/** The businesses of a document: the business of its data room, and those it is filed with. */
export async function listBusinessIds(db: Db, { workspaceId, documentId }: DocumentKey): Promise<string[]> {
  const { rows } = await sql<{ business_id: string }>`
    SELECT data_rooms.business_id FROM documents
      JOIN document_folders AS place ON place.workspace_id = documents.workspace_id AND place.id = documents.folder_id
      JOIN data_rooms ON data_rooms.workspace_id = place.workspace_id AND data_rooms.id = place.room_id
    WHERE documents.workspace_id = ${workspaceId} AND documents.id = ${documentId}
    UNION
    SELECT business_id FROM document_records
    WHERE workspace_id = ${workspaceId} AND document_id = ${documentId} AND business_id IS NOT NULL`.execute(
    db,
  );
  return rows.map(({ business_id: businessId }) => businessId);
}

export async function insertView(db: Db, row: Insertable<SharedLinkViewsTable>): Promise<void> {
  await db.insertInto('shared_link_views').values(row).execute();
}
