import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import { plainCode, recoveryCodeHash, stepOf } from './codes.ts';
import { findSecondFactor, redeemRecoveryCode, nextStep } from './second-factor.queries.ts';

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
