import { withSingleConnection } from '#db/one-connection.ts';
import { findUserByEmail, insertUser } from '#features/auth/auth.queries.ts';
import { listBrokerageNames } from '#features/auth/profile.queries.ts';
import { hashPassword, isPassword } from '#lib/password-hash.ts';
import { rejectWeakPassword } from '#features/auth/passwords.ts';
import { AppError } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { addSuperadminsToWorkspace } from '#platform/installation/installation.ts';
import type { Work, WorkRunner } from '#platform/work.ts';
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
 * in between leaves the administrator and all sample data, and another run continues with that administrator. Runs as
 * the database's owner, because timelines are append-only for the app. The new SUPERADMIN administers the oldest
 * workspace that is left. Throws CONFLICT for an address that has another login, PASSWORD_WEAK, RULE_BROKEN for a legal
 * hold.
 */
export async function removeSampleData(
  runner: WorkRunner,
  { connectionString, admin }: { connectionString: string; admin: RealAdmin },
): Promise<void> {
  await assertNoLegalHold(connectionString);
  await runner.transact(async (work) => {
    const adminId = (await findAdmin(work, admin)) ?? (await createAdmin(work, admin));
    await recordAudit(work.db, {
      workspaceId: null,
      actorId: adminId,
      action: 'removeSampleData',
      subjectId: adminId,
      detail: {},
      ipAddress: null,
      requestId: null,
      now: work.now,
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

/** The SUPERADMIN that an interrupted removal has made; null if the address has no login. */
async function findAdmin({ db }: Work, { email, password }: RealAdmin): Promise<string | null> {
  const user = await findUserByEmail(db, email);
  if (user === null) return null;
  const isReal = user.is_superadmin && user.status === 'active' && !user.is_sample;
  if (isReal && (await isPassword(password, user.password_hash))) return user.id;
  throw new AppError('CONFLICT', `${email} already has a login. Enter the address of someone new.`);
}

async function createAdmin({ db, now }: Work, admin: RealAdmin): Promise<string> {
  const { email, displayName, password } = admin;
  const brokerageNames = await listBrokerageNames(db, {});
  await rejectWeakPassword(password, { own: { ...admin, brokerageNames }, path: 'password' });
  const id = newId();
  const passwordHash = await hashPassword(password);
  await insertUser(db, {
    id,
    email,
    displayName,
    passwordHash,
    isSuperadmin: true,
    isAddressProven: false,
    now,
  });
  return id;
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
