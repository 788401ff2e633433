import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

export type SecondFactorRow = {
  sealed_secret: string;
  created_at: Date;
  enabled_at: Date | null;
};

export async function findSecondFactor(db: Db, userId: string): Promise<SecondFactorRow | null> {
  const row = await db
    .selectFrom('second_factors')
    .select(['sealed_secret', 'created_at', 'enabled_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores an unconfirmed secret, replacing an earlier one; false if a second factor is already enabled. */
export async function storeUnconfirmed(
  db: Db,
  { userId, sealedSecret, now }: { userId: string; sealedSecret: string; now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('second_factors')
    .values({ user_id: userId, sealed_secret: sealedSecret, created_at: now, enabled_at: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed_secret: sealedSecret, created_at: now, last_step: 0 })
        .where('second_factors.enabled_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Enables a second factor; false if it is already enabled or another setup was started. */
export async function enableSecondFactor(
  db: Db,
  { userId, sealedSecret, now }: { userId: string; sealedSecret: string; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('second_factors')
    .set({ enabled_at: now })
    .where('user_id', '=', userId)
    .where('sealed_secret', '=', sealedSecret)
    .where('enabled_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks the time step as used; false if it was already used. */
export async function markStepUsed(
  db: Db,
  { userId, step }: { userId: string; step: number },
): Promise<boolean> {
  const row = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a recovery code as used; false if it is unknown or already used. */
export async function redeemRecoveryCode(
  db: Db,
  { userId, codeHash, now }: { userId: string; codeHash: string; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    SELECT count(*)::int AS left FROM recovery_codes WHERE user_id = ${userId} AND used_at IS NULL`.execute(
    db,
  );
  return rows[0]?.left ?? 0;
}

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(
  db: Db,
  { userId, codeHashes }: { userId: string; codeHashes: readonly string[] },
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(codeHashes.map((codeHash) => ({ user_id: userId, code_hash: codeHash, used_at: null })))
    .execute();
}

/** Removes the second factor and its recovery codes; false if none was enabled. */
export async function deleteSecondFactor(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
