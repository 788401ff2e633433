import {
  maxOwnGrantMonths,
  maxOwnGrants,
  type CreateOwnAccessGrant,
  type OwnAccessGrant,
} from '@handover/contract/records/access-grants.ts';
import { addDays, addMonths } from '@handover/domain/calendar-dates.ts';
import { toInstant, toCalendarDate } from '@handover/domain/local-time.ts';
import { AppError, invalidField, notFound } from '#lib/errors.ts';
import { emailKey } from '#lib/text.ts';
import { notify } from '#platform/notifications.ts';
import type { Platform } from '#platform/platform.ts';
import { isRecordAreaOpen } from '#platform/session/access.ts';
import type { Records } from '#platform/records/record.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  findGrantee,
  findGrantRow,
  findOwnRecord,
  listGrantRows,
  lockGrants,
  type GrantedRecord,
  type GrantRow,
  type OwnRecord,
} from './access-grants.queries.ts';
import { endAccess, grantAccess, type SharingParts } from './access-grants.service.ts';

/** `reference` names the record in a notice. */
type Own = OwnRecord & { readonly reference: Readonly<Record<string, string>> };

// Each new grant emails the advisor, including a grant that ended and was given again.
const perClient = { hits: 20, perSeconds: 86_400 };
const perRecipient = { hits: 10, perSeconds: 86_400 };

/** People with access to one of the client's own records, newest first. Throws NOT_FOUND. */
export async function listOwnGrants(
  work: Work,
  actor: Member,
  { records, ...of }: GrantedRecord & { records: Records },
): Promise<OwnAccessGrant[]> {
  await getOwnRecord(work, actor, { records, ...of });
  const { workspaceId } = actor;
  const rows = await listGrantRows(work.db, { workspaceId, ...of, now: work.now });
  return rows.map(presentOwnGrant);
}

/** The end of the last day until which a client can share something, in the workspace's time zone. */
export function getLatestEnd(timeZone: string, now: Date): Date {
  const lastDay = addMonths(toCalendarDate(now, timeZone), maxOwnGrantMonths);
  return toInstant(`${addDays(lastDay, 1)}T00:00`, timeZone);
}

/**
 * Lets an advisor view a record of the client's own until a day, and notifies the broker. Throws NOT_FOUND for a record
 * that is not theirs, INVALID_INPUT, RULE_BROKEN without a mail server, at the limit of people, or for one who already has access,
 * TOO_MANY_REQUESTS.
 */
export async function createOwnGrant(
  work: Work,
  actor: Member,
  { platform, input }: { platform: SharingParts & Pick<Platform, 'limits'>; input: CreateOwnAccessGrant },
): Promise<OwnAccessGrant> {
  const { workspaceId } = actor;
  const { recordType, recordId, email } = input;
  const record = { recordType, recordId };
  const own = await getOwnRecord(work, actor, { records: platform.records, ...record });
  requireMailServer(platform);
  const expiresAt = new Date(input.expiresAt);
  if (expiresAt <= work.now) throw invalidField('expiresAt', 'Must be in the future');
  if (expiresAt > getLatestEnd(actor.timeZone, work.now))
    throw invalidField('expiresAt', 'Choose a date within one year');
  const named = { emailKey: emailKey(email) };
  const member = await findGrantee(work.db, workspaceId, named);
  if (member?.id === actor.userId) throw invalidField('email', 'This is your own email address');
  const wanted = { ...record, workspaceId, address: named.emailKey };
  await requireNewAddress(work, wanted);
  await platform.limits.hit(`share:${actor.userId}`, perClient);
  await platform.limits.hit(`share-to:${named.emailKey}`, perRecipient);
  // The limits are counted before the lock, with another connection.
  await lockGrants(work.db, wanted);
  await requireNewAddress(work, wanted);
  const { accessGrant } = await grantAccess(work, actor, {
    platform,
    // Only the broker opens the data room.
    grant: {
      ...record,
      level: 'view',
      documentLevel: 0,
      grantedBy: actor.userId,
      isByClient: true,
      expiresAt,
    },
    // By address, so that the response does not reveal whether the address has a login.
    grantee: named,
    member,
    email,
    isNew: true,
  });
  await notifyBroker(work, actor, { own, text: `shared it with ${email}` });
  const row = await findGrantRow(work.db, { workspaceId, grantId: accessGrant.id, now: work.now });
  if (row === null) throw notFound('grant');
  return presentOwnGrant(row);
}

/** Throws RULE_BROKEN at the limit of people, or for an address that already has access. */
async function requireNewAddress(
  work: Work,
  { address, ...of }: GrantedRecord & { workspaceId: string; address: string },
): Promise<void> {
  const rows = await listGrantRows(work.db, { ...of, now: work.now });
  if (rows.length >= maxOwnGrants)
    throw new AppError(
      'RULE_BROKEN',
      `You can share this with ${String(maxOwnGrants)} people at a time. Remove someone first.`,
    );
  if (rows.some((row) => findAddress(row) === address))
    throw new AppError('RULE_BROKEN', 'This email address already has access.');
}

/** Ends the access that the client or a co-owner gave to an advisor. Throws NOT_FOUND. */
export async function revokeOwnGrant(
  work: Work,
  actor: Member,
  { records, grantId }: { records: Records; grantId: string },
): Promise<void> {
  const { workspaceId } = actor;
  const row = await findGrantRow(work.db, { workspaceId, grantId, now: work.now });
  const recordType = records.all.find(({ type }) => type === row?.record_type)?.type;
  if (row === null || recordType === undefined || !row.is_by_client) throw notFound('grant');
  const recordId = row.record_id;
  const own = await getOwnRecord(work, actor, { records, recordType, recordId });
  await endAccess(work, actor, { records, row, recordType });
  await notifyBroker(work, actor, {
    own,
    text: `removed access for ${findAddress(row) ?? 'a former member'}`,
  });
}

/** Checked for every address, because only one without a login needs an invitation. Throws RULE_BROKEN. */
function requireMailServer({ mail }: Pick<Platform, 'mail'>): void {
  if (mail.kind === 'outbox')
    throw new AppError(
      'RULE_BROKEN',
      'No mail server is set up, so your advisor cannot be invited. Ask your broker to share it.',
    );
}

/** Throws NOT_FOUND unless the client owns the active record, and for types that clients cannot share. */
async function getOwnRecord(
  work: Work,
  actor: Member,
  { records, recordType, recordId }: GrantedRecord & { records: Records },
): Promise<Own> {
  const record = records.get(recordType);
  const own =
    actor.scope === 'client' && isRecordAreaOpen(actor, recordType)
      ? await findOwnRecord(work.db, record, { member: actor, id: recordId })
      : null;
  const field = record.live?.reference?.field;
  if (own === null || record.isGrantable !== true) throw notFound(record.labels.one);
  return { ...own, reference: field === undefined ? {} : { [field]: recordId } };
}

async function notifyBroker(
  work: Work,
  { workspaceId, displayName }: Member,
  { own, text }: { own: Own; text: string },
): Promise<void> {
  if (own.broker_id === null) return;
  await notify(work, {
    workspaceId,
    userIds: [own.broker_id],
    type: 'access.shared',
    title: `${own.name}: ${displayName} ${text}`.slice(0, 300),
    customerId: null,
    ...own.reference,
  });
}

/** The address of a grant, even after a login has taken it over; null for a former member. */
function findAddress({ email_key: emailKey, person_email: ofLogin }: GrantRow): string | null {
  return emailKey ?? ofLogin;
}

/** People added by staff have names; people invited by a client only have an address. */
function presentOwnGrant(row: GrantRow): OwnAccessGrant {
  const isByClient = row.is_by_client;
  return {
    id: row.id,
    name: (isByClient ? findAddress(row) : (row.person_name ?? row.email_key)) ?? 'A former member',
    isByClient,
    opensDataRoom: row.document_level > 0,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}
