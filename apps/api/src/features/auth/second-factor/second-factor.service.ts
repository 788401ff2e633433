import type { Enrolment } from '@handover/contract/auth/account-security.ts';
import { addMinutes } from '#lib/clock.ts';
import { AppError } from '#lib/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { SessionActor } from '#platform/session/actor.ts';
import { notifySecurityChange } from '#platform/security-mail/security-mail.ts';
import type { Work } from '#platform/work.ts';
import { getBrand } from '#platform/installation/installation.ts';
import { countCodeTry, requirePassword, resetAttempts, resetCodeAttempts } from '../reauthenticate.ts';
import type { Device } from '../trusted-devices.ts';
import {
  createRecoveryCodes,
  createTotpSecret,
  createOtpauthUri,
  hashRecoveryCode,
  getSealContext,
  verifyAppCode,
  verifyCode,
} from './codes.ts';
import {
  deleteSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
  storeUnconfirmed,
} from './second-factor.queries.ts';

const setUpMinutes = 30;

type Parts = Pick<Platform, 'keyring' | 'limits'>;

/** Creates a secret for an authenticator app; it must be confirmed first. Throws CURRENT_PASSWORD_WRONG, CONFLICT if two-step sign-in is on. */
export async function beginSecondFactor(
  work: Work,
  platform: Parts,
  { actor, password }: { actor: SessionActor; password: string },
): Promise<Enrolment> {
  const user = await requirePassword(work, platform, { userId: actor.userId, password });
  const secret = createTotpSecret();
  const sealedSecret = platform.keyring.encrypt(secret, getSealContext(user.id));
  if (!(await storeUnconfirmed(work.db, { userId: user.id, sealedSecret, now: work.now })))
    throw new AppError(
      'CONFLICT',
      'Two-step sign-in is already on. Turn it off before setting up another app.',
    );
  await resetAttempts(platform.limits, user.id);
  return { secret, uri: createOtpauthUri(secret, { label: user.email, issuer: await getBrand(work.db) }) };
}

/** Turns two-step sign-in on and returns the recovery codes. Throws RULE_BROKEN for a wrong code, CONFLICT if no setup was started in the last 30 minutes. */
export async function confirmSecondFactor(
  work: Work,
  platform: Parts,
  { actor, code, device }: { actor: SessionActor; code: string; device: Device },
): Promise<string[]> {
  const { userId } = actor;
  await countCodeTry(platform.limits, userId);
  const row = await findSecondFactor(work.db, userId);
  if (row === null || row.enabled_at !== null || row.created_at < addMinutes(work.now, -setUpMinutes))
    throw setupExpiredError();
  const { sealed_secret: sealedSecret } = row;
  if (!(await verifyAppCode(work, platform, { userId, code, sealedSecret }))) throw wrongCodeError();
  if (!(await enableSecondFactor(work.db, { userId, sealedSecret, now: work.now })))
    throw setupExpiredError();
  await resetCodeAttempts(platform.limits, userId);
  await notifySecurityChange(work, platform, { userId, event: { kind: 'second-factor-on' }, origin: device });
  return issueRecoveryCodes(work, platform, userId);
}

/** Replaces the recovery codes. Throws CURRENT_PASSWORD_WRONG, RULE_BROKEN for a wrong code. */
export async function renewRecoveryCodes(work: Work, platform: Parts, proof: Proof): Promise<string[]> {
  const userId = await requireBoth(work, platform, proof);
  await notifySecurityChange(work, platform, {
    userId,
    event: { kind: 'recovery-codes-renewed' },
    origin: proof.device,
  });
  return issueRecoveryCodes(work, platform, userId);
}

/** Turns two-step sign-in off. Throws CURRENT_PASSWORD_WRONG, RULE_BROKEN for a wrong code. */
export async function disableSecondFactor(work: Work, platform: Parts, proof: Proof): Promise<void> {
  const userId = await requireBoth(work, platform, proof);
  await turnOff(work, platform, { userId, device: proof.device });
}

/** Turns two-step sign-in off with a code alone, for the holder of a reset link. Throws RULE_BROKEN for a wrong code, TOO_MANY_REQUESTS. */
export async function removeSecondFactor(
  work: Work,
  platform: Parts,
  { userId, code, device }: { userId: string; code: string; device: Device },
): Promise<void> {
  await countCodeTry(platform.limits, userId);
  if ((await verifyCode(work, platform, { userId, code })) === null) throw wrongCodeError('secondFactorCode');
  await resetCodeAttempts(platform.limits, userId);
  await turnOff(work, platform, { userId, device });
}

async function turnOff(
  work: Work,
  platform: Parts,
  { userId, device }: { userId: string; device: Device },
): Promise<void> {
  await deleteSecondFactor(work.db, userId);
  const event = { kind: 'second-factor-off' } as const;
  await notifySecurityChange(work, platform, { userId, event, origin: device });
}

type Proof = {
  readonly actor: SessionActor;
  readonly password: string;
  readonly code: string;
  readonly device: Device;
};

async function requireBoth(work: Work, platform: Parts, { actor, password, code }: Proof): Promise<string> {
  const { id: userId } = await requirePassword(work, platform, { userId: actor.userId, password });
  await countCodeTry(platform.limits, userId);
  if ((await verifyCode(work, platform, { userId, code })) === null) throw wrongCodeError();
  await resetAttempts(platform.limits, userId);
  await resetCodeAttempts(platform.limits, userId);
  return userId;
}

async function issueRecoveryCodes(
  work: Work,
  { keyring }: Pick<Platform, 'keyring'>,
  userId: string,
): Promise<string[]> {
  const codes = createRecoveryCodes();
  const codeHashes = codes.map((code) => hashRecoveryCode(keyring, { userId, code }));
  await replaceRecoveryCodes(work.db, { userId, codeHashes });
  return codes;
}

function setupExpiredError(): AppError {
  return new AppError('CONFLICT', 'This setup has expired. Start over.');
}

function wrongCodeError(path = 'code'): AppError {
  const message = 'Incorrect or already used code. Wait for the next one.';
  return new AppError('RULE_BROKEN', message, { errors: [{ path, message }] });
}
