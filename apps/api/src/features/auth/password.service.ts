import { AppError } from '#lib/errors.ts';
import { emailKey } from '#lib/text.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { consumeLink, createLink, linkAddress, voidLinks } from '#platform/links/links.ts';
import type { Platform } from '#platform/platform.ts';
import { notifySecurityChange } from '#platform/security-mail/security-mail.ts';
import type { SessionActor } from '#platform/session/actor.ts';
import { revokeSessions } from '#platform/session/session.queries.ts';
import { queueSystemMail } from '#platform/system-mail.ts';
import type { Work } from '#platform/work.ts';
import { findUserByEmail, getUser, markEmailProven, setPasswordHash, type UserRow } from './auth.queries.ts';
import type { Device } from './trusted-devices.ts';
import { listBrokerageNames } from './profile.queries.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { requirePassword, resetAttempts } from './reauthenticate.ts';
import { removeLostFactor } from './rescue-link.ts';

const resetLifetimeMinutes = 60;
const perRecipient = { hits: 3, perSeconds: 900 };
const perAddress = { hits: 20, perSeconds: 900 };

/** Changes the password and ends all other sessions. Throws CURRENT_PASSWORD_WRONG, PASSWORD_WEAK. */
export async function changePassword(
  work: Work,
  platform: Pick<Platform, 'limits' | 'keyring'>,
  {
    actor,
    currentPassword,
    newPassword,
    device,
  }: { actor: SessionActor; currentPassword: string; newPassword: string; device: Device },
): Promise<void> {
  const user = await requirePassword(work, platform, {
    userId: actor.userId,
    password: currentPassword,
    path: 'currentPassword',
  });
  await setNewPassword(work, platform, { user, newPassword, device });
  await endSessions(work, { userId: user.id, exceptId: actor.sessionId });
  await resetAttempts(platform.limits, user.id);
}

/** Sends a reset link if the address has an account; the response does not reveal whether it has. */
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
        text: `Open this link within 60 minutes to set a new password. It can be used once:\n\n${linkAddress(config.publicUrl, '/reset-password', link.secret)}\n\nIf you did not request this, you can ignore this email.\n`,
      },
    );
  });
}

/** Sets a new password and ends all sessions. A reset link confirms the address and keeps the second factor; a rescue link removes it. Throws LINK_INVALID, PASSWORD_WEAK. */
export async function resetPassword(
  work: Work,
  platform: Pick<Platform, 'keyring'>,
  { token, newPassword, device }: { token: string; newPassword: string; device: Device },
): Promise<void> {
  const link = await consumeLink(work, { kind: ['reset', 'rescue'], secret: token });
  if (link.user_id === null)
    throw new AppError('LINK_INVALID', 'This link has expired or was already used. Ask for a new one.');
  const user = await getUser(work.db, link.user_id);
  await setNewPassword(work, platform, { user, newPassword, device });
  const isRescue = link.kind === 'rescue';
  if (isRescue) await removeLostFactor(work, platform, user.id);
  else await markEmailProven(work.db, { userId: user.id, now: work.now });
  await endSessions(work, { userId: user.id });
  await recordAudit(work.db, {
    workspaceId: null,
    actorId: user.id,
    action: 'resetPassword',
    subjectId: user.id,
    detail: isRescue ? { by: 'rescue link' } : {},
    ipAddress: device.ipAddress,
    requestId: device.requestId,
    now: work.now,
  });
}

/** Stores a strong enough password and cancels a pending change of the address, which an attacker may have started. */
async function setNewPassword(
  work: Work,
  platform: Pick<Platform, 'keyring'>,
  { user, newPassword, device }: { user: UserRow; newPassword: string; device: Device },
): Promise<void> {
  const { id: userId, email, display_name: displayName } = user;
  const brokerageNames = await listBrokerageNames(work.db, { userId });
  await refuseWeakPassword(newPassword, { own: { email, displayName, brokerageNames }, path: 'newPassword' });
  await setPasswordHash(work.db, { userId, passwordHash: await hashPassword(newPassword), now: work.now });
  await voidLinks(work, { kind: 'email', userId });
  await notifySecurityChange(work, platform, { userId, event: { kind: 'password-changed' }, origin: device });
}

/** Ends sessions and closes their live streams. */
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
