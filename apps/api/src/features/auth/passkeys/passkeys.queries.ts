import type { Selectable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { PasskeysTable } from '#db/schema/account-security.ts';

export type PasskeyRow = Selectable<PasskeysTable>;

const columns = [
  'id',
  'user_id',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'name',
  'created_at',
  'last_used_at',
] as const;

/** The passkeys of a user, oldest first. */
export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | null> {
  const row = await db
    .selectFrom('passkeys')
    .select(columns)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row ?? null;
}

export function insertPasskey(db: Db, passkey: Omit<PasskeyRow, 'last_used_at'>): Promise<PasskeyRow> {
  return db
    .insertInto('passkeys')
    .values({ ...passkey, last_used_at: null })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

type Own = { readonly id: string; readonly userId: string };

/** Returns null if the passkey is not the user's. */
export async function setPasskeyName(
  db: Db,
  { id, userId, name }: Own & { name: string },
): Promise<PasskeyRow | null> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst();
  return row ?? null;
}

/** Removes a passkey and returns its name; null if it is not the user's. */
export async function deletePasskey(db: Db, { id, userId }: Own): Promise<string | null> {
  const row = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Removes the passkeys of a user but those to keep; returns their names. */
export async function deletePasskeys(
  db: Db,
  { userId, exceptIds }: { userId: string; exceptIds: readonly string[] },
): Promise<string[]> {
  const all = db.deleteFrom('passkeys').where('user_id', '=', userId);
  const statement = exceptIds.length === 0 ? all : all.where('id', 'not in', exceptIds);
  return (await statement.returning('name').execute()).map((row) => row.name);
}

/** Stores the counter; false if a concurrent use reached it first. Authenticators without a counter stay at 0. */
export async function countUse(
  db: Db,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
