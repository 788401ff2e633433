import { brokerIfStaff } from '#platform/session/brokers.queries.ts';
import { closedStages } from '@handover/contract/businesses/business-stages.ts';
import type { EngagementLetter } from '@handover/contract/businesses/engagement-letters.ts';
import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { EngagementLettersTable } from '#db/schema/commission.ts';
import { updateVersion } from '#db/statements/update-version.ts';

type Key = { readonly workspaceId: string };

function selectLetters(db: Db, { workspaceId }: Key) {
  return db
    .selectFrom('engagement_letters as letters')
    .innerJoin('businesses', (join) =>
      join
        .onRef('businesses.workspace_id', '=', 'letters.workspace_id')
        .onRef('businesses.id', '=', 'letters.business_id'),
    )
    .leftJoin('users as brokers', 'brokers.id', 'letters.broker_id')
    .leftJoin('users as co_brokers', 'co_brokers.id', 'letters.co_broker_id')
    .leftJoin('documents', (join) =>
      join
        .onRef('documents.workspace_id', '=', 'letters.workspace_id')
        .onRef('documents.id', '=', 'letters.document_id')
        .on('documents.deleted_at', 'is', null),
    )
    .select([
      'letters.id',
      'letters.business_id',
      'letters.status',
      'letters.fee_table_name',
      'letters.steps',
      'letters.minimum_fee_cents',
      'letters.counted_parts',
      'letters.retainers',
      'letters.splits',
      'letters.starts_on',
      'letters.ends_on',
      'letters.tail_months',
      'letters.carve_outs',
      'letters.broker_id',
      'letters.co_broker_id',
      'letters.signed_on',
      'letters.ended_on',
      'letters.end_reason',
      'letters.document_id',
      'letters.version',
      'letters.created_at',
      'businesses.currency',
      'brokers.display_name as broker_name',
      'co_brokers.display_name as co_broker_name',
      'documents.name as document_name',
    ])
    .where('letters.workspace_id', '=', workspaceId);
}

export type LetterRow = Awaited<ReturnType<ReturnType<typeof selectLetters>['execute']>>[number];

/** Newest first. */
export function listLetters(
  db: Db,
  { businessId, ...key }: Key & { readonly businessId: string },
): Promise<LetterRow[]> {
  return selectLetters(db, key)
    .where('letters.business_id', '=', businessId)
    .orderBy('letters.created_at', 'desc')
    .orderBy('letters.id', 'desc')
    .execute();
}

export async function findLetter(
  db: Db,
  { letterId, ...key }: Key & { readonly letterId: string },
): Promise<LetterRow | null> {
  return (await selectLetters(db, key).where('letters.id', '=', letterId).executeTakeFirst()) ?? null;
}

/** The signed letter of a business, else the last one to end; null without one. */
export async function findLetterInForce(
  db: Db,
  { businessId, ...key }: Key & { readonly businessId: string },
): Promise<LetterRow | null> {
  const row = await selectLetters(db, key)
    .where('letters.business_id', '=', businessId)
    .where('letters.status', '<>', 'draft')
    .orderBy(sql`letters.status = 'signed'`, 'desc')
    .orderBy('letters.ended_on', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertLetter(db: Db, row: Insertable<EngagementLettersTable>): Promise<void> {
  await db.insertInto('engagement_letters').values(row).execute();
}

/** Updates a letter and its version; false if the version is stale. */
export function updateLetter(
  db: Db,
  {
    workspaceId,
    letterId,
    version,
    change,
  }: Key & { letterId: string; version: number; change: Updateable<EngagementLettersTable> },
): Promise<boolean> {
  return updateVersion(db, 'engagement_letters', { workspaceId, id: letterId, version, change });
}

/** Deletes a draft; false if it was signed in the meantime. */
export async function deleteDraft(
  db: Db,
  { workspaceId, letterId }: Key & { readonly letterId: string },
): Promise<boolean> {
  const row = await db
    .deleteFrom('engagement_letters')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', letterId)
    .where('status', '=', 'draft')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a business has a letter in a status. Locks the business, so that concurrent requests create only one. */
export async function hasLetter(
  db: Db,
  {
    workspaceId,
    businessId,
    status,
  }: Key & { readonly businessId: string; readonly status: EngagementLetter['status'] },
): Promise<boolean> {
  await db
    .selectFrom('businesses')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', businessId)
    .forUpdate()
    .execute();
  const row = await db
    .selectFrom('engagement_letters')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('business_id', '=', businessId)
    .where('status', '=', status)
    .executeTakeFirst();
  return row !== undefined;
}

/** Signed letters of open businesses that end between two days and have had no reminder yet, at most 200. */
export function listEndingLetters(
  db: Db,
  { workspaceId, from, to }: Key & { readonly from: string; readonly to: string },
) {
  return db
    .selectFrom('engagement_letters as letters')
    .innerJoin('businesses', (join) =>
      join
        .onRef('businesses.workspace_id', '=', 'letters.workspace_id')
        .onRef('businesses.id', '=', 'letters.business_id'),
    )
    .select([
      'letters.id',
      'letters.business_id',
      'letters.ends_on',
      'businesses.name as business_name',
      sql<
        string | null
      >`coalesce(${brokerIfStaff(workspaceId, sql`letters.broker_id`)}, ${brokerIfStaff(workspaceId, sql`businesses.broker_id`)})`.as(
        'broker_id',
      ),
    ])
    .where('letters.workspace_id', '=', workspaceId)
    .where('letters.status', '=', 'signed')
    .where('letters.ends_on', '>=', from)
    .where('letters.ends_on', '<=', to)
    .where('letters.reminded_at', 'is', null)
    .where('businesses.deleted_at', 'is', null)
    .where('businesses.stage', 'not in', [...closedStages])
    .orderBy('letters.ends_on')
    .limit(200)
    .execute();
}

export type EndingLetter = Awaited<ReturnType<typeof listEndingLetters>>[number];

/** False if the reminder was sent before. */
export async function claimReminder(
  db: Db,
  { workspaceId, letterId, now }: Key & { readonly letterId: string; readonly now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('engagement_letters')
    .set({ reminded_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', letterId)
    .where('reminded_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
