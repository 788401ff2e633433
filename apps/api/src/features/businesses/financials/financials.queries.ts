import {
  profitAndLoss,
  recastYears,
  type AcceptedRecast,
  type AddBack,
  type FinancialPeriod,
  type UpdateFinancials,
} from '@handover/contract/businesses/financials.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import type { AddBacksTable } from '#db/schema/financials.ts';
import { newId } from '#lib/ids.ts';

type BusinessKey = { readonly workspaceId: string; readonly businessId: string };
type By = { readonly userId: string; readonly now: Date };

/** Years and months of a business, newest first; a year before its months. */
export async function listPeriods(
  db: Db,
  { workspaceId, businessId }: BusinessKey,
): Promise<FinancialPeriod[]> {
  const rows = await db
    .selectFrom('financial_periods')
    .select(['year', 'month', 'lines', 'version'])
    .where('workspace_id', '=', workspaceId)
    .where('business_id', '=', businessId)
    .orderBy('year', 'desc')
    .orderBy('month', (order) => order.asc().nullsFirst())
    .execute();
  return rows.map((row) => ({ ...row, lines: profitAndLoss.parse(row.lines) }));
}

type PeriodChange = UpdateFinancials['periods'][number];

/** Inserts, updates, or deletes a period; false if `version` is stale. */
export async function writePeriod(
  db: Db,
  { lines, version, ...period }: BusinessKey & By & PeriodChange,
): Promise<boolean> {
  if (lines === null) return version === null || deletePeriod(db, { ...period, version });
  return version === null
    ? insertPeriod(db, { ...period, lines })
    : updatePeriod(db, { ...period, lines, version });
}

type PeriodKey = BusinessKey & Pick<PeriodChange, 'year' | 'month'>;
type Lines = { readonly lines: FinancialPeriod['lines'] };

/** False if the period has been entered in the meantime. */
async function insertPeriod(
  db: Db,
  { workspaceId, businessId, year, month, lines, userId, now }: PeriodKey & By & Lines,
): Promise<boolean> {
  const row = await db
    .insertInto('financial_periods')
    .values({
      workspace_id: workspaceId,
      id: newId(),
      business_id: businessId,
      year,
      month,
      lines: JSON.stringify(lines),
      updated_by: userId,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

async function updatePeriod(
  db: Db,
  {
    workspaceId,
    businessId,
    year,
    month,
    lines,
    version,
    userId,
    now,
  }: PeriodKey & By & Lines & { version: number },
): Promise<boolean> {
  const row = await db
    .updateTable('financial_periods')
    .set({
      lines: JSON.stringify(lines),
      version: version + 1,
      updated_by: userId,
      updated_at: now,
    })
    .where('workspace_id', '=', workspaceId)
    .where('business_id', '=', businessId)
    .where('year', '=', year)
    .where('month', 'is not distinct from', month)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

async function deletePeriod(
  db: Db,
  { workspaceId, businessId, year, month, version }: PeriodKey & { version: number },
): Promise<boolean> {
  const row = await db
    .deleteFrom('financial_periods')
    .where('workspace_id', '=', workspaceId)
    .where('business_id', '=', businessId)
    .where('year', '=', year)
    .where('month', 'is not distinct from', month)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** How many periods a business has. */
export async function countPeriods(db: Db, { workspaceId, businessId }: BusinessKey): Promise<number> {
  const { count } = await db
    .selectFrom('financial_periods')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Add-backs in the order of their entry. */
export async function listAddBacks(db: Db, { workspaceId, businessId }: BusinessKey): Promise<AddBack[]> {
  const rows = await db
    .selectFrom('add_backs as a')
    .innerJoin('users', 'users.id', 'a.reviewed_by')
    .leftJoin('documents', (join) =>
      join
        .onRef('documents.workspace_id', '=', 'a.workspace_id')
        .onRef('documents.id', '=', 'a.proof_id')
        .on('documents.deleted_at', 'is', null),
    )
    .select([
      'a.id',
      'a.year',
      'a.ttm_through',
      'a.category',
      'a.description',
      'a.amount_cents',
      'a.status',
      'a.reviewed_by',
      'a.reviewed_at',
      'a.version',
      'users.display_name as reviewer_name',
      'documents.id as proof_id',
      'documents.name as proof_name',
    ])
    .where('a.workspace_id', '=', workspaceId)
    .where('a.business_id', '=', businessId)
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    year: row.year,
    ttmThrough: toMonth(row.ttm_through),
    category: row.category,
    description: row.description,
    amountCents: row.amount_cents,
    status: row.status,
    proof:
      row.proof_id === null || row.proof_name === null ? null : { id: row.proof_id, name: row.proof_name },
    reviewer: { id: row.reviewed_by, displayName: row.reviewer_name },
    reviewedAt: row.reviewed_at.toISOString(),
    version: row.version,
  }));
}

function toMonth(day: string | null): AddBack['ttmThrough'] {
  return day === null ? null : { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) };
}

export async function insertAddBack(db: Db, row: Insertable<AddBacksTable>): Promise<void> {
  await db.insertInto('add_backs').values(row).execute();
}

type AddBackKey = BusinessKey & { readonly addBackId: string };

export type AddBackRow = Pick<
  Selectable<AddBacksTable>,
  'year' | 'category' | 'status' | 'amount_cents' | 'reviewed_by'
>;

export async function findAddBack(
  db: Db,
  { workspaceId, businessId, addBackId }: AddBackKey,
): Promise<AddBackRow | null> {
  const row = await db
    .selectFrom('add_backs')
    .select(['year', 'category', 'status', 'amount_cents', 'reviewed_by'])
    .where('workspace_id', '=', workspaceId)
    .where('business_id', '=', businessId)
    .where('id', '=', addBackId)
    .executeTakeFirst();
  return row ?? null;
}

/** False if `version` is stale. */
export async function updateAddBackRow(
  db: Db,
  {
    workspaceId,
    businessId,
    addBackId,
    version,
    change,
  }: AddBackKey & { version: number; change: Updateable<AddBacksTable> },
): Promise<boolean> {
  const row = await db
    .updateTable('add_backs')
    .set({ ...change, version: version + 1 })
    .where('workspace_id', '=', workspaceId)
    .where('business_id', '=', businessId)
    .where('id', '=', addBackId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False if there is none. */
export async function deleteAddBackRow(
  db: Db,
  { workspaceId, businessId, addBackId }: AddBackKey,
): Promise<boolean> {
  const row = await db
    .deleteFrom('add_backs')
    .where('workspace_id', '=', workspaceId)
    .where('business_id', '=', businessId)
    .where('id', '=', addBackId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const recastSnapshot = z.object({
  years: recastYears,
  revenueCents: z.int(),
  sdeCents: z.int(),
  ebitdaCents: z.int(),
});
type RecastSnapshot = z.infer<typeof recastSnapshot>;

export async function insertRecast(
  db: Db,
  { workspaceId, businessId, snapshot, userId, now }: BusinessKey & By & { snapshot: RecastSnapshot },
): Promise<string> {
  const id = newId();
  await db
    .insertInto('recasts')
    .values({
      workspace_id: workspaceId,
      id,
      business_id: businessId,
      snapshot: JSON.stringify(snapshot),
      accepted_by: userId,
      accepted_at: now,
    })
    .execute();
  return id;
}

/** The latest accepted recast of a business, or null. */
export async function findAcceptedRecast(
  db: Db,
  { workspaceId, businessId }: BusinessKey,
): Promise<AcceptedRecast | null> {
  const row = await db
    .selectFrom('recasts')
    .innerJoin('users', 'users.id', 'recasts.accepted_by')
    .select([
      'recasts.id',
      'recasts.snapshot',
      'recasts.accepted_by',
      'recasts.accepted_at',
      'users.display_name',
    ])
    .where('recasts.workspace_id', '=', workspaceId)
    .where('recasts.business_id', '=', businessId)
    .orderBy('recasts.accepted_at', 'desc')
    .orderBy('recasts.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    ...recastSnapshot.parse(row.snapshot),
    id: row.id,
    acceptedBy: { id: row.accepted_by, displayName: row.display_name },
    acceptedAt: row.accepted_at.toISOString(),
  };
}
