import { randomInt } from 'node:crypto';
import { recoveryCodeCount } from '@handover/contract/account-security.ts';
import { Secret, TOTP } from 'otpauth';
import type { Keyring } from '#lib/keyring.ts';

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
export function stepOf(secret: string, { code, now }: { code: string; now: Date }): number | null {
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
export function plainCode(typed: string): string {
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
