import {
  grantLevels,
  type AccessGrant,
  type AccessGrants,
  type createAccessGrant,
  type inviteGrantee,
  type SharedWithMe,
} from '@handover/contract/records/access-grants.ts';
import type { BodyOf, ResponseOf } from '@handover/contract/http/endpoint.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { AppError, inTrash, invalidField, notFound } from '#lib/errors.ts';
import { emailKey } from '#lib/text.ts';
import { sendInvitation } from '#platform/links/invitations.ts';
import { reopenLinks, expireLinks } from '#platform/links/links.ts';
import type { Platform } from '#platform/platform.ts';
import { isRecordAreaOpen } from '#platform/session/access.ts';
import type { Records } from '#platform/records/record.ts';
import { findState } from '#platform/records/visible.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import { toContributor } from '#platform/session/grants.queries.ts';
import { queueSystemMail } from '#platform/system-mail.ts';
import type { Work } from '#platform/work.ts';
import { authorize, can } from './access-grants.policy.ts';
import { presentGrant, presentInvite } from './access-grants.presenter.ts';
import {
  endGrant,
  findEndedGrant,
  findGrantee,
  findGrantRow,
  insertGrant,
  isStaffLimited,
  listGrantRows,
  listGrantsTo,
  lockGrants,
  reopenGrant,
  type Grantee,
  type NewGrant,
  type GrantedRecord,
  type GrantRow,
} from './access-grants.queries.ts';

/**
 * The other people with access to a record, newest first, and the levels that the actor can grant. Throws NOT_FOUND.
 */
export async function listGrants(
  work: Work,
  actor: Member,
  { records, recordType, recordId }: GrantedRecord & { records: Records },
): Promise<AccessGrants> {
  const state = await requireRecord(work, actor, { records, recordType, recordId });
  const { workspaceId } = actor;
  const writer = toContributor(actor);
  const canWrite =
    (await findState(work.db, records.get(recordType), { member: writer, id: recordId })) !== null;
  const givable = grantLevels.filter((level) => canWrite && can(actor, `grant:${level}`, {}));
  const rows = await listGrantRows(work.db, { workspaceId, recordType, recordId, now: work.now });
  return {
    accessGrants: rows.map((row) =>
      presentGrant(row, recordType, { canUpdate: givable.includes(row.level) }),
    ),
    levels: state === 'active' ? givable : [],
    hasDocumentLevels: records.get(recordType).hasDocumentLevels === true,
    isStaffLimited: await isStaffLimited(work.db, workspaceId),
  };
}

/** Which records are shared with the actor beyond their role, newest first. */
export async function listSharedWith(
  work: Work,
  actor: Member,
  { records }: { records: Records },
): Promise<SharedWithMe[]> {
  const { workspaceId, userId, grants } = actor;
  const rows = await listGrantsTo(work.db, { workspaceId, grantee: { userId }, now: work.now });
  return rows.flatMap((row) => {
    const isUsable = grants.some(({ recordId }) => recordId === row.record_id);
    const type = records.all.find((record) => record.type === row.record_type)?.type;
    if (!isUsable || type === undefined || !isRecordAreaOpen(actor, type)) return [];
    const {
      person: _person,
      email: _email,
      state: _state,
      abilities: _abilities,
      ...shared
    } = presentGrant(row, type, { canUpdate: false });
    return [shared];
  });
}

export type SharingParts = Pick<Platform, 'records' | 'keyring' | 'config' | 'mail'>;

/**
 * Shares a record that the actor may change with a member or an email address, replacing that person's earlier access.
 * An address that is not a member's is invited as a client; a client with a login is sent an email. Throws NOT_FOUND,
 * FORBIDDEN, INVALID_INPUT, RULE_BROKEN, CONFLICT if the grant to change has ended.
 */
export async function createGrant(
  work: Work,
  actor: Member,
  { platform, input }: { platform: SharingParts; input: BodyOf<typeof createAccessGrant> },
): Promise<ResponseOf<typeof createAccessGrant>> {
  const { workspaceId } = actor;
  const { recordType, recordId, level, documentLevel, userId, email } = input;
  const record = { records: platform.records, recordType, recordId };
  if ((await requireRecord(work, actor, record)) === 'inTrash')
    throw inTrash(platform.records.get(recordType).labels.one);
  authorize(actor, `grant:${level}`, record);
  if (documentLevel > 0 && platform.records.get(recordType).hasDocumentLevels !== true)
    throw invalidField('documentLevel', 'Only a deal opens a data room');
  const expiresAt = input.expiresAt == null ? null : new Date(input.expiresAt);
  if (expiresAt !== null && expiresAt <= work.now) throw invalidField('expiresAt', 'Must be in the future');
  const named = userId === undefined ? { emailKey: emailKey(email ?? '') } : { userId };
  const member = await findGrantee(work.db, workspaceId, named);
  if (member === null && userId !== undefined) throw invalidField('userId', 'Not a member of this workspace');
  await lockGrants(work.db, { workspaceId, recordId });
  const earlier = await listEarlier(work, actor, { member, named, recordType, recordId });
  let isCurrent = input.grantId === undefined;
  for (const row of earlier) {
    authorize(actor, `grant:${row.level}`, row);
    const end = { workspaceId, grantId: row.id, revokedBy: actor.userId, now: work.now };
    const hasEnded = await endGrant(work.db, end);
    isCurrent ||= hasEnded && row.id === input.grantId;
  }
  if (!isCurrent)
    throw new AppError('CONFLICT', 'This access has ended or was changed. Check the people with access.');
  // A change keeps the original grantor, who may be a client and know only the address.
  const first = earlier.at(-1);
  const { granted_by: grantedBy, is_by_client: isByClient } = first ?? {
    granted_by: actor.userId,
    is_by_client: false,
  };
  return grantAccess(work, actor, {
    platform,
    grant: { recordType, recordId, level, documentLevel, grantedBy, isByClient, expiresAt },
    grantee: first === undefined ? toGrantee(member, named) : getGrantee(first),
    member,
    email,
    isNew: earlier.length === 0,
  });
}

type FoundGrantee = Awaited<ReturnType<typeof findGrantee>>;

/** A login with a verified address, or the address itself until its login is verified. */
function toGrantee(member: FoundGrantee, named: Grantee): Grantee {
  return member?.is_verified === true ? { userId: member.id } : named;
}

function getGrantee({ user_id: userId, email_key: key }: Pick<GrantRow, 'user_id' | 'email_key'>): Grantee {
  return userId === null ? { emailKey: key ?? '' } : { userId };
}

/** The access that a person already has to a record, by their login or its address. */
async function listEarlier(
  work: Work,
  { workspaceId }: Member,
  { member, named, recordType, recordId }: GrantedRecord & { member: FoundGrantee; named: Grantee },
): Promise<GrantRow[]> {
  const grantee = member === null ? named : { userId: member.id };
  const rows = await listGrantsTo(work.db, { workspaceId, grantee, now: work.now });
  return rows.filter((row) => row.record_type === recordType && row.record_id === recordId);
}

/**
 * Saves a checked grant and notifies the person: by invitation, or by email to a client with a login. Throws RULE_BROKEN
 * for a person with whom the record cannot be shared.
 */
export async function grantAccess(
  work: Work,
  actor: Member,
  {
    platform,
    grant,
    grantee,
    member,
    email,
    isNew,
  }: {
    platform: SharingParts;
    grant: NewGrant;
    grantee: Grantee;
    member: FoundGrantee;
    email: string | undefined;
    isNew: boolean;
  },
): Promise<ResponseOf<typeof createAccessGrant>> {
  const { workspaceId } = actor;
  const { recordType, recordId, level, documentLevel } = grant;
  await checkObstacle(work, actor, { records: platform.records, recordType, recordId, member, grantee });
  const grantId = await insertGrant(work.db, { workspaceId, ...grant, grantee, now: work.now });
  work.audit({ recordType, recordId, level, documentLevel, grantee: member?.id ?? null });
  if (member !== null) recheckStreams(work, member.id);
  publishRecord(work, actor, { records: platform.records, recordType, recordId });
  // One invitation serves everything that is shared with an address.
  if (isNew && member === null) await revokeInvitations(work, actor, emailKey(email ?? ''));
  if (isNew && member?.role === 'CLIENT')
    await sendNotice(work, { platform, actor, recordType, to: member.email });
  const invite =
    isNew && member === null && email !== undefined
      ? await sendInvitation(work, platform, { actor, email, role: 'CLIENT', customerId: null })
      : null;
  const row = await findGrantRow(work.db, { workspaceId, grantId, now: work.now });
  if (row === null) throw notFound('grant');
  return {
    accessGrant: presentGrant(row, recordType, { canUpdate: true }),
    invite: invite === null ? null : presentInvite(invite, email ?? ''),
  };
}

/** Invites the address of a grant again, which ends its earlier invitation. Throws NOT_FOUND, FORBIDDEN, RULE_BROKEN. */
export async function inviteAgain(
  work: Work,
  actor: Member,
  { platform, grantId }: { platform: SharingParts; grantId: string },
): Promise<ResponseOf<typeof inviteGrantee>> {
  const { row } = await getGrant(work, actor, { records: platform.records, grantId });
  authorize(actor, `grant:${row.level}`, row);
  if (row.state !== 'invited' || row.email_key === null)
    throw new AppError('RULE_BROKEN', 'This person already has an account.');
  await revokeInvitations(work, actor, row.email_key);
  const invite = await sendInvitation(work, platform, {
    actor,
    email: row.email_key,
    role: 'CLIENT',
    customerId: null,
  });
  return { invite: presentInvite(invite, row.email_key) };
}

/**
 * Ends a person's access to a record, and their invitation if nothing else is shared with them. Throws NOT_FOUND,
 * FORBIDDEN.
 */
export async function revokeGrant(
  work: Work,
  actor: Member,
  { records, grantId }: { records: Records; grantId: string },
): Promise<void> {
  const { row, recordType } = await getGrant(work, actor, { records, grantId });
  authorize(actor, `grant:${row.level}`, row);
  await endAccess(work, actor, { records, row, recordType });
}

/** Ends a grant that was checked, and the invitation of a person who has no other access. */
export async function endAccess(
  work: Work,
  actor: Member,
  { records, row, recordType }: { records: Records; row: GrantRow; recordType: RecordType },
): Promise<void> {
  const { workspaceId } = actor;
  await endGrant(work.db, { workspaceId, grantId: row.id, revokedBy: actor.userId, now: work.now });
  work.audit({ recordType, recordId: row.record_id, grantee: row.user_id });
  const grantee = getGrantee(row);
  const member = await findGrantee(work.db, workspaceId, grantee);
  if (member !== null) recheckStreams(work, member.id);
  publishRecord(work, actor, { records, recordType, recordId: row.record_id });
  const others = await listGrantsTo(work.db, { workspaceId, grantee, now: work.now });
  if (row.state === 'invited' && others.length === 0)
    await revokeInvitations(work, actor, row.email_key ?? '');
}

/**
 * Restores a grant, and the invitation that ended with it, for the person who ended it. Throws NOT_FOUND, FORBIDDEN,
 * RULE_BROKEN after the last day of the grant or if its person has access again.
 */
export async function restoreGrant(
  work: Work,
  actor: Member,
  { records, grantId }: { records: Records; grantId: string },
): Promise<AccessGrant> {
  const { workspaceId, userId: revokedBy } = actor;
  const ended = await findEndedGrant(work.db, { workspaceId, grantId, revokedBy });
  const type = records.all.find((record) => record.type === ended?.record_type)?.type;
  if (ended === null || type === undefined) throw notFound('grant');
  const record = { recordType: type, recordId: ended.record_id };
  if ((await requireRecord(work, actor, { records, ...record })) === 'inTrash')
    throw inTrash(records.get(type).labels.one);
  authorize(actor, `grant:${ended.level}`, ended);
  if (ended.expires_at !== null && ended.expires_at <= work.now)
    throw new AppError('RULE_BROKEN', 'This access has expired. Share the record again.');
  const { user_id: userId, email_key: key } = ended;
  const named = getGrantee(ended);
  const member = await findGrantee(work.db, workspaceId, named);
  await lockGrants(work.db, { workspaceId, recordId: ended.record_id });
  if ((await listEarlier(work, actor, { member, named, ...record })).length > 0)
    throw new AppError('RULE_BROKEN', 'This person already has access to the record again.');
  await checkObstacle(work, actor, { records, ...record, member, grantee: named });
  await reopenGrant(work.db, { workspaceId, grantId });
  if (member === null && key !== null)
    await reopenLinks(work, { ...sentByGrant, workspaceId, emailKey: key, voidedAt: ended.revoked_at });
  work.audit({ ...record, grantee: userId });
  if (member !== null) recheckStreams(work, member.id);
  publishRecord(work, actor, { records, ...record });
  const { row } = await getGrant(work, actor, { records, grantId });
  return presentGrant(row, type, { canUpdate: true });
}

/** Throws RULE_BROKEN for a person with whom the record cannot be shared. */
async function checkObstacle(
  { db }: Work,
  { workspaceId }: Member,
  {
    records,
    recordType,
    recordId,
    member,
    grantee,
  }: GrantedRecord & { records: Records; member: FoundGrantee; grantee: Grantee },
): Promise<void> {
  const address = member?.email ?? ('emailKey' in grantee ? grantee.emailKey : '');
  const person = { userId: member?.id ?? null, emailKey: emailKey(address) };
  for (const record of records.all) {
    const obstacle = await record.findGrantObstacle?.(db, { workspaceId, recordType, recordId, ...person });
    if (obstacle != null) throw new AppError('RULE_BROKEN', obstacle);
  }
}

async function getGrant(
  work: Work,
  actor: Member,
  { records, grantId }: { records: Records; grantId: string },
): Promise<{ row: GrantRow; recordType: RecordType }> {
  const row = await findGrantRow(work.db, { workspaceId: actor.workspaceId, grantId, now: work.now });
  const record = records.all.find(({ type }) => type === row?.record_type);
  if (row === null || record === undefined) throw notFound('grant');
  await requireRecord(work, actor, { records, recordType: record.type, recordId: row.record_id });
  return { row, recordType: record.type };
}

/** Throws NOT_FOUND unless the actor may read the record, RULE_BROKEN for a record type that cannot be shared. */
async function requireRecord(
  work: Work,
  actor: Member,
  { records, recordType, recordId }: GrantedRecord & { records: Records },
): Promise<'active' | 'inTrash'> {
  const record = records.get(recordType);
  const isOpen = isRecordAreaOpen(actor, recordType);
  const state = isOpen ? await findState(work.db, record, { member: actor, id: recordId }) : null;
  if (state === null) throw notFound(record.labels.one);
  if (record.isGrantable !== true)
    throw new AppError('RULE_BROKEN', `Access to a single ${record.labels.one} cannot be shared.`);
  return state;
}

/** Ends the person's open streams, so that they reconnect with the current access. */
function recheckStreams(work: Work, userId: string): void {
  work.publish({ workspaceId: null, noun: 'session', id: userId, userId });
}

/** Reloads who has access on the staff pages that show the record. */
function publishRecord(
  work: Work,
  { workspaceId }: Member,
  { records, recordType, recordId }: GrantedRecord & { records: Records },
): void {
  const field = records.get(recordType).live?.reference?.field;
  const reference = field === undefined ? {} : { [field]: recordId };
  work.publish({ workspaceId, noun: recordType, id: recordId, ...reference });
}

/** Only invitations that a grant sent; invitations of staff and of customers are managed elsewhere. */
const sentByGrant = { kind: 'invite', roles: ['CLIENT'], customerId: null } as const;

async function revokeInvitations(work: Work, { workspaceId }: Member, key: string): Promise<void> {
  await expireLinks(work, { ...sentByGrant, workspaceId, emailKey: key });
}

/** Says only what kind of record it is; its name is shown only after signing in. */
async function sendNotice(
  work: Work,
  {
    platform,
    actor,
    recordType,
    to,
  }: { platform: SharingParts; actor: Member; recordType: RecordType; to: string },
): Promise<void> {
  const { one } = platform.records.get(recordType).labels;
  await queueSystemMail(work, platform, {
    to,
    subject: `${actor.displayName} has shared a ${one} with you`,
    text: `${actor.displayName} has shared a ${one} with you. Sign in to see it:\n\n${platform.config.publicUrl}\n`,
  });
}
