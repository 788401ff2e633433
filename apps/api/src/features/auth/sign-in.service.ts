import type { Db } from '#db/client.ts';
import { AppError } from '#lib/errors.ts';
import { emailKey } from '#lib/text.ts';
import { newId, hashSecret, newSecret } from '#lib/ids.ts';
import { recordActivity } from '#platform/activities.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Platform } from '#platform/platform.ts';
import { notifySecurityChange } from '#platform/security-mail/security-mail.ts';
import type { SessionActor } from '#platform/session/actor.ts';
import { authenticate } from '#platform/session/authenticate.ts';
import { insertSession } from '#platform/session/session.queries.ts';
import type { Work } from '#platform/work.ts';
import { findClosure, findUserByEmail, lockUser, type UserRow } from './auth.queries.ts';
import { recordDevice, type Device } from './trusted-devices.ts';
import { queueLockoutEmail } from './account-lockout.ts';
import { isPassword } from '#lib/password-hash.ts';
import { listClientCustomers } from './profile.queries.ts';
import { countRecoveryCodes, findSecondFactor } from './second-factor/second-factor.queries.ts';
import { verifyCode } from './second-factor/codes.ts';
import { toAddressKey } from '#platform/rate-limits.ts';

type Credentials = {
  readonly email: string;
  readonly password: string;
  /** An app code or a recovery code. */
  readonly code?: string | undefined;
};

type Parts = Pick<Platform, 'runner' | 'limits' | 'keyring'>;

const sessionDays = 30;
const perAccount = { hits: 10, perSeconds: 900 };
const perAddress = { hits: 100, perSeconds: 900 };
const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Returns the user after verifying the password and, if enabled, the second factor. Throws INVALID_CREDENTIALS for both a missing account and a wrong password, SECOND_FACTOR_REQUIRED only after the correct password (with the field `code` if one was given), TOO_MANY_REQUESTS when locked out. */
export async function verifyCredentials(
  platform: Parts,
  { email, password, code }: Credentials,
  device: Device,
): Promise<UserRow> {
  const { runner } = platform;
  const tries = await countTries(platform, { email, device });
  const user = await findUserByEmail(runner.db, email);
  const isRight = await isPassword(password, user?.password_hash ?? null);
  if (user === null || !isRight) {
    await audit(runner.read(), { userId: user?.id ?? null, action: 'signInFailed', device });
    throw new AppError('INVALID_CREDENTIALS', 'Incorrect email or password.');
  }
  const second = await findSecondFactor(runner.db, user.id);
  if (second !== null && second.enabled_at !== null) {
    // Requesting the code is not a failed attempt; the count of wrong codes is kept, so that it cannot be reset this way.
    if (code === undefined || code.trim() === '') await tries.forgive();
    await requireCode(platform, { userId: user.id, code, device });
  }
  await tries.succeed();
  return user;
}

/**
 * Creates a session for a verified user and returns its token and actor, in the given workspace or else their first.
 * Throws INVALID_CREDENTIALS, FORBIDDEN, ACCOUNT_BANNED with its reason.
 */
export async function openSession(
  work: Work,
  platform: Pick<Platform, 'keyring'>,
  {
    user,
    device,
    isByPasskey = false,
    workspaceId = null,
  }: { user: UserRow; device: Device; isByPasskey?: boolean; workspaceId?: string | null },
): Promise<{ token: string; actor: SessionActor }> {
  // The verified password may have been changed since, which ended all sessions but this one.
  const { password_hash: current } = await lockUser(work.db, user.id, { isShared: true });
  if (current !== user.password_hash)
    throw new AppError('INVALID_CREDENTIALS', 'The password was changed. Sign in again.');
  await assertAccountActive(work.db, user, device);
  const token = newSecret();
  await insertSession(work.db, {
    id: newId(),
    userId: user.id,
    tokenHash: hashSecret(token),
    userAgent: device.userAgent.slice(0, 300),
    ipAddress: device.ipAddress,
    now: work.now,
    expiresAt: new Date(work.now.getTime() + sessionDays * 86_400_000),
    isByPasskey,
  });
  const actor = await authenticate(work.db, {
    by: { tokenHash: hashSecret(token) },
    workspaceId,
    now: work.now,
  });
  if (actor === null) throw new AppError('ACCOUNT_BANNED', 'This account is banned. Contact the brokerage.');
  const detail = isByPasskey ? { by: 'passkey' } : {};
  await audit(work, { userId: user.id, action: 'signedIn', device, detail });
  await recordDevice(work, platform, { userId: user.id, device });
  await recordOnTimeline(work, actor);
  return { token, actor };
}

/** Rejects authenticated users who may not sign in. Throws FORBIDDEN, ACCOUNT_BANNED with its reason. */
async function assertAccountActive(db: Db, user: UserRow, device: Device): Promise<void> {
  if (user.is_sample && !loopback.has(device.ipAddress))
    throw new AppError('FORBIDDEN', 'Sample logins work only on the server itself.');
  const closure = user.is_superadmin ? null : await findClosure(db, user.id);
  if (user.status !== 'banned' && closure === null) return;
  if (user.status !== 'banned' && closure?.kind === 'archived')
    throw new AppError('FORBIDDEN', 'Your workspace is archived. Contact the brokerage.');
  const reason = closure?.kind === 'banned' ? closure.reason : null;
  throw new AppError(
    'ACCOUNT_BANNED',
    reason === null ? 'This account is banned. Contact the brokerage.' : `This account is banned: ${reason}`,
  );
}

type Tries = {
  /** Uncounts the attempt. */
  readonly forgive: () => Promise<void>;
  readonly succeed: () => Promise<void>;
};

/** Counts an attempt before verifying the password, so that concurrent guesses are counted as well. */
async function countTries(
  { runner, limits }: Pick<Parts, 'runner' | 'limits'>,
  { email, device }: { email: string; device: Device },
): Promise<Tries> {
  const accountKey = getAccountKey(email);
  const addressKey = toAddressKey('sign-in:address', device.ipAddress);
  await limits.hit(addressKey, perAddress);
  try {
    await limits.hit(accountKey, perAccount);
  } catch (error) {
    await queueLockoutEmail({ runner, limits }, { email, device });
    throw error;
  }
  return {
    forgive: async () => {
      await limits.forgive(accountKey);
      await limits.forgive(addressKey);
    },
    succeed: async () => {
      await endLockout(limits, email);
      await limits.forgive(addressKey);
    },
  };
}

/** Ends the lockout of an account, for whoever proved to be its owner. */
export function endLockout(limits: Platform['limits'], email: string): Promise<void> {
  return limits.clear(getAccountKey(email));
}

function getAccountKey(email: string): string {
  return `sign-in:account:${emailKey(email)}`;
}

/** Uses its own transaction, so that the code counts as used even if the sign-in fails later. */
async function requireCode(
  platform: Parts,
  { userId, code, device }: { userId: string; code: string | undefined; device: Device },
): Promise<void> {
  if (code === undefined || code.trim() === '')
    throw new AppError('SECOND_FACTOR_REQUIRED', 'Enter the code from your authenticator app.');
  const { runner } = platform;
  const taken = await runner.transact(async (work) => {
    const kind = await verifyCode(work, platform, { userId, code });
    if (kind === 'recovery-code') {
      const left = await countRecoveryCodes(work.db, userId);
      await notifySecurityChange(work, platform, {
        userId,
        event: { kind: 'recovery-code-used', left },
        origin: device,
      });
    }
    return kind;
  });
  if (taken !== null) return;
  await audit(runner.read(), { userId, action: 'signInFailed', device, detail: { factor: 'second' } });
  const message = 'Incorrect or already used code.';
  throw new AppError('SECOND_FACTOR_REQUIRED', message, { errors: [{ path: 'code', message }] });
}

async function recordOnTimeline(work: Work, { membership }: SessionActor): Promise<void> {
  if (membership?.role !== 'CLIENT') return;
  const customers = await listClientCustomers(work.db, membership);
  for (const { id, is_own: isOwn } of customers)
    if (isOwn)
      await recordActivity(work, {
        workspaceId: membership.workspaceId,
        customerId: id,
        type: 'customer.signed_in',
        subject: { kind: 'customer', id },
        actorId: membership.userId,
      });
}

export async function audit(
  work: Work,
  {
    userId,
    action,
    device,
    detail = {},
  }: { userId: string | null; action: string; device: Device; detail?: Record<string, unknown> },
): Promise<void> {
  await recordAudit(work.db, {
    workspaceId: null,
    actorId: userId,
    action,
    subjectId: userId,
    detail,
    ipAddress: device.ipAddress,
    requestId: device.requestId,
    now: work.now,
  });
}
