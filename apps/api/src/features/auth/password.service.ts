import type { ResetPreview } from '@handover/contract/auth/account-security.ts';
import type { resetPassword as resetPasswordEndpoint } from '@handover/contract/auth/auth.ts';
import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import { emailKey } from '#lib/text.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import {
  consumeLink,
  createLink,
  createLinkUrl,
  readLink,
  expireLinks,
  type LinkRow,
  type OneTimeLink,
} from '#platform/links/links.ts';
import type { Platform } from '#platform/platform.ts';
import { notifySecurityChange } from '#platform/security-mail/security-mail.ts';
import type { SessionActor } from '#platform/session/actor.ts';
import { deleteCalendarLinks, revokeSessions } from '#platform/session/session.queries.ts';
import { queueSystemMail } from '#platform/system-mail.ts';
import type { Work } from '#platform/work.ts';
import {
  deleteCredentials,
  findUserByEmail,
  getUser,
  lockUser,
  markEmailProven,
  setPasswordHash,
} from './auth.queries.ts';
import type { Device } from './trusted-devices.ts';
import { listBrokerageNames } from './profile.queries.ts';
import { hashPassword } from '#lib/password-hash.ts';
import { rejectWeakPassword } from './passwords.ts';
import { requirePassword, resetAttempts } from './reauthenticate.ts';
import { deletePasskeys, listPasskeys } from './passkeys/passkeys.queries.ts';
import { presentPasskey } from './passkeys/passkeys.service.ts';
import { removeLostFactor } from './rescue-link.ts';
import { endLockout } from './sign-in.service.ts';
import { findSecondFactor } from './second-factor/second-factor.queries.ts';
import { removeSecondFactor } from './second-factor/second-factor.service.ts';
import { toAddressKey } from '#platform/rate-limits.ts';

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
  const { userId } = actor;
  await requirePassword(work, platform, { userId, password: currentPassword, path: 'currentPassword' });
  await setNewPassword(work, platform, { userId, newPassword, device });
  await endSessions(work, { userId, exceptId: actor.sessionId });
  await resetAttempts(platform.limits, userId);
}

/** Sends a reset link if the address has an account; the response does not reveal whether it has. */
export async function requestReset(
  { runner, limits, keyring, config }: Pick<Platform, 'runner' | 'limits' | 'keyring' | 'config'>,
  { email, device }: { email: string; device: Device },
): Promise<void> {
  await limits.hit(toAddressKey('reset:address', device.ipAddress), perAddress);
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
    const link = await createResetLink(work, user.id);
    await queueSystemMail(
      work,
      { keyring },
      {
        to: link.email,
        subject: 'Set a new password',
        text: `Open this link within 60 minutes to set a new password. It can be used once:\n\n${createLinkUrl(config.publicUrl, '/reset-password', link.secret)}\n\nIf you did not request this, you can ignore this email.\n`,
        expiresAt: link.expiresAt,
      },
    );
  });
}

/** Creates a reset link for the current address of a login and expires earlier links. */
export async function createResetLink(work: Work, userId: string): Promise<OneTimeLink & { email: string }> {
  // Of concurrent requests, each ends the link of the one before.
  const { email } = await lockUser(work.db, userId, { isShared: false });
  await expireLinks(work, { kind: 'reset', userId });
  return {
    ...(await createLink(work, { kind: 'reset', lifetimeMinutes: resetLifetimeMinutes, userId })),
    email,
  };
}

/** The sessions and sign-in methods that a reset revokes or asks about. Throws LINK_INVALID. */
export async function previewReset({ db, now }: Work, token: string): Promise<ResetPreview> {
  const link = await readLink(db, { kind: resetKinds, secret: token, now });
  const user = await getUser(db, getUserId(link));
  const isRescue = link.kind === 'rescue';
  const isFirstProof = !isRescue && user.email_verified_at === null;
  const second = isRescue || isFirstProof ? null : await findSecondFactor(db, user.id);
  return {
    isFirstProof,
    passkeys: isFirstProof ? [] : (await listPasskeys(db, user.id)).map(presentPasskey),
    hasSecondFactor: second !== null && second.enabled_at !== null,
  };
}

/**
 * Sets a new password, ends all sessions, API keys, calendar links, and the lockout, and removes the passkeys that are
 * not kept. A reset link proves the address; it removes the second factor only with one of its codes, a rescue link
 * always. Throws LINK_INVALID, PASSWORD_WEAK, RULE_BROKEN for a wrong code.
 */
export async function resetPassword(
  work: Work,
  platform: Pick<Platform, 'keyring' | 'limits'>,
  { token, newPassword, keepPasskeyIds = [], secondFactorCode, device }: Reset,
): Promise<void> {
  const link = await consumeLink(work, { kind: resetKinds, secret: token });
  const userId = getUserId(link);
  const isRescue = link.kind === 'rescue';
  const { email } = await lockUser(work.db, userId, { isShared: false });
  const isFirstProof = !isRescue && (await proveAddress(work, platform, { userId, email, device }));
  const removed = await deletePasskeys(work.db, { userId, exceptIds: keepPasskeyIds });
  if (!isRescue && !isFirstProof && secondFactorCode !== undefined)
    await removeSecondFactor(work, platform, { userId, code: secondFactorCode, device });
  await setNewPassword(work, platform, { userId, newPassword, device, removedPasskeys: removed });
  if (isRescue) await removeLostFactor(work, platform, userId);
  await endSessions(work, { userId });
  await deleteCalendarLinks(work.db, { userId });
  await recordAudit(work.db, {
    workspaceId: null,
    actorId: userId,
    action: 'resetPassword',
    subjectId: userId,
    detail: isRescue ? { by: 'rescue link' } : { isFirstProof },
    ipAddress: device.ipAddress,
    requestId: device.requestId,
    now: work.now,
  });
  await endLockout(platform.limits, email);
}

type Reset = BodyInput<typeof resetPasswordEndpoint> & { readonly device: Device };

/** Links that set a new password. */
export const resetKinds = ['reset', 'rescue'] as const;

function getUserId({ user_id: userId }: LinkRow): string {
  if (userId === null) throw new Error('A reset link names its user');
  return userId;
}

/**
 * Proves the address of a login; false if it already was. Whoever set the login up may not own the address, so
 * the first time all earlier credentials, factors, devices, links, API keys, and sessions end.
 */
export async function proveAddress(
  work: Work,
  platform: Pick<Platform, 'keyring'>,
  { userId, email, device }: { userId: string; email: string; device: Device },
): Promise<boolean> {
  if (!(await markEmailProven(work.db, { userId, now: work.now }))) return false;
  await deleteCredentials(work.db, userId);
  await expireLinks(work, { kind: ['email', ...resetKinds], userId });
  await endSessions(work, { userId });
  const event = { kind: 'address-proven' } as const;
  await notifySecurityChange(work, platform, { userId, event, origin: device, to: email });
  return true;
}

/**
 * Stores a strong enough password, ends other links that set one, and cancels a pending change of the address, which an
 * attacker may have started.
 */
async function setNewPassword(
  work: Work,
  platform: Pick<Platform, 'keyring'>,
  {
    userId,
    newPassword,
    device,
    removedPasskeys = [],
  }: { userId: string; newPassword: string; device: Device; removedPasskeys?: readonly string[] },
): Promise<void> {
  const { email, display_name: displayName } = await getUser(work.db, userId);
  const brokerageNames = await listBrokerageNames(work.db, { userId });
  await rejectWeakPassword(newPassword, { own: { email, displayName, brokerageNames }, path: 'newPassword' });
  await setPasswordHash(work.db, { userId, passwordHash: await hashPassword(newPassword), now: work.now });
  await expireLinks(work, { kind: ['email', ...resetKinds], userId });
  const event = { kind: 'password-changed', removedPasskeys } as const;
  await notifySecurityChange(work, platform, { userId, event, origin: device });
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
