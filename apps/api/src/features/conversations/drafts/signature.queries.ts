import type { Db } from '#db/client.ts';

export type SignatureRow = { html: string; version: number };

export async function findSignature(db: Db, userId: string): Promise<SignatureRow | null> {
  const row = await db
    .selectFrom('signatures')
    .select(['html', 'version'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores a signature over the version that was seen, 0 for none; false when that was not the current one. */
export async function storeSignature(
  db: Db,
  { userId, html, version, now }: { userId: string; html: string; version: number; now: Date },
): Promise<boolean> {
  const row =
    version === 0
      ? await db
          .insertInto('signatures')
          .values({ user_id: userId, html, updated_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .returning('user_id')
          .executeTakeFirst()
      : await db
          .updateTable('signatures')
          .set((eb) => ({ html, version: eb('version', '+', 1), updated_at: now }))
          .where('user_id', '=', userId)
          .where('version', '=', version)
          .returning('user_id')
          .executeTakeFirst();
  return row !== undefined;
}
