import { AppError } from '../../lib/errors.ts';
import { emailKey } from '../../lib/text.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { consumeLink, createLink, linkAddress, voidLinks } from '../../platform/links/links.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SessionActor } from '../../platform/session/actor.ts';
import { revokeSessions } from '../../platform/session/session.queries.ts';
import { queueSystemMail } from '../../platform/system-mail.ts';
import type { Work } from '../../platform/work.ts';
import { findUserByEmail, getUser, setPasswordHash } from './auth.queries.ts';
import { hashPassword, isPassword, refuseWeakPassword } from './passwords.ts';
import type { Device } from './sign-in.service.ts';

const resetLifetimeMinutes = 60;
const perUser = { hits: 10, perSeconds: 900 };
const perRecipient = { hits: 3, perSeconds: 900 };
const perAddress = { hits: 20, perSeconds: 900 };

/** Changes the own password and ends all other sessions. Throws CURRENT_PASSWORD_WRONG, PASSWORD_WEAK. */
export async function changePassword(
  work: Work,
  actor: SessionActor,
  {
    currentPassword,
    newPassword,
    limits,
  }: { currentPassword: string; newPassword: string; limits: Platform['limits'] },
): Promise<void> {
  await limits.hit(`change-password:${actor.userId}`, perUser);
  const user = await getUser(work.db, actor.userId);
  if (!(await isPassword(currentPassword, user.password_hash))) {
    const message = 'This is not your current password.';
    throw new AppError('CURRENT_PASSWORD_WRONG', message, { errors: [{ path: 'currentPassword', message }] });
  }
  refuseWeakPassword(newPassword, { email: user.email, path: 'newPassword' });
  await setPasswordHash(work.db, {
    userId: user.id,
    passwordHash: await hashPassword(newPassword),
    now: work.now,
  });
  await endSessions(work, { userId: user.id, exceptId: actor.sessionId });
  await limits.clear(`change-password:${actor.userId}`);
}

/** Sends a reset link where the address has a login; the answer never tells whether it has. */
export async function requestReset(
  { runner, limits, keyring, config }: Pick<Platform, 'runner' | 'limits' | 'keyring' | 'config'>,
  { email, device }: { email: string; device: Device },
): Promise<void> {
  await limits.hit(`reset:address:${device.ipAddress}`, perAddress);
  await limits.hit(`reset:account:${emailKey(email)}`, perRecipient);
  await runner.transact(async (work) => {
    const user = await findUserByEmail(work.db, email);
    await recordAudit(work.db, {
      workspaceId: null,
      actorId: null,
      action: 'forgotPassword',
      subjectId: user?.id ?? null,
      detail: {},
      ipAddress: device.ipAddress,
      requestId: device.requestId,
      now: work.now,
    });
    if (user === null || user.status === 'banned') return;
    await voidLinks(work, { kind: 'reset', userId: user.id });
    const link = await createLink(work, {
      kind: 'reset',
      lifetimeMinutes: resetLifetimeMinutes,
      userId: user.id,
    });
    await queueSystemMail(
      work,
      { keyring },
      {
        to: user.email,
        subject: 'Set a new password',
        text: `Open this link within an hour to set a new password:\n\n${linkAddress(config.publicUrl, '/reset-password', link.secret)}\n\nIf you did not ask for it, nothing has changed and you need not do anything.\n`,
      },
    );
  });
}

/** Sets a new password with a reset link and ends every session of the user. Throws LINK_INVALID, PASSWORD_WEAK. */
export async function resetPassword(
  work: Work,
  { token, newPassword, device }: { token: string; newPassword: string; device: Device },
): Promise<void> {
  const link = await consumeLink(work, { kind: 'reset', secret: token });
  if (link.user_id === null)
    throw new AppError('LINK_INVALID', 'This link has expired or was used already. Ask for a new one.');
  const user = await getUser(work.db, link.user_id);
  refuseWeakPassword(newPassword, { email: user.email, path: 'newPassword' });
  await setPasswordHash(work.db, {
    userId: user.id,
    passwordHash: await hashPassword(newPassword),
    now: work.now,
  });
  await endSessions(work, { userId: user.id });
  await recordAudit(work.db, {
    workspaceId: null,
    actorId: user.id,
    action: 'resetPassword',
    subjectId: user.id,
    detail: {},
    ipAddress: device.ipAddress,
    requestId: device.requestId,
    now: work.now,
  });
}

/** Ends sessions and tells their open streams. */
export async function endSessions(
  work: Work,
  { userId, onlyId, exceptId }: { userId: string; onlyId?: string; exceptId?: string },
): Promise<number> {
  const ended = await revokeSessions(work.db, {
    userId,
    now: work.now,
    ...(onlyId === undefined ? {} : { onlyId }),
    ...(exceptId === undefined ? {} : { exceptId }),
  });
  for (const id of ended) work.publish({ workspaceId: null, noun: 'session', id, userId });
  return ended.length;
}
