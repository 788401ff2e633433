import type { GrantLevel } from '@handover/contract/records/access-grants.ts';
import type { DocumentLevel } from '@handover/contract/deals/deal-stages.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { AppError, forbidden } from '#lib/errors.ts';
import { emailKey } from '#lib/text.ts';

/** A record shared with a member beyond their role. */
export type Grant = {
  readonly recordType: string;
  readonly recordId: string;
  readonly level: GrantLevel;
  /** The data room access that a shared deal grants. */
  readonly documentLevel: DocumentLevel;
};

/** Ids of granted records by record type. */
export type GrantedIds = Readonly<Record<string, readonly string[]>>;

/** IDs of granted records, of all levels or one. */
export function getGrantedIds(grants: readonly Grant[], level?: GrantLevel): GrantedIds {
  const ids: Record<string, string[]> = {};
  for (const grant of grants)
    if (level === undefined || grant.level === level) (ids[grant.recordType] ??= []).push(grant.recordId);
  return ids;
}

/**
 * Active grants of user `u` with membership `m` in workspace `w`, as JSON; null for members who see the
 * whole workspace. Grants to an email address require that it is verified.
 */
export function selectLiveGrants(now: Date): RawBuilder<Grant[] | null> {
  return sql`CASE WHEN NOT u.is_superadmin AND (m.role = 'CLIENT' OR (m.role = 'STAFF' AND w.record_scope = 'own')) THEN (
    SELECT json_agg(json_build_object('recordType', g.record_type, 'recordId', g.record_id, 'level', g.level,
      'documentLevel', g.document_level) ORDER BY g.record_id, g.level)
    FROM live_grants(w.id, u.id, CASE WHEN u.email_verified_at IS NOT NULL THEN u.email_key END, ${now}) g) END`;
}

/** Whether a row `g` of `access_grants` counts, like `live_grants` of the database. */
export function isLiveGrant(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(g.revoked_at IS NULL AND (g.expires_at IS NULL OR g.expires_at > ${now})
    AND (NOT g.is_by_client OR is_own_record(g.workspace_id, g.granted_by, g.record_type, g.record_id)))`;
}

/** The member with only the grants that allow writing. */
export function toContributor<M extends { readonly grants: readonly Grant[]; readonly granted: GrantedIds }>(
  member: M,
): M {
  return member.grants.length === 0
    ? member
    : { ...member, granted: getGrantedIds(member.grants, 'contribute') };
}

/** FORBIDDEN instead of NOT_FOUND when the member may view the record but not change it. */
export function toForbidden(error: unknown, grants: readonly Grant[], recordId: string | null): unknown {
  const isHidden = error instanceof AppError && error.code === 'NOT_FOUND';
  return isHidden && grants.some((grant) => grant.recordId === recordId)
    ? forbidden('You can view this record but not change it.')
    : error;
}

/** Assigns grants of the invited email address to the new login. */
export async function claimGrants(
  db: Db,
  { workspaceId, email, userId }: { workspaceId: string; email: string; userId: string },
): Promise<void> {
  await db
    .updateTable('access_grants')
    .set({ user_id: userId, email_key: null })
    .where('workspace_id', '=', workspaceId)
    .where('email_key', '=', emailKey(email))
    .where('revoked_at', 'is', null)
    .execute();
}
