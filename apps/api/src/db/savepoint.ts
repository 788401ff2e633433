import { sql } from 'kysely';
import { AppError } from '#lib/errors.ts';
import type { Db } from './client.ts';

/**
 * Runs `act`. If it throws an `AppError` below 500, rolls back what it wrote, so that the transaction can continue, and
 * returns the error; null on success.
 */
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
