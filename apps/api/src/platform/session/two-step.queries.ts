import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';

/**
 * Deadline for two-step sign-in of user `u` with membership `m` in workspace `w`: the grace period starts with the
 * rule, or when the person joins or changes roles. Null if not required, or if an authenticator app is set up, or a
 * passkey if `withPasskey` is true (a password alone can still sign in if there is a passkey). Evaluated only if the
 * workspace requires it.
 */
export function selectTwoStepDueAt(withPasskey: RawBuilder<unknown>): RawBuilder<Date | null> {
  const since = sql`CASE WHEN u.is_superadmin OR m.role = 'ADMIN' THEN w.admins_two_step_since
    WHEN m.role = 'STAFF' THEN w.staff_two_step_since END`;
  return sql`CASE WHEN w.admins_two_step_since IS NULL THEN NULL
    WHEN (${since}) IS NULL THEN NULL
    WHEN ${hasSecondStep(withPasskey)} THEN NULL
    ELSE greatest(${since}, m.created_at, m.role_changed_at) + w.two_step_grace_days * interval '24 hours' END`;
}

/** Whether this session was started with a second step. */
export async function hasOwnSecondStep(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const withPasskey = sql`EXISTS (SELECT FROM sessions s WHERE s.id = ${sessionId} AND s.passkey_used_at IS NOT NULL)`;
  const { rows } = await sql<{ has: boolean }>`
    SELECT ${hasSecondStep(withPasskey)} AS has FROM users u WHERE u.id = ${userId}`.execute(db);
  return rows[0]?.has ?? false;
}

/** Marks the session as confirmed by a passkey. */
export async function recordPasskeyUse(
  db: Db,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<void> {
  await db.updateTable('sessions').set({ passkey_used_at: now }).where('id', '=', sessionId).execute();
}

function hasSecondStep(withPasskey: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.enabled_at IS NOT NULL)
    OR (${withPasskey} AND EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id)))`;
}
