import { licenseReminderDays } from '@handover/contract/settings/licenses.ts';
import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { LicensesTable } from '#db/schema/businesses.ts';
import { isReadableBusiness } from '../businesses.public.ts';
import type { Member } from '#platform/session/actor.ts';

type Key = { readonly workspaceId: string; readonly licenseId: string };

function selectLicenses(db: Db, member: Member) {
  return db
    .selectFrom('licenses')
    .leftJoin('businesses', (join) =>
      join
        .onRef('businesses.workspace_id', '=', 'licenses.workspace_id')
        .onRef('businesses.id', '=', 'licenses.business_id'),
    )
    .select([
      'licenses.id',
      'licenses.business_id',
      'businesses.name as business_name',
      'licenses.state',
      'licenses.board',
      'licenses.number',
      'licenses.expires_on',
      'licenses.version',
    ])
    .where('licenses.workspace_id', '=', member.workspaceId)
    .where(
      sql<boolean>`(licenses.business_id IS NULL OR ${isReadableBusiness(member, sql.ref('licenses.business_id'))})`,
    );
}

export type LicenseRow = Awaited<ReturnType<typeof listLicenseRows>>[number];

/** At most 500, the earliest to expire first. */
export function listLicenseRows(
  db: Db,
  member: Member,
  { businessId, expiresBefore }: { businessId?: string | undefined; expiresBefore?: string | undefined },
) {
  let query = selectLicenses(db, member);
  if (businessId !== undefined) query = query.where('licenses.business_id', '=', businessId);
  else if (expiresBefore === undefined) query = query.where('licenses.business_id', 'is', null);
  if (expiresBefore !== undefined) query = query.where('licenses.expires_on', '<', expiresBefore);
  return query
    .orderBy('licenses.expires_on', (order) => order.asc().nullsLast())
    .orderBy('licenses.state')
    .orderBy('licenses.id')
    .limit(500)
    .execute();
}

export async function findLicenseRow(db: Db, member: Member, licenseId: string): Promise<LicenseRow | null> {
  const row = await selectLicenses(db, member).where('licenses.id', '=', licenseId).executeTakeFirst();
  return row ?? null;
}

export async function insertLicense(db: Db, row: Insertable<LicensesTable>): Promise<void> {
  await db.insertInto('licenses').values(row).execute();
}

/** False if `version` is stale. */
export async function updateLicenseRow(
  db: Db,
  { workspaceId, licenseId, version, change }: Key & { version: number; change: Updateable<LicensesTable> },
): Promise<boolean> {
  const row = await db
    .updateTable('licenses')
    .set({ ...change, version: version + 1 })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', licenseId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteLicenseRow(db: Db, { workspaceId, licenseId }: Key): Promise<void> {
  await db
    .deleteFrom('licenses')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', licenseId)
    .execute();
}

/**
 * Licenses of a workspace with a reminder due, at most 200. `reminder` is 1 for the early and 2 for the late
 * one. Skips businesses in the trash.
 */
export function listDueLicenses(db: Db, { workspaceId, today }: { workspaceId: string; today: string }) {
  const [early, late] = licenseReminderDays;
  const daysLeft = sql<number>`licenses.expires_on - ${today}::date`;
  return db
    .selectFrom('licenses')
    .leftJoin('businesses', (join) =>
      join
        .onRef('businesses.workspace_id', '=', 'licenses.workspace_id')
        .onRef('businesses.id', '=', 'licenses.business_id'),
    )
    .select([
      'licenses.id',
      'licenses.business_id',
      'businesses.name as business_name',
      'businesses.broker_id',
      'licenses.state',
      'licenses.board',
      'licenses.expires_on',
      sql<number>`CASE WHEN ${daysLeft} <= ${late} THEN 2 ELSE 1 END`.as('reminder'),
    ])
    .where('licenses.workspace_id', '=', workspaceId)
    .where('licenses.expires_on', 'is not', null)
    .where('businesses.deleted_at', 'is', null)
    .where(
      sql<boolean>`licenses.reminders_sent < CASE WHEN ${daysLeft} <= ${late} THEN 2 WHEN ${daysLeft} <= ${early} THEN 1 ELSE 0 END`,
    )
    .orderBy('licenses.expires_on')
    .limit(200)
    .execute();
}

export type DueLicense = Awaited<ReturnType<typeof listDueLicenses>>[number];

/** False if this reminder was sent before. */
export async function claimReminder(
  db: Db,
  { workspaceId, licenseId, reminder }: Key & { reminder: number },
): Promise<boolean> {
  const row = await db
    .updateTable('licenses')
    .set({ reminders_sent: reminder })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', licenseId)
    .where('reminders_sent', '<', reminder)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
