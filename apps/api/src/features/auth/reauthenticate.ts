import { AppError } from '#lib/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import { getUser, type UserRow } from './auth.queries.ts';
import { isPassword } from '#lib/password-hash.ts';

const perUser = { hits: 10, perSeconds: 900 };

/** Verifies the password of a signed-in user again before a sensitive change; returns the user. `path` is the field for the error. Throws CURRENT_PASSWORD_WRONG, TOO_MANY_REQUESTS. */
export async function requirePassword(
  work: Work,
  { limits }: Pick<Platform, 'limits'>,
  { userId, password, path = 'password' }: { userId: string; password: string; path?: string },
): Promise<UserRow> {
  await limits.hit(getPasswordKey(userId), perUser);
  const user = await getUser(work.db, userId);
  if (!(await isPassword(password, user.password_hash))) {
    const message = 'Incorrect current password.';
    throw new AppError('CURRENT_PASSWORD_WRONG', message, { errors: [{ path, message }] });
  }
  return user;
}

/** Resets the failed attempts after a correct password. */
export function resetAttempts(limits: Platform['limits'], userId: string): Promise<void> {
  return limits.clear(getPasswordKey(userId));
}

/** Counts an attempt at a code. Only a correct code resets the count, or an attacker with the password could reset it between guesses. Throws TOO_MANY_REQUESTS. */
export function countCodeTry(limits: Platform['limits'], userId: string): Promise<void> {
  return limits.hit(getCodeKey(userId), perUser);
}

export function resetCodeAttempts(limits: Platform['limits'], userId: string): Promise<void> {
  return limits.clear(getCodeKey(userId));
}

function getPasswordKey(userId: string): string {
  return `change-password:${userId}`;
}

function getCodeKey(userId: string): string {
  return `own-code:${userId}`;
}
