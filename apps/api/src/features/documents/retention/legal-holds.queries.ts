import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { newId } from '#lib/ids.ts';
import type { Position } from '#lib/pagination.ts';
import type { Member } from '#platform/session/actor.ts';

export type LegalHoldRow = {
  readonly id: string;
  readonly reason: string;
  readonly placed_by: string;
  readonly placer_name: string;
  readonly placed_at: Date;
  readonly business_id: string | null;
};

/** As read from JSON. */
export type DocumentLegalHoldRow = Omit<LegalHoldRow, 'placed_at'> & { readonly placed_at: string };

/** The active holds on a row of `documents`, the oldest first. If the workspace has none, no documents are examined. */
export function selectLegalHolds({
  workspaceId,
}: Pick<Member, 'workspaceId'>): RawBuilder<DocumentLegalHoldRow[]> {
  return sql<DocumentLegalHoldRow[]>`CASE
    WHEN NOT EXISTS (SELECT FROM legal_holds WHERE workspace_id = ${workspaceId} AND lifted_at IS NULL) THEN '[]'
    ELSE (SELECT coalesce(json_agg(json_build_object('id', holds.id, 'reason', holds.reason, 'placed_by', holds.placed_by,
        'placer_name', placers.display_name, 'placed_at', holds.placed_at, 'business_id', holds.business_id)
        ORDER BY holds.placed_at, holds.id), '[]')
      FROM held_documents AS held JOIN legal_holds AS holds ON holds.workspace_id = held.workspace_id AND holds.id = held.hold_id
        JOIN users AS placers ON placers.id = holds.placed_by
      WHERE held.workspace_id = documents.workspace_id AND held.document_id = documents.id) END`;
}

/** Whether a row of `documents` is on legal hold. */
export const isOnLegalHold = sql<boolean>`EXISTS (SELECT FROM held_documents AS held
  WHERE held.workspace_id = documents.workspace_id AND held.document_id = documents.id)`;

/** The ids of the documents of a workspace that are on legal hold, as a query. */
export const selectDocumentsOnLegalHold = ({
  workspaceId,
}: Pick<Member, 'workspaceId'>): RawBuilder<unknown> =>
  sql`SELECT held.document_id FROM held_documents AS held WHERE held.workspace_id = ${workspaceId}`;

/** The subject of a hold: a document, or a business with all its documents. */
export type LegalHoldSubject = { readonly column: 'document_id' | 'business_id'; readonly id: string };
type Key = { readonly workspaceId: string; readonly subject: LegalHoldSubject };

/** The active hold on a subject; null without one. */
export async function findLegalHold(db: Db, { workspaceId, subject }: Key): Promise<LegalHoldRow | null> {
  const row = await db
    .selectFrom('legal_holds as holds')
    .innerJoin('users', 'users.id', 'holds.placed_by')
    .select([
      'holds.id',
      'holds.reason',
      'holds.placed_by',
      'users.display_name as placer_name',
      'holds.placed_at',
      'holds.business_id',
    ])
    .where('holds.workspace_id', '=', workspaceId)
    .where(`holds.${subject.column}`, '=', subject.id)
    .where('holds.lifted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** False if there is one already. */
export async function insertLegalHold(
  db: Db,
  { workspaceId, subject, ...legalHold }: Key & { reason: string; placedBy: string; now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('legal_holds')
    .values({
      workspace_id: workspaceId,
      id: newId(),
      document_id: null,
      business_id: null,
      [subject.column]: subject.id,
      reason: legalHold.reason,
      placed_by: legalHold.placedBy,
      placed_at: legalHold.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False if there is none. */
export async function liftLegalHold(
  db: Db,
  { workspaceId, subject, liftedBy, now }: Key & { liftedBy: string; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('legal_holds')
    .set({ lifted_by: liftedBy, lifted_at: now })
    .where('workspace_id', '=', workspaceId)
    .where(subject.column, '=', subject.id)
    .where('lifted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export type ListedLegalHoldRow = LegalHoldRow & {
  readonly document_id: string | null;
  readonly document_name: string | null;
  readonly business_name: string | null;
  readonly document_count: number;
};

/** The active holds of a workspace, newest first, after a position. */
export async function listLegalHoldRows(
  db: Db,
  { workspaceId, after, limit }: { workspaceId: string; after: Position | null; limit: number },
): Promise<ListedLegalHoldRow[]> {
  const isAfter =
    after === null
      ? sql`true`
      : sql`(holds.placed_at, holds.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`;
  const { rows } = await sql<ListedLegalHoldRow>`
    SELECT holds.id, holds.reason, holds.placed_by, users.display_name AS placer_name, holds.placed_at, holds.document_id,
      holds.business_id, documents.name AS document_name, businesses.name AS business_name,
      (SELECT count(*)::int FROM held_documents AS held
        WHERE held.workspace_id = holds.workspace_id AND held.hold_id = holds.id) AS document_count
    FROM legal_holds AS holds JOIN users ON users.id = holds.placed_by
      LEFT JOIN documents ON documents.workspace_id = holds.workspace_id AND documents.id = holds.document_id
      LEFT JOIN businesses ON businesses.workspace_id = holds.workspace_id AND businesses.id = holds.business_id
    WHERE holds.workspace_id = ${workspaceId} AND holds.lifted_at IS NULL AND ${isAfter}
    ORDER BY holds.placed_at DESC, holds.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countLegalHolds(db: Db, { workspaceId }: { workspaceId: string }): Promise<number> {
  const { count } = await db
    .selectFrom('legal_holds')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('lifted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
