import type { GrantLevel, GrantState } from '@handover/contract/records/access-grants.ts';
import type { DocumentLevel } from '@handover/contract/deals/deal-stages.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { newId } from '#lib/ids.ts';
import type { RecordDescriptor } from '#platform/records/record.ts';
import type { Member } from '#platform/session/actor.ts';
import { isLiveGrant } from '#platform/session/grants.queries.ts';

type Key = { readonly workspaceId: string; readonly grantId: string };
export type GrantedRecord = { readonly recordType: RecordType; readonly recordId: string };
export type Grantee = { readonly userId: string } | { readonly emailKey: string };

/** Live grants. The person is the login of the grant or the member with its address, if that member is of this workspace. */
function selectGrants(db: Db, workspaceId: string, now: Date) {
  return db
    .selectFrom('access_grants as g')
    .innerJoin('users as givers', 'givers.id', 'g.granted_by')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('memberships as m')
          .innerJoin('users as u', 'u.id', 'm.user_id')
          .select(['m.user_id', 'u.email_key', 'u.display_name', 'u.email_verified_at'])
          .select(sql<boolean>`m.status = 'active' AND u.status = 'active'`.as('is_active'))
          .where('m.workspace_id', '=', workspaceId)
          .as('people'),
      (join) =>
        join.on((eb) =>
          eb.or([
            eb('people.user_id', '=', eb.ref('g.user_id')),
            eb('people.email_key', '=', eb.ref('g.email_key')),
          ]),
        ),
    )
    .leftJoin('users as former', 'former.id', 'g.user_id')
    .select([
      'g.id',
      'g.record_type',
      'g.record_id',
      'g.user_id',
      'g.email_key',
      'g.level',
      'g.document_level',
      'g.created_at',
      'g.expires_at',
      'g.granted_by',
      'g.is_by_client',
      'givers.display_name as giver_name',
      'people.user_id as person_id',
      'people.email_key as person_email',
    ])
    .select(sql<string | null>`COALESCE(people.display_name, former.display_name)`.as('person_name'))
    .select(
      sql<GrantState>`CASE
        WHEN people.user_id IS NULL THEN CASE WHEN g.user_id IS NULL THEN 'invited' ELSE 'inactive' END
        WHEN NOT people.is_active THEN 'inactive'
        WHEN g.user_id IS NULL AND people.email_verified_at IS NULL THEN 'unverified'
        ELSE 'active' END`.as('state'),
    )
    .where('g.workspace_id', '=', workspaceId)
    .where(isLiveGrant(now));
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

/** The live grants that an address or a login uses, newest first. */
export function listGrantsTo(
  db: Db,
  { workspaceId, grantee, now }: { workspaceId: string; grantee: Grantee; now: Date },
) {
  const ofGrantee = selectGrants(db, workspaceId, now)
    .orderBy('g.created_at', 'desc')
    .orderBy('g.id', 'desc');
  return 'userId' in grantee
    ? ofGrantee.where('people.user_id', '=', grantee.userId).execute()
    : ofGrantee.where('g.email_key', '=', grantee.emailKey).execute();
}

export type NewGrant = GrantedRecord & {
  readonly level: GrantLevel;
  readonly documentLevel: DocumentLevel;
  readonly grantedBy: string;
  readonly isByClient: boolean;
  readonly expiresAt: Date | null;
};

/** Locks until the end of the transaction, so that requests at the same moment share a record with a person once. */
export async function lockGrants(
  db: Db,
  { workspaceId, recordId }: { workspaceId: string; recordId: string },
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4719, hashtext(${`${workspaceId} ${recordId}`}))`.execute(db);
}

/** Adds a grant; returns its id. */
export async function insertGrant(
  db: Db,
  {
    workspaceId,
    recordType,
    recordId,
    grantee,
    now,
    ...grant
  }: NewGrant & { workspaceId: string; grantee: Grantee; now: Date },
): Promise<string> {
  const who =
    'userId' in grantee
      ? { user_id: grantee.userId, email_key: null }
      : { user_id: null, email_key: grantee.emailKey };
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
      document_level: grant.documentLevel,
      granted_by: grant.grantedBy,
      is_by_client: grant.isByClient,
      created_at: now,
      expires_at: grant.expiresAt,
      revoked_at: null,
    })
    .execute();
  return id;
}

/** Returns false for a grant that somebody else has ended. */
export async function endGrant(
  db: Db,
  { workspaceId, grantId, revokedBy, now }: Key & { revokedBy: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('access_grants')
    .set({ revoked_at: now, revoked_by: revokedBy })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', grantId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A grant that the user ended, or null. */
export async function findEndedGrant(
  db: Db,
  { workspaceId, grantId, revokedBy }: Key & { revokedBy: string },
) {
  const row = await db
    .selectFrom('access_grants')
    .select(['record_type', 'record_id', 'user_id', 'email_key', 'level', 'expires_at', 'revoked_at'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', grantId)
    .where('revoked_by', '=', revokedBy)
    .where('revoked_at', 'is not', null)
    .$narrowType<{ revoked_at: Date }>()
    .executeTakeFirst();
  return row ?? null;
}

export async function reopenGrant(db: Db, { workspaceId, grantId }: Key): Promise<void> {
  await db
    .updateTable('access_grants')
    .set({ revoked_at: null, revoked_by: null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', grantId)
    .execute();
}

/** Whether the staff of a workspace see only the records that they are responsible for. */
export async function isStaffLimited(db: Db, workspaceId: string): Promise<boolean> {
  const { record_scope: scope } = await db
    .selectFrom('workspaces')
    .select('record_scope')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return scope === 'own';
}

/** The active member of the workspace with this id or email address; null without one. */
export async function findGrantee(db: Db, workspaceId: string, grantee: Grantee) {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email', 'memberships.role'])
    .select(sql<boolean>`users.email_verified_at IS NOT NULL`.as('is_verified'))
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

export type OwnRecord = { readonly name: string; readonly broker_id: string | null };

/** An active record that the client themselves owns, with its name and broker; null otherwise. */
export async function findOwnRecord(
  db: Db,
  { table, from, scope, isOwn, auditName, handover }: RecordDescriptor,
  { member, id }: { member: Member; id: string },
): Promise<OwnRecord | null> {
  if (isOwn === undefined) return null;
  const broker = handover === undefined ? sql`NULL` : sql.ref(`${table}.${handover.column}`);
  const { rows } = await sql<OwnRecord>`
    SELECT ${auditName ?? sql`''`} AS name, ${broker} AS broker_id FROM ${from(member)}
    WHERE ${sql.ref(`${table}.id`)} = ${id}::uuid AND ${scope(member)} AND ${isOwn(member)}
      AND ${sql.ref(`${table}.deleted_at`)} IS NULL`.execute(db);
  return rows[0] ?? null;
}
