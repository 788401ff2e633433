import { AppError } from '../../lib/errors.ts';
import { emailKey } from '../../lib/text.ts';
import { newId } from '../../lib/ids.ts';
import { hashSecret, newSecret } from '../../lib/secrets.ts';
import { recordActivity } from '../../platform/activities.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SessionActor } from '../../platform/session/actor.ts';
import { authenticate } from '../../platform/session/authenticate.ts';
import { insertSession } from '../../platform/session/session.queries.ts';
import type { Work } from '../../platform/work.ts';
import { findBan, findUserByEmail, type UserRow } from './auth.queries.ts';
import { isPassword } from './passwords.ts';
import { findOwnCustomer } from './profile.queries.ts';

/** Where a request came from. */
export type Device = { readonly ipAddress: string; readonly userAgent: string; readonly requestId: string };

type Credentials = { readonly email: string; readonly password: string };

const sessionDays = 30;
const perAccount = { hits: 10, perSeconds: 900 };
const perAddress = { hits: 100, perSeconds: 900 };
const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * The user whose e-mail and password these are. Throws INVALID_CREDENTIALS alike for a missing account
 * and a wrong password, TOO_MANY_REQUESTS once locked out, ACCOUNT_BANNED with its reason.
 */
export async function verifyCredentials(
  { runner, limits }: Pick<Platform, 'runner' | 'limits'>,
  { email, password }: Credentials,
  device: Device,
): Promise<UserRow> {
  const accountKey = `sign-in:account:${emailKey(email)}`;
  const addressKey = `sign-in:address:${device.ipAddress}`;
  // Counted before the password is looked at: guesses that arrive together count like those that follow each other.
  await limits.hit(addressKey, perAddress);
  await limits.hit(accountKey, perAccount);
  const user = await findUserByEmail(runner.db, email);
  const isRight = await isPassword(password, user?.password_hash ?? null);
  if (user === null || !isRight) {
    await audit(runner.read(), { userId: user?.id ?? null, action: 'signInFailed', device });
    throw new AppError('INVALID_CREDENTIALS', 'The e-mail or the password is not right.');
  }
  await limits.clear(accountKey);
  await limits.forgive(addressKey);
  if (user.is_sample && !loopback.has(device.ipAddress))
    throw new AppError('FORBIDDEN', 'Sample logins work on the server’s own machine only.');
  const ban = user.is_superadmin ? null : await findBan(runner.db, user.id);
  if (user.status === 'banned' || ban !== null) {
    const reason = ban?.reason ?? null;
    throw new AppError(
      'ACCOUNT_BANNED',
      reason === null
        ? 'This account is banned. Contact the brokerage.'
        : `This account is banned: ${reason}`,
    );
  }
  return user;
}

/** Opens a session for a user and returns its token with the actor it stands for. */
export async function openSession(
  work: Work,
  user: Pick<UserRow, 'id'>,
  device: Device,
): Promise<{ token: string; actor: SessionActor }> {
  const token = newSecret();
  await insertSession(work.db, {
    id: newId(),
    userId: user.id,
    tokenHash: hashSecret(token),
    userAgent: device.userAgent.slice(0, 300),
    ipAddress: device.ipAddress,
    now: work.now,
    expiresAt: new Date(work.now.getTime() + sessionDays * 86_400_000),
  });
  const actor = await authenticate(work.db, {
    by: { tokenHash: hashSecret(token) },
    workspaceId: null,
    now: work.now,
  });
  if (actor === null) throw new AppError('ACCOUNT_BANNED', 'This account is banned. Contact the brokerage.');
  await audit(work, { userId: user.id, action: 'signedIn', device });
  await tellTimeline(work, actor);
  return { token, actor };
}

async function tellTimeline(work: Work, { membership }: SessionActor): Promise<void> {
  if (membership?.role !== 'CLIENT') return;
  const own = await findOwnCustomer(work.db, membership);
  if (own === null) return;
  await recordActivity(work, {
    workspaceId: membership.workspaceId,
    customerId: own.id,
    type: 'customer.signed_in',
    subject: { kind: 'customer', id: own.id },
    actorId: membership.userId,
  });
}

async function audit(
  work: Work,
  { userId, action, device }: { userId: string | null; action: string; device: Device },
): Promise<void> {
  await recordAudit(work.db, {
    workspaceId: null,
    actorId: userId,
    action,
    subjectId: userId,
    detail: {},
    ipAddress: device.ipAddress,
    requestId: device.requestId,
    now: work.now,
  });
}
