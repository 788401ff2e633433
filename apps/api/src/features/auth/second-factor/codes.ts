import { randomInt } from 'node:crypto';
import { recoveryCodeCount } from '@handover/contract/account-security.ts';
import { Secret, TOTP } from 'otpauth';
import type { Keyring } from '#lib/keyring.ts';
import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import { findSecondFactor, nextStep, redeemRecoveryCode } from './second-factor.queries.ts';

const period = 30;
/** Without letters and digits that are read as one another. */
const alphabet = '23456789abcdefghjkmnpqrstvwxyz';
const recoveryCodeLength = 10;

/** 160 random bits in base32, as authenticator apps take them. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The `otpauth://` address that an app reads from a QR code. */
export function otpauthUri(secret: string, { label, issuer }: { label: string; issuer: string }): string {
  return totp(secret, { label, issuer }).toString();
}

/** The time step that a six-digit code belongs to, at most one away from now (RFC 6238, 30 s); null when it belongs to none. */
function stepOf(secret: string, { code, now }: { code: string; now: Date }): number | null {
  // The library throws for six characters that are more than six bytes.
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = totp(secret).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta;
}

/** New recovery codes such as `k3v9f-2m7qx`, 49 bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const code = Array.from({ length: recoveryCodeLength }, () => alphabet[randomInt(alphabet.length)]).join(
      '',
    );
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });
}

/** A typed code without spaces, hyphens and capitals. */
function plainCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toLowerCase();
}

/** What is stored of a recovery code: a keyed digest, since so short a secret could be found from a plain one. */
export function recoveryCodeHash(
  keyring: Keyring,
  { userId, code }: { userId: string; code: string },
): string {
  return keyring.sign(`recovery-code:${userId}:${plainCode(code)}`);
}

function totp(secret: string, names: { label?: string; issuer?: string } = {}): TOTP {
  return new TOTP({ ...names, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) });
}

type Parts = Pick<Platform, 'keyring'>;

/** Takes a code of the app or a recovery code, each of them once; null when it is none of the user's. */
export async function verifyCode(
  work: Work,
  platform: Parts,
  { userId, code }: { userId: string; code: string },
): Promise<'app' | 'recovery-code' | null> {
  const row = await findSecondFactor(work.db, userId);
  if (row === null || row.enabled_at === null) return null;
  if (await verifyAppCode(work, platform, { userId, code, sealedSecret: row.sealed_secret })) return 'app';
  const codeHash = recoveryCodeHash(platform.keyring, { userId, code });
  return (await redeemRecoveryCode(work.db, { userId, codeHash, now: work.now })) ? 'recovery-code' : null;
}

/** Takes a code of the app for its time step, once. */
export async function verifyAppCode(
  work: Work,
  { keyring }: Parts,
  { userId, code, sealedSecret }: { userId: string; code: string; sealedSecret: string },
): Promise<boolean> {
  const secret = keyring.decrypt(sealedSecret, sealedFor(userId));
  const step = stepOf(secret, { code: plainCode(code), now: work.now });
  return step !== null && nextStep(work.db, { userId, step });
}

/** What a sealed secret is bound to. */
export function sealedFor(userId: string): string {
  return `second-factor:${userId}`;
}
