import { withSingleConnection } from '#db/one-connection.ts';
import { findUserByEmail, insertUser } from '#features/auth/auth.queries.ts';
import { listBrokerageNames } from '#features/auth/profile.queries.ts';
import { hashPassword } from '#lib/password-hash.ts';
import { rejectWeakPassword } from '#features/auth/passwords.ts';
import { AppError } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { addSuperadminsToWorkspace } from '#platform/installation/installation.ts';
import type { WorkRunner } from '#platform/work.ts';
import {
  deleteSamplePlans,
  deleteSampleUsers,
  deleteSampleWorkspaces,
  deleteUnusedPhotos,
  findSampleLegalHold,
} from './remove-sample-data.queries.ts';

export type RealAdmin = { readonly email: string; readonly displayName: string; readonly password: string };

/**
 * Removes every sample workspace and login, after creating a real SUPERADMIN, so that no one is locked out: a failure
 * in between leaves the administrator and all sample data. Runs as the database's owner, because timelines are
 * append-only for the app. The new SUPERADMIN administers the oldest workspace that is left. Throws CONFLICT for an
 * address that has a login already, PASSWORD_WEAK, RULE_BROKEN for a legal hold.
 */
export async function removeSampleData(
  runner: WorkRunner,
  { connectionString, admin }: { connectionString: string; admin: RealAdmin },
): Promise<void> {
  await assertNoLegalHold(connectionString);
  const brokerageNames = await listBrokerageNames(runner.db, {});
  await rejectWeakPassword(admin.password, { own: { ...admin, brokerageNames }, path: 'password' });
  const passwordHash = await hashPassword(admin.password);
  await runner.transact(async ({ db, now }) => {
    if ((await findUserByEmail(db, admin.email)) !== null)
      throw new AppError('CONFLICT', `${admin.email} already has a login. Enter the address of someone new.`);
    const id = newId();
    const { email, displayName } = admin;
    await insertUser(db, {
      id,
      email,
      displayName,
      passwordHash,
      isSuperadmin: true,
      isAddressProven: false,
      now,
    });
    await recordAudit(db, {
      workspaceId: null,
      actorId: id,
      action: 'removeSampleData',
      subjectId: id,
      detail: {},
      ipAddress: null,
      requestId: null,
      now,
    });
  });
  await withSingleConnection(connectionString, async (owner) => {
    await owner.query('BEGIN');
    await deleteSampleWorkspaces(owner);
    await deleteSampleUsers(owner);
    await deleteSamplePlans(owner);
    await deleteUnusedPhotos(owner);
    await owner.query('COMMIT');
  });
  await runner.transact(({ db, now }) => addSuperadminsToWorkspace(db, now));
}

/**
 * Data under a legal hold is kept, with its workspace. A hold that is placed concurrently makes the whole removal fail.
 */
async function assertNoLegalHold(connectionString: string): Promise<void> {
  const legalHold = await withSingleConnection(connectionString, findSampleLegalHold);
  if (legalHold === null) return;
  const { workspace, subject, reason, placedBy } = legalHold;
  throw new AppError(
    'RULE_BROKEN',
    `${placedBy} placed a legal hold on “${subject}” of ${workspace}: “${reason}”. Lift it first.`,
  );
}
