import type { Db } from '#db/client.ts';
import { emailKey } from '#lib/text.ts';

/** The pending confirmation of a user's current or new address. */
export async function findOpenConfirmation(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<{ email: string; expiresAt: Date } | null> {
  const row = await db
    .selectFrom('one_time_links')
    .select(['email', 'expires_at'])
    .where('kind', '=', 'email')
    .where('user_id', '=', userId)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined || row.email === null ? null : { email: row.email, expiresAt: row.expires_at };
}

/** Changes the address of a user and marks it as confirmed. */
export async function setEmail(
  db: Db,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({
      email,
      email_key: emailKey(email),
      email_verified_at: now,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', userId)
    .execute();
}
