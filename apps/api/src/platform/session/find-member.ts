import type { GrantLevel } from '@handover/contract/records/access-grants.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Member } from './actor.ts';
import { toMember } from './authenticate.ts';
import { toContributor, selectLiveGrants } from './grants.queries.ts';
import type { SessionRow } from './session.queries.ts';
import { selectTwoStepDueAt } from './two-step.queries.ts';

/**
 * A user's current permissions in a workspace, for background work on their behalf; null if they have none.
 * Includes view grants only with `access: 'view'`.
 */
export async function findMember(
  db: Db,
  {
    workspaceId,
    userId,
    now,
    access = 'contribute',
  }: { workspaceId: string; userId: string; now: Date; access?: GrantLevel },
): Promise<Member | null> {
  const { rows } = await sql<Omit<SessionRow, 'last_seen_at' | 'api_scopes'>>`
    SELECT '' AS session_id, u.id AS user_id, u.display_name, u.email, u.is_superadmin, w.id AS workspace_id, m.role, w.time_zone, w.staff_access, w.record_scope, ${selectLiveGrants(now)} AS grants,
           ${selectTwoStepDueAt(sql`true`)} AS two_step_due_at
    FROM users u
    JOIN workspaces w ON w.id = ${workspaceId} AND w.archived_at IS NULL
    LEFT JOIN memberships m ON m.workspace_id = w.id AND m.user_id = u.id AND m.status = 'active'
    WHERE u.id = ${userId} AND u.status = 'active'`.execute(db);
  const member = rows[0] === undefined ? null : toMember(rows[0], now);
  return member === null || access === 'view' ? member : toContributor(member);
}
