import type { Db } from '#db/client.ts';
import { addMinutes } from '#lib/clock.ts';
import { AppError } from '#lib/errors.ts';
import { newId, newSecret } from '#lib/ids.ts';

export const challengeMinutes = 5;

/** Registration of a passkey by a known user, or sign-in by an unknown one. */
export type Purpose =
  | { readonly purpose: 'register'; readonly userId: string }
  | { readonly purpose: 'sign-in' };

/** Creates a 256-bit challenge that is valid once, for five minutes. */
export async function makeChallenge(
  db: Db,
  { now, ...purpose }: Purpose & { now: Date },
): Promise<{ id: string; challenge: string }> {
  const id = newId();
  const challenge = newSecret();
  await db
    .insertInto('passkey_challenges')
    .values({
      id,
      purpose: purpose.purpose,
      user_id: purpose.purpose === 'register' ? purpose.userId : null,
      challenge,
      expires_at: addMinutes(now, challengeMinutes),
    })
    .execute();
  return { id, challenge };
}

/** Consumes a challenge, whether or not its answer is valid. Throws LINK_INVALID. */
export async function consumeChallenge(
  db: Db,
  { id, now, ...purpose }: Purpose & { id: string; now: Date },
): Promise<string> {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('id', '=', id)
    .where('purpose', '=', purpose.purpose)
    .where('user_id', 'is not distinct from', purpose.purpose === 'register' ? purpose.userId : null)
    .where('expires_at', '>', now)
    .returning('challenge')
    .executeTakeFirst();
  if (row === undefined)
    throw new AppError('LINK_INVALID', 'This request has expired or was already used. Try again.');
  return row.challenge;
}
