import { randomInt } from 'node:crypto';
import { recoveryCodeCount } from '@handover/contract/auth/account-security.ts';
import { Secret, TOTP } from 'otpauth';
import type { Keyring } from '#lib/keyring.ts';
import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import { findSecondFactor, markStepUsed, redeemRecoveryCode } from './second-factor.queries.ts';

const period = 30;
/** Without characters that are easily confused. */
const alphabet = '23456789abcdefghjkmnpqrstvwxyz';
const recoveryCodeLength = 10;

/** 160 random bits in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The `otpauth://` URI for the QR code. */
export function createOtpauthUri(
  secret: string,
  { label, issuer }: { label: string; issuer: string },
): string {
  return createTotp(secret, { label, issuer }).toString();
}

/** Returns the time step of a valid six-digit code, at most one step from now (RFC 6238, 30 s), else null. */
function findTimeStep(secret: string, { code, now }: { code: string; now: Date }): number | null {
  // The library throws for six characters that have more than six bytes.
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = createTotp(secret).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta;
}

/** New recovery codes such as `k3v9f-2m7qx`, 49 bits each. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const code = Array.from({ length: recoveryCodeLength }, () => alphabet[randomInt(alphabet.length)]).join(
      '',
    );
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });
}

/** Removes spaces and hyphens and converts to lower case. */
function normalizeCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toLowerCase();
}

/** Recovery codes are stored as a keyed digest, because a plain digest of such a short secret could be cracked. */
export function hashRecoveryCode(
  keyring: Keyring,
  { userId, code }: { userId: string; code: string },
): string {
  return keyring.sign(`recovery-code:${userId}:${normalizeCode(code)}`);
}

function createTotp(secret: string, names: { label?: string; issuer?: string } = {}): TOTP {
  return new TOTP({ ...names, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) });
}

type Parts = Pick<Platform, 'keyring'>;

/** Verifies and consumes an app code or a recovery code; null if it is invalid. */
export async function verifyCode(
  work: Work,
  platform: Parts,
  { userId, code }: { userId: string; code: string },
): Promise<'app' | 'recovery-code' | null> {
  const row = await findSecondFactor(work.db, userId);
  if (row === null || row.enabled_at === null) return null;
  if (await verifyAppCode(work, platform, { userId, code, sealedSecret: row.sealed_secret })) return 'app';
  const codeHash = hashRecoveryCode(platform.keyring, { userId, code });
  return (await redeemRecoveryCode(work.db, { userId, codeHash, now: work.now })) ? 'recovery-code' : null;
}

export async function verifyAppCode(
  work: Work,
  { keyring }: Parts,
  { userId, code, sealedSecret }: { userId: string; code: string; sealedSecret: string },
): Promise<boolean> {
  const secret = keyring.decrypt(sealedSecret, getSealContext(userId));
  const step = findTimeStep(secret, { code: normalizeCode(code), now: work.now });
  return step !== null && markStepUsed(work.db, { userId, step });
}

/** The context that a sealed secret is bound to. */
export function getSealContext(userId: string): string {
  return `second-factor:${userId}`;
}
