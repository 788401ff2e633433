import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Whether a device is new to its user, and whether they have others. */
export async function rememberDevice(
  db: Db,
  { userId, device, network, now }: { userId: string; device: string; network: string; now: Date },
): Promise<{ isNew: boolean; hasOthers: boolean }> {
  const { rows } = await sql<{ is_new: boolean; has_others: boolean }>`
    WITH added AS (
      INSERT INTO known_devices (user_id, device, network, first_seen_at)
      VALUES (${userId}, ${device}, ${network}, ${now}) ON CONFLICT DO NOTHING RETURNING 1
    )
    SELECT EXISTS (SELECT FROM added) AS is_new,
           EXISTS (SELECT FROM known_devices WHERE user_id = ${userId}
                   AND (device, network) <> (${device}, ${network})) AS has_others`.execute(db);
  return { isNew: rows[0]?.is_new === true, hasOthers: rows[0]?.has_others === true };
}
