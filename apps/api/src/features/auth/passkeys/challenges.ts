import type { Db } from '#db/client.ts';
import { addMinutes } from '#lib/clock.ts';
import { AppError } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { newSecret } from '#lib/secrets.ts';

export const challengeMinutes = 5;

/** What a challenge is for: a new passkey of one user, or a sign-in of whoever has one. */
export type Purpose =
  | { readonly purpose: 'register'; readonly userId: string }
  | { readonly purpose: 'sign-in' };

/** Makes a challenge of 256 bits, good for one answer within five minutes. */
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

/** Takes a challenge of the purpose, once; it is gone whether or not its answer is right. Throws LINK_INVALID. */
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
