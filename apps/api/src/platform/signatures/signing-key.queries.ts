import type { Insertable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { SigningKeysTable } from '#db/schema/agreements.ts';

export async function findSigningKey(db: Db): Promise<{ certificate: Buffer; private_key: string } | null> {
  const row = await db.selectFrom('signing_keys').select(['certificate', 'private_key']).executeTakeFirst();
  return row ?? null;
}

/** Does nothing if there is a key. */
export async function insertSigningKey(db: Db, key: Insertable<SigningKeysTable>): Promise<void> {
  await db
    .insertInto('signing_keys')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
