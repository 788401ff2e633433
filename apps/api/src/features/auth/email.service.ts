import type {
  AccountSecurity,
  confirmEmail as confirmEmailEndpoint,
} from '@handover/contract/auth/account-security.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { AppError, invalidField } from '#lib/errors.ts';
import { emailKey } from '#lib/text.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { consumeLink, createLink, createLinkUrl, expireLinks } from '#platform/links/links.ts';
import type { Platform } from '#platform/platform.ts';
import { notifySecurityChange } from '#platform/security-mail/security-mail.ts';
import type { SessionActor } from '#platform/session/actor.ts';
import { requireLiveSession } from '#platform/session/authenticate.ts';
import { claimGrants } from '#platform/session/grants.queries.ts';
import { queueSystemMail } from '#platform/system-mail.ts';
import type { Work } from '#platform/work.ts';
import { findUserByEmail, getUser, listWorkspaceIds, type UserRow } from './auth.queries.ts';
import type { Device } from './trusted-devices.ts';
import { requirePassword, resetAttempts } from './reauthenticate.ts';
import { findOpenConfirmation, setEmail } from './email.queries.ts';
import { createResetLink, proveAddress, resetKinds } from './password.service.ts';
import { listPasskeys } from './passkeys/passkeys.queries.ts';
import { presentPasskey } from './passkeys/passkeys.service.ts';
import { findRelyingParty } from './passkeys/verify.ts';
import { countRecoveryCodes, findSecondFactor } from './second-factor/second-factor.queries.ts';

const lifetimeMinutes = 24 * 60;
const perUser = { hits: 6, perSeconds: 3600 };

type Parts = Pick<Platform, 'config' | 'keyring' | 'limits' | 'mail'>;
type PendingEmail = NonNullable<AccountSecurity['pendingEmail']>;

/** Sends a confirmation link to the new address and a notice to the current one. The response does not reveal whether the new address has an account. Throws CURRENT_PASSWORD_WRONG, INVALID_INPUT, RULE_BROKEN without a mail server. */
export async function changeEmail(
  work: Work,
  platform: Parts,
  {
    actor,
    email,
    password,
    device,
  }: { actor: SessionActor; email: string; password: string; device: Device },
): Promise<PendingEmail> {
  requireMailServer(platform);
  const user = await requirePassword(work, platform, { userId: actor.userId, password });
  await resetAttempts(platform.limits, user.id);
  if (emailKey(email) === emailKey(user.email)) throw invalidField('email', 'This is already your address.');
  const pending = await sendLink(work, platform, { actor, user, email });
  await notifySecurityChange(work, platform, {
    userId: user.id,
    event: { kind: 'email-change-asked', newEmail: email },
    origin: device,
  });
  return pending;
}

/** Cancels a change of the address and its links. */
export async function cancelEmailChange(work: Work, { userId }: SessionActor): Promise<void> {
  await expireLinks(work, { kind: 'email', userId });
}

/** Resends the confirmation with a new link. Throws RULE_BROKEN if there is nothing to confirm or no mail server. */
export async function sendConfirmation(
  work: Work,
  platform: Parts,
  actor: SessionActor,
): Promise<PendingEmail> {
  requireMailServer(platform);
  const { userId } = actor;
  const user = await getUser(work.db, userId);
  const open = await findOpenConfirmation(work.db, { userId, now: work.now });
  if (open === null && user.email_verified_at !== null)
    throw new AppError('RULE_BROKEN', 'Your address is already confirmed.');
  return sendLink(work, platform, { actor, user, email: open?.email ?? user.email });
}

/** Confirms an address and makes it the user's address. The first confirmation ends all earlier access and returns the secret of a reset link for a new password. Throws LINK_INVALID, CONFLICT. */
export async function confirmEmail(
  work: Work,
  platform: Pick<Platform, 'keyring'>,
  { token, device }: { token: string; device: Device },
): Promise<ResponseOf<typeof confirmEmailEndpoint>> {
  const { user_id: userId, email } = await consumeLink(work, { kind: 'email', secret: token });
  if (userId === null || email === null) throw new Error('A confirmation names its user and address');
  const user = await getUser(work.db, userId);
  const isAnother = emailKey(email) !== emailKey(user.email);
  const isFirstProof = await proveAddress(work, platform, { userId, email, device });
  if (isAnother) await moveTo(work, platform, { user, email, device });
  await recordAudit(work.db, {
    workspaceId: null,
    actorId: userId,
    action: 'confirmEmail',
    subjectId: userId,
    detail: { isAnother, isFirstProof },
    ipAddress: device.ipAddress,
    requestId: device.requestId,
    now: work.now,
  });
  const reset = isFirstProof ? await createResetLink(work, userId) : null;
  return { email, resetToken: reset?.secret ?? null };
}

async function moveTo(
  work: Work,
  platform: Pick<Platform, 'keyring'>,
  { user, email, device }: { user: UserRow; email: string; device: Device },
): Promise<void> {
  const { id: userId, email: to } = user;
  if ((await findUserByEmail(work.db, email)) !== null)
    throw new AppError('CONFLICT', 'This address already belongs to another account.');
  await setEmail(work.db, { userId, email, now: work.now });
  const workspaceIds = await listWorkspaceIds(work.db, userId);
  // Records shared with the address become visible to its owner.
  if (user.email_verified_at !== null)
    for (const workspaceId of workspaceIds)
      await claimGrants(work.db, { workspaceId, email: user.email, userId });
  // Links for whoever used the previous address must not work anymore.
  await expireLinks(work, { kind: resetKinds, userId });
  await notifySecurityChange(work, platform, {
    userId,
    event: { kind: 'email-changed', newEmail: email },
    origin: device,
    to,
  });
  for (const workspaceId of workspaceIds)
    work.publish({ workspaceId, noun: 'workspace', id: workspaceId, userId });
}

async function sendLink(
  work: Work,
  platform: Parts,
  { actor, user, email }: { actor: SessionActor; user: UserRow; email: string },
): Promise<PendingEmail> {
  await platform.limits.hit(`confirm-email:${user.id}`, perUser);
  await requireLiveSession(work.db, actor);
  await expireLinks(work, { kind: 'email', userId: user.id });
  const link = await createLink(work, { kind: 'email', lifetimeMinutes, email, userId: user.id });
  const owner = await findUserByEmail(work.db, email);
  const isTaken = owner !== null && owner.id !== user.id;
  const address = createLinkUrl(platform.config.publicUrl, '/confirm-email', link.secret);
  await queueSystemMail(work, platform, {
    to: email,
    subject: isTaken ? 'You already have an account' : 'Confirm your email address',
    text: isTaken
      ? 'Someone asked to use this address for another account. It already belongs to your account, so nothing has changed and you do not need to do anything.\n'
      : `Open this link within 24 hours to confirm that ${email} is your address:\n\n${address}\n\n${user.email_verified_at === null ? 'You will then set a new password. Existing passkeys, two-step sign-in, and API keys will be removed.\n\n' : ''}If you did not request this, you can ignore this email.\n`,
    expiresAt: link.expiresAt,
  });
  return { email, expiresAt: link.expiresAt.toISOString() };
}

function requireMailServer({ mail }: Pick<Platform, 'mail'>): void {
  if (mail.kind === 'outbox')
    throw new AppError(
      'RULE_BROKEN',
      'No mail server is set up, so the address cannot be confirmed. Ask your administrator.',
    );
}

export async function readSecurity(
  { db, now }: Work,
  { config }: Pick<Platform, 'config'>,
  { userId }: SessionActor,
): Promise<AccountSecurity> {
  const open = await findOpenConfirmation(db, { userId, now });
  const second = await findSecondFactor(db, userId);
  return {
    isEmailConfirmed: (await getUser(db, userId)).email_verified_at !== null,
    pendingEmail: open === null ? null : { email: open.email, expiresAt: open.expiresAt.toISOString() },
    secondFactor:
      second === null || second.enabled_at === null
        ? null
        : {
            enabledAt: second.enabled_at.toISOString(),
            recoveryCodesLeft: await countRecoveryCodes(db, userId),
          },
    passkeys: (await listPasskeys(db, userId)).map(presentPasskey),
    passkeyOrigin: findRelyingParty(config.publicUrl)?.origin ?? null,
  };
}
