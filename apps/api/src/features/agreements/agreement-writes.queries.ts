import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { AgreementsTable } from '#db/schema/agreements.ts';
import type { LinkRow } from '#platform/links/links.ts';
import { hashSecret } from '#lib/ids.ts';

type Key = { readonly workspaceId: string; readonly agreementId: string };

export async function insertAgreement(
  db: Db,
  row: Insertable<AgreementsTable>,
  businessIds: readonly string[],
): Promise<void> {
  await db.insertInto('agreements').values(row).execute();
  await db
    .insertInto('agreement_businesses')
    .values(
      businessIds.map((businessId) => ({
        workspace_id: row.workspace_id,
        agreement_id: row.id,
        business_id: businessId,
      })),
    )
    .execute();
}

/**
 * Updates an agreement that is waiting for a signature; false if it is not. Of several concurrent calls, only one
 * closes it.
 */
export async function updatePending(
  db: Db,
  { workspaceId, agreementId }: Key,
  change: Updateable<AgreementsTable>,
): Promise<boolean> {
  const row = await db
    .updateTable('agreements')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', agreementId)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Withdraws an NDA that was recorded as signed on paper. False if it was withdrawn before. */
export async function withdrawPaper(db: Db, { workspaceId, agreementId }: Key): Promise<boolean> {
  const row = await db
    .updateTable('agreements')
    .set({
      status: 'revoked',
      signer_name: null,
      is_other_name: false,
      identity_method: null,
      expires_on: null,
      file_id: null,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', agreementId)
    .where('status', '=', 'signed')
    .where('identity_method', '=', 'paper')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The first moment of a day in a time zone. */
export async function startOfDay(
  db: Db,
  { day, timeZone }: { day: string; timeZone: string },
): Promise<Date> {
  const { rows } = await sql<{
    start: Date;
  }>`SELECT ${day}::date::timestamp AT TIME ZONE ${timeZone} AS start`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('No row');
  return row.start;
}

/** Records when the agreement was first opened. */
export async function setOpened(db: Db, { workspaceId, agreementId }: Key, now: Date): Promise<void> {
  await db
    .updateTable('agreements')
    .set({ opened_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', agreementId)
    .where('opened_at', 'is', null)
    .execute();
}

/** Agreements that were signed before an instant and have neither a PDF nor a waiting job for it, newest first. */
export function listWithoutPdf(
  db: Db,
  { workspaceId, signedBefore, queue }: { workspaceId: string; signedBefore: Date; queue: string },
) {
  return db
    .selectFrom('agreements')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'signed')
    .where('file_id', 'is', null)
    .where('closed_at', '<', signedBefore)
    .where(
      sql<boolean>`id::text <> ALL (ARRAY(SELECT data ->> 'agreementId' FROM pgboss.job
        WHERE name = ${queue} AND state < 'active' AND data ->> 'workspaceId' = ${workspaceId}))`,
    )
    .orderBy('closed_at', 'desc')
    .limit(100)
    .execute();
}

/** Links the signed PDF; false if there is one already. */
export async function setFile(
  db: Db,
  { workspaceId, agreementId, fileId }: Key & { fileId: string },
): Promise<boolean> {
  const row = await db
    .updateTable('agreements')
    .set({ file_id: fileId })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', agreementId)
    .where('file_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A signing link in any state, or null. */
export async function findSigningLink(db: Db, secret: string): Promise<LinkRow | null> {
  const row = await db
    .selectFrom('one_time_links')
    .selectAll()
    .where('token_hash', '=', hashSecret(secret))
    .where('kind', '=', 'sign')
    .executeTakeFirst();
  return row ?? null;
}

/** Ends the open links of an agreement. */
export async function endLinks(db: Db, { workspaceId, agreementId }: Key, now: Date): Promise<void> {
  await db
    .updateTable('one_time_links')
    .set({ consumed_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('agreement_id', '=', agreementId)
    .where('consumed_at', 'is', null)
    .execute();
}

export async function findWorkspaceName(db: Db, workspaceId: string): Promise<string> {
  const row = await db
    .selectFrom('workspaces')
    .select('name')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return row.name;
}

/**
 * The public titles and listing numbers of the businesses, which are all that a buyer may see before the NDA is signed.
 */
export function listPublicTitles(
  db: Db,
  { workspaceId, businessIds }: { workspaceId: string; businessIds: readonly string[] },
) {
  return db
    .selectFrom('businesses')
    .select(['id', 'public_title', 'listing_number'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', [...businessIds])
    .orderBy('name_sort')
    .orderBy('id')
    .execute();
}

/** Signed agreements that expire from one day to another, if their broker was not notified yet. */
export function listExpiring(
  db: Db,
  { workspaceId, from, to }: { workspaceId: string; from: string; to: string },
) {
  return db
    .selectFrom('agreements')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'signed')
    .where('expiry_notified_at', 'is', null)
    .where('expires_sort', '>=', from)
    .where('expires_sort', '<=', to)
    .orderBy('expires_sort')
    .limit(200)
    .execute();
}

/** Marks the notification of an expiry; false if it was sent already. */
export async function setExpiryNotified(
  db: Db,
  { workspaceId, agreementId }: Key,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('agreements')
    .set({ expiry_notified_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', agreementId)
    .where('expiry_notified_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The signed PDF; null if there is none yet. */
export async function findPdf(db: Db, { workspaceId, agreementId }: Key) {
  const row = await db
    .selectFrom('agreements')
    .innerJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'agreements.workspace_id')
        .onRef('files.id', '=', 'agreements.file_id'),
    )
    .select([
      'files.id',
      'files.name',
      'files.content_type',
      'files.size_bytes',
      'files.sha256',
      'files.object_id',
    ])
    .where('agreements.workspace_id', '=', workspaceId)
    .where('agreements.id', '=', agreementId)
    .executeTakeFirst();
  return row ?? null;
}
