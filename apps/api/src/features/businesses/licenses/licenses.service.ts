import { formatLongDate } from '@handover/domain/format-date.ts';
import type { CreateLicense, License, UpdateLicense } from '@handover/contract/settings/licenses.ts';
import { getRoleLevel } from '@handover/contract/auth/roles.ts';
import { findStateCode } from '@handover/domain/us-states.ts';
import { getActiveBusiness } from '../businesses.public.ts';
import { forbidden, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { listOpenWorkspaces } from '#platform/installation/archived.queries.ts';
import { notify } from '#platform/notifications.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import { listResponsibleIds } from '#platform/session/session.queries.ts';
import type { Work } from '#platform/work.ts';
import {
  claimReminder,
  deleteLicenseRow,
  findLicenseRow,
  insertLicense,
  listDueLicenses,
  listLicenseRows,
  updateLicenseRow,
  type DueLicense,
  type LicenseRow,
} from './licenses.queries.ts';

/** At most 500, the earliest to expire first. Throws NOT_FOUND for a business the actor may not read. */
export async function listLicenses(
  work: Work,
  actor: Member,
  filter: { businessId?: string | undefined; expiresBefore?: string | undefined },
): Promise<License[]> {
  if (filter.businessId !== undefined) await getActiveBusiness(work.db, actor, filter.businessId);
  return (await listLicenseRows(work.db, actor, filter)).map(present);
}

/** Throws NOT_FOUND, FORBIDDEN for a license of the brokerage. */
export async function createLicense(
  work: Work,
  actor: Member,
  { businessId, ...input }: CreateLicense,
): Promise<License> {
  if (businessId === null) requireAdmin(actor);
  else await getActiveBusiness(work.db, actor, businessId);
  const id = newId();
  await insertLicense(work.db, {
    ...toColumns(input),
    workspace_id: actor.workspaceId,
    id,
    business_id: businessId,
    created_at: work.now,
  });
  publish(work, actor, businessId);
  return getLicense(work, actor, id);
}

/** Throws NOT_FOUND, FORBIDDEN, STALE_VERSION with the current license. */
export async function updateLicense(
  work: Work,
  actor: Member,
  { licenseId, input: { version, ...input } }: { licenseId: string; input: UpdateLicense },
): Promise<License> {
  const before = await loadForChange(work, actor, licenseId);
  const key = { workspaceId: actor.workspaceId, licenseId };
  const isNewDate = before.expires_on !== input.expiresOn;
  const change = { ...toColumns(input), ...(isNewDate && { reminders_sent: 0 }) };
  if (!(await updateLicenseRow(work.db, { ...key, version, change }))) throw staleVersion(present(before));
  publish(work, actor, before.business_id);
  return getLicense(work, actor, licenseId);
}

/** Throws NOT_FOUND, FORBIDDEN. */
export async function deleteLicense(work: Work, actor: Member, licenseId: string): Promise<void> {
  const before = await loadForChange(work, actor, licenseId);
  await deleteLicenseRow(work.db, { workspaceId: actor.workspaceId, licenseId });
  publish(work, actor, before.business_id);
}

/**
 * Notifies the broker of a business, or the administrators, that a license expires: 60 days before and again
 * 7 days before. Each reminder is sent once.
 */
export async function sendLicenseReminders({ runner }: Pick<Platform, 'runner'>): Promise<void> {
  for (const { id: workspaceId, today } of await listOpenWorkspaces(runner.db, runner.clock.now())) {
    for (const due of await listDueLicenses(runner.db, { workspaceId, today }))
      await runner.transact((work) => sendReminderOnce(work, workspaceId, due));
  }
}

async function sendReminderOnce(work: Work, workspaceId: string, due: DueLicense): Promise<void> {
  const { id: licenseId, reminder } = due;
  if (!(await claimReminder(work.db, { workspaceId, licenseId, reminder }))) return;
  await notify(work, {
    workspaceId,
    userIds: await listResponsibleIds(work.db, { workspaceId, userId: due.broker_id }),
    type: 'license.expiring',
    title: `${due.business_name ?? 'Brokerage'}: ${due.state} license (${due.board}) expires on ${due.expires_on === null ? '' : formatLongDate(due.expires_on)}`,
    customerId: null,
    businessId: due.business_id,
  });
}

async function getLicense(work: Work, actor: Member, licenseId: string): Promise<License> {
  const row = await findLicenseRow(work.db, actor, licenseId);
  if (row === null) throw notFound('license');
  return present(row);
}

async function loadForChange(work: Work, actor: Member, licenseId: string): Promise<LicenseRow> {
  const row = await findLicenseRow(work.db, actor, licenseId);
  if (row === null) throw notFound('license');
  if (row.business_id === null) requireAdmin(actor);
  return row;
}

function requireAdmin(actor: Member): void {
  if (actor.level < getRoleLevel('ADMIN'))
    throw forbidden('Only administrators change the licenses of the brokerage.');
}

function toColumns({ state, board, number, expiresOn }: Omit<UpdateLicense, 'version'>) {
  const code = findStateCode(state);
  if (code === null) throw invalidField('state', 'Choose a state');
  return { state: code, board, number, expires_on: expiresOn };
}

function publish(work: Work, { workspaceId }: Member, businessId: string | null): void {
  if (businessId === null) work.publish({ workspaceId, noun: 'workspace', id: workspaceId });
  else work.publish({ workspaceId, noun: 'business', id: businessId });
}

function present(row: LicenseRow): License {
  return {
    id: row.id,
    business:
      row.business_id === null || row.business_name === null
        ? null
        : { id: row.business_id, name: row.business_name },
    state: row.state,
    board: row.board,
    number: row.number,
    expiresOn: row.expires_on,
    version: row.version,
  };
}
