import { sql } from 'kysely';
import { AppError } from '#lib/errors.ts';
import type { Db } from './client.ts';

/** Returns why `act` was refused, after taking back what it wrote, so that its transaction can continue; null on success. */
export async function tryInSavepoint(db: Db, act: () => Promise<unknown>): Promise<AppError | null> {
  await sql`SAVEPOINT each`.execute(db);
  let refusal = null;
  try {
    await act();
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    refusal = error;
    await sql`ROLLBACK TO SAVEPOINT each`.execute(db);
  }
  await sql`RELEASE SAVEPOINT each`.execute(db);
  return refusal;
}
