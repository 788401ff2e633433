import type { GrantLevel } from '@handover/contract/access-grants.ts';
import type { RecordType } from '@handover/contract/records.ts';
import type { Db } from '#db/client.ts';
import { newId } from '#lib/ids.ts';

type Key = { readonly workspaceId: string; readonly grantId: string };
export type GrantedRecord = { readonly recordType: RecordType; readonly recordId: string };
type Grantee = { readonly userId: string } | { readonly emailKey: string };

function selectGrants(db: Db, workspaceId: string, now: Date) {
  return db
    .selectFrom('access_grants as g')
    .innerJoin('users as givers', 'givers.id', 'g.granted_by')
    .leftJoin('users as people', 'people.id', 'g.user_id')
    .select([
      'g.id',
      'g.record_type',
      'g.record_id',
      'g.user_id',
      'g.email_key',
      'g.level',
      'g.created_at',
      'g.expires_at',
      'g.granted_by',
      'givers.display_name as giver_name',
      'people.display_name as person_name',
    ])
    .where('g.workspace_id', '=', workspaceId)
    .where('g.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('g.expires_at', 'is', null), eb('g.expires_at', '>', now)]));
}

export type GrantRow = Awaited<ReturnType<typeof listGrantRows>>[number];

/** The live grants of a record, newest first. */
export function listGrantRows(
  db: Db,
  { workspaceId, recordType, recordId, now }: GrantedRecord & { workspaceId: string; now: Date },
) {
  return selectGrants(db, workspaceId, now)
    .where('g.record_type', '=', recordType)
    .where('g.record_id', '=', recordId)
    .orderBy('g.created_at', 'desc')
    .orderBy('g.id', 'desc')
    .execute();
}

/** A live grant, or null. */
export async function findGrantRow(
  db: Db,
  { workspaceId, grantId, now }: Key & { now: Date },
): Promise<GrantRow | null> {
  return (await selectGrants(db, workspaceId, now).where('g.id', '=', grantId).executeTakeFirst()) ?? null;
}

/** Adds a grant in place of the earlier one to the same person; returns its id. */
export async function insertGrant(
  db: Db,
  {
    workspaceId,
    recordType,
    recordId,
    grantee,
    now,
    ...grant
  }: GrantedRecord & {
    workspaceId: string;
    grantee: Grantee;
    level: GrantLevel;
    grantedBy: string;
    expiresAt: Date | null;
    now: Date;
  },
): Promise<string> {
  const who =
    'userId' in grantee
      ? { user_id: grantee.userId, email_key: null }
      : { user_id: null, email_key: grantee.emailKey };
  await db
    .updateTable('access_grants')
    .set({ revoked_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('record_type', '=', recordType)
    .where('record_id', '=', recordId)
    .where('user_id', 'is not distinct from', who.user_id)
    .where('email_key', 'is not distinct from', who.email_key)
    .where('revoked_at', 'is', null)
    .execute();
  const id = newId();
  await db
    .insertInto('access_grants')
    .values({
      workspace_id: workspaceId,
      id,
      record_type: recordType,
      record_id: recordId,
      ...who,
      level: grant.level,
      granted_by: grant.grantedBy,
      created_at: now,
      expires_at: grant.expiresAt,
      revoked_at: null,
    })
    .execute();
  return id;
}

export async function endGrant(db: Db, { workspaceId, grantId, now }: Key & { now: Date }): Promise<void> {
  await db
    .updateTable('access_grants')
    .set({ revoked_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', grantId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** The active member of the workspace with this id or email address; null without one. */
export async function findGrantee(db: Db, workspaceId: string, grantee: Grantee) {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'memberships.role'])
    .where('memberships.workspace_id', '=', workspaceId)
    .where('memberships.status', '=', 'active')
    .where('users.status', '=', 'active')
    .where((eb) =>
      'userId' in grantee
        ? eb('users.id', '=', grantee.userId)
        : eb('users.email_key', '=', grantee.emailKey),
    )
    .executeTakeFirst();
  return row ?? null;
}
