import type { AccessGrant, createAccessGrant } from '@handover/contract/access-grants.ts';
import type { BodyOf, ResponseOf } from '@handover/contract/endpoint.ts';
import type { RecordType } from '@handover/contract/records.ts';
import { AppError, inTrash, invalidField, notFound } from '#lib/errors.ts';
import { emailKey } from '#lib/text.ts';
import { sendInvitation } from '#platform/links/invitations.ts';
import type { Platform } from '#platform/platform.ts';
import { isRecordAreaOpen } from '#platform/records/record-area.ts';
import type { Records } from '#platform/records/record.ts';
import { findState } from '#platform/records/visible.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { authorize } from './access-grants.policy.ts';
import {
  endGrant,
  findGrantee,
  findGrantRow,
  insertGrant,
  listGrantRows,
  type GrantedRecord,
  type GrantRow,
} from './access-grants.queries.ts';

/** Who else has access to a record, newest first. Throws NOT_FOUND. */
export async function listGrants(
  work: Work,
  actor: Member,
  { records, recordType, recordId }: GrantedRecord & { records: Records },
): Promise<AccessGrant[]> {
  await requireRecord(work, actor, { records, recordType, recordId });
  const { workspaceId } = actor;
  const rows = await listGrantRows(work.db, { workspaceId, recordType, recordId, now: work.now });
  return rows.map((row) => presentGrant(row, recordType));
}

/**
 * Shares a record that the actor may read with a member or an email address, in place of what that person had; an
 * address that is no member is invited as a client. Throws NOT_FOUND, FORBIDDEN, INVALID_INPUT, RULE_BROKEN.
 */
export async function createGrant(
  work: Work,
  actor: Member,
  {
    platform,
    input,
  }: {
    platform: Pick<Platform, 'records' | 'keyring' | 'config' | 'mail'>;
    input: BodyOf<typeof createAccessGrant>;
  },
): Promise<ResponseOf<typeof createAccessGrant>> {
  const { workspaceId } = actor;
  const { recordType, recordId, level, userId, email } = input;
  const record = { records: platform.records, recordType, recordId };
  if ((await requireRecord(work, actor, record)) === 'inTrash')
    throw inTrash(platform.records.get(recordType).labels.one);
  authorize(actor, `grant:${level}`, record);
  const expiresAt = input.expiresAt == null ? null : new Date(input.expiresAt);
  if (expiresAt !== null && expiresAt <= work.now) throw invalidField('expiresAt', 'Must be in the future');
  const grantee = userId === undefined ? { emailKey: emailKey(email ?? '') } : { userId };
  const member = await findGrantee(work.db, workspaceId, grantee);
  if (member === null && userId !== undefined) throw invalidField('userId', 'Not a member of this workspace');
  const grant = { workspaceId, recordType, recordId, level, grantedBy: actor.userId, expiresAt };
  const grantId = await insertGrant(work.db, { ...grant, grantee, now: work.now });
  work.audit({ recordType, recordId, level, grantee: member?.id ?? null });
  if (member !== null) recheckStreams(work, member.id);
  const isInvited = member === null && email !== undefined;
  const invite = isInvited
    ? await sendInvitation(work, platform, { actor, email, role: 'CLIENT', customerId: null })
    : null;
  const row = await findGrantRow(work.db, { workspaceId, grantId, now: work.now });
  if (row === null) throw notFound('grant');
  return {
    accessGrant: presentGrant(row, recordType),
    invite:
      invite === null
        ? null
        : { email: email ?? '', expiresAt: invite.expiresAt.toISOString(), link: invite.link },
  };
}

/** Ends somebody's access to a record that the actor may read. Throws NOT_FOUND. */
export async function revokeGrant(
  work: Work,
  actor: Member,
  { records, grantId }: { records: Records; grantId: string },
): Promise<void> {
  const { workspaceId } = actor;
  const row = await findGrantRow(work.db, { workspaceId, grantId, now: work.now });
  const record = records.all.find(({ type }) => type === row?.record_type);
  if (row === null || record === undefined) throw notFound('grant');
  const { type: recordType } = record;
  await requireRecord(work, actor, { records, recordType, recordId: row.record_id });
  await endGrant(work.db, { workspaceId, grantId, now: work.now });
  work.audit({ recordType, recordId: row.record_id, grantee: row.user_id });
  const grantee = row.user_id === null ? { emailKey: row.email_key ?? '' } : { userId: row.user_id };
  const member = await findGrantee(work.db, workspaceId, grantee);
  if (member !== null) recheckStreams(work, member.id);
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

/** The open streams of the person end, so that they are opened again with the access of now. */
function recheckStreams(work: Work, userId: string): void {
  work.publish({ workspaceId: null, noun: 'session', id: userId, userId });
}

function presentGrant(row: GrantRow, recordType: RecordType): AccessGrant {
  return {
    id: row.id,
    recordType,
    recordId: row.record_id,
    person:
      row.user_id === null || row.person_name === null
        ? null
        : { id: row.user_id, displayName: row.person_name },
    email: row.email_key,
    level: row.level,
    grantedBy: { id: row.granted_by, displayName: row.giver_name },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}
