import { getGuestChallenge, type ProofOfWork } from '@handover/contract/auth/guests.ts';
import { isAnswer } from '@handover/domain/proof-of-work.ts';
import { AppError } from '#lib/errors.ts';
import { newSecret } from '#lib/ids.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';

/** About 65,000 hashes: a fraction of a second in a browser. */
const bits = 16;
const lifetimeSeconds = 600;

type Parts = Pick<Platform, 'keyring' | 'runner' | 'limits'>;

/** Serves challenges. They are signed, not stored. */
export function guestRoutes(routes: Routes, { keyring, runner }: Pick<Parts, 'keyring' | 'runner'>): void {
  routes.add(getGuestChallenge, () => {
    const text = `${String(runner.clock.now().getTime())}.${newSecret()}`;
    return Promise.resolve({ challenge: `${text}.${keyring.sign(text)}`, bits });
  });
}

/** Accepts a guest's proof of work, once. Throws RULE_BROKEN for work that is wrong, too old, or used. */
export async function requireProofOfWork(
  { keyring, runner, limits }: Parts,
  { challenge, answer }: ProofOfWork,
): Promise<void> {
  const [issuedAt = '', secret = '', signature = ''] = challenge.split('.');
  const text = `${issuedAt}.${secret}`;
  const ageMs = runner.clock.now().getTime() - Number(issuedAt);
  const isValid =
    keyring.verify(text, signature) && ageMs <= lifetimeSeconds * 1000 && isAnswer(challenge, answer, bits);
  if (!isValid) throw rejectedProofError();
  await limits
    .hit(`challenge:${signature}`, { hits: 1, perSeconds: lifetimeSeconds })
    .catch((error: unknown) => {
      throw error instanceof AppError ? rejectedProofError() : error;
    });
}

function rejectedProofError(): AppError {
  return new AppError('RULE_BROKEN', 'This page was open for too long. Send the form again.');
}
