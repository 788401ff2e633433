import pg from 'pg';
import { findUserByEmail, insertUser } from '../../features/auth/auth.queries.ts';
import { hashPassword, refuseWeakPassword } from '../../features/auth/passwords.ts';
import { newId } from '../../lib/ids.ts';
import type { WorkRunner } from '../../platform/work.ts';
import { deleteSampleUsers, deleteSampleWorkspaces } from './remove-sample-data.queries.ts';

export type RealAdmin = { readonly email: string; readonly displayName: string; readonly password: string };

/**
 * Removes every sample workspace and login, after making a real SUPERADMIN, so that nobody is locked
 * out. Removing works as the database's owner, since timelines are append-only for the app; all of it
 * happens or nothing. Throws PASSWORD_WEAK.
 */
export async function removeSampleData(
  runner: WorkRunner,
  { connectionString, admin }: { connectionString: string; admin: RealAdmin },
): Promise<void> {
  refuseWeakPassword(admin.password, { email: admin.email, path: 'password' });
  const passwordHash = await hashPassword(admin.password);
  await runner.transact(async ({ db, now }) => {
    if ((await findUserByEmail(db, admin.email)) !== null) return;
    await insertUser(db, {
      id: newId(),
      email: admin.email,
      displayName: admin.displayName,
      passwordHash,
      isSuperadmin: true,
      now,
    });
  });
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  try {
    await owner.query('BEGIN');
    await deleteSampleWorkspaces(owner);
    await deleteSampleUsers(owner);
    await owner.query('COMMIT');
  } finally {
    await owner.end();
  }
}
