import type { Assertion } from '@handover/contract/auth/passkeys.ts';
import { AppError } from '#lib/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { getUser, type UserRow } from '../auth.queries.ts';
import type { Device } from '../trusted-devices.ts';
import { audit } from '../sign-in.service.ts';
import { consumeChallenge } from './challenges.ts';
import { countUse, findPasskey } from './passkeys.queries.ts';
import { toUserHandle } from './passkeys.service.ts';
import { getRelyingParty, verifyAssertion } from './verify.ts';

/**
 * Returns the user of the passkey that signed the challenge; counts as both factors. Throws LINK_INVALID
 * for the challenge, INVALID_CREDENTIALS for its answer.
 */
export async function verifyPasskey(
  { runner, config }: Pick<Platform, 'runner' | 'config'>,
  { challengeId, assertion, device }: { challengeId: string; assertion: Assertion; device: Device },
): Promise<UserRow> {
  const party = getRelyingParty(config.publicUrl);
  const now = runner.clock.now();
  const challenge = await consumeChallenge(runner.db, { purpose: 'sign-in', id: challengeId, now });
  const passkey = await findPasskey(runner.db, assertion.id);
  if (passkey === null)
    throw new AppError(
      'INVALID_CREDENTIALS',
      'This passkey was removed from your account. Sign in with your password.',
    );
  const counter =
    assertion.userHandle === toUserHandle(passkey.user_id)
      ? await verifyAssertion(assertion, {
          challenge,
          party,
          credential: { publicKey: passkey.public_key, counter: passkey.counter },
        })
      : null;
  const isCounted = counter !== null && (await countUse(runner.db, { id: passkey.id, counter, now }));
  if (!isCounted) {
    await audit(runner.read(), {
      userId: passkey.user_id,
      action: 'signInFailed',
      device,
      detail: { factor: 'passkey' },
    });
    throw new AppError(
      'INVALID_CREDENTIALS',
      'This passkey could not be verified. Sign in with your password.',
    );
  }
  return getUser(runner.db, passkey.user_id);
}
