import { areas, getRoleLevel, roleLevels, type Area } from '@handover/contract/auth/roles.ts';
import type { Db } from '#db/client.ts';
import { AppError } from '#lib/errors.ts';
import type { Member, SessionActor } from './actor.ts';
import { getGrantedIds } from './grants.queries.ts';
import {
  findSession,
  lockLiveSession,
  touchSession,
  type SessionKey,
  type SessionRow,
} from './session.queries.ts';

const touchEveryMs = 60_000;

/**
 * The user of a session, in the requested workspace or their first one; null if the session is not active.
 * `membership` is null if they are not a member.
 */
export async function authenticate(
  db: Db,
  { by, workspaceId, now }: { by: SessionKey; workspaceId: string | null; now: Date },
): Promise<SessionActor | null> {
  const row = await findSession(db, { by, workspaceId, now });
  if (row === null) return null;
  if (now.getTime() - row.last_seen_at.getTime() > touchEveryMs)
    await touchSession(db, { sessionId: row.session_id, now });
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    displayName: row.display_name,
    email: row.email,
    isSuperadmin: row.is_superadmin,
    membership: toMember(row, now),
    apiScopes: row.api_scopes,
  };
}

/**
 * For writes that add a sign-in method or session: none survives a concurrent reset that revokes them all. Throws
 * NOT_SIGNED_IN if the session has since ended.
 */
export async function requireLiveSession(db: Db, actor: Pick<Member, 'userId' | 'sessionId'>): Promise<void> {
  if (!(await lockLiveSession(db, actor))) throw new AppError('NOT_SIGNED_IN', 'Sign in to continue.');
}

/** The user's permissions in the workspace; null if they are not a member. */
export function toMember(row: Omit<SessionRow, 'last_seen_at' | 'api_scopes'>, now: Date): Member | null {
  if (row.workspace_id === null || row.time_zone === null) return null;
  const role = row.is_superadmin ? 'SUPERADMIN' : row.role;
  if (role === null) return null;
  const level = getRoleLevel(role);
  const grants = row.grants ?? [];
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    displayName: row.display_name,
    email: row.email,
    workspaceId: row.workspace_id,
    timeZone: row.time_zone,
    role,
    level,
    scope:
      level >= roleLevels.ADMIN ? 'all' : level === roleLevels.STAFF ? (row.record_scope ?? 'own') : 'client',
    areas: openAreas(level, row.staff_access ?? []),
    apiNouns: null,
    grants,
    granted: getGrantedIds(grants),
    twoStep:
      row.two_step_due_at === null
        ? null
        : { dueAt: row.two_step_due_at, isOverdue: row.two_step_due_at <= now },
  };
}

function openAreas(level: number, staffAccess: readonly string[]): readonly Area[] {
  if (level >= roleLevels.ADMIN) return areas;
  return level === roleLevels.STAFF ? areas.filter((area) => staffAccess.includes(area)) : [];
}
