import { AppError } from '#lib/errors.ts';
import type { Keyring } from '#lib/keyring.ts';
import type { Work } from './work.ts';
import { readJson } from '#lib/text.ts';

type Replay<T> = { readonly response: T };

/**
 * Claims an idempotency key within the writing transaction. Returns the stored answer of the same earlier request, or
 * null if this request must be processed. A concurrent duplicate waits for the first. Throws IDEMPOTENCY_KEY_REUSED if
 * the key belongs to a different request.
 */
export async function claimIdempotencyKey<T>(
  work: Work,
  { actorId, key, request, keyring }: { actorId: string; key: string; request: unknown; keyring: Keyring },
): Promise<Replay<T> | null> {
  // Keyed, because requests can contain passwords.
  const requestHash = Buffer.from(keyring.sign(JSON.stringify(request)));
  const claimed = await work.db
    .insertInto('idempotency_keys')
    .values({
      actor_id: actorId,
      key,
      request_hash: requestHash,
      status: null,
      response: null,
      created_at: work.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed !== undefined) return null;
  const stored = await work.db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'response'])
    .where('actor_id', '=', actorId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (!stored.request_hash.equals(requestHash))
    throw new AppError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another request.');
  return { response: open<T>(keyring, key, stored.response) };
}

/**
 * Stores the answer with its key in the same transaction, encrypted because answers can contain links and
 * tickets.
 */
export async function storeIdempotentResponse(
  work: Work,
  {
    actorId,
    key,
    status,
    response,
    keyring,
  }: { actorId: string; key: string; status: number; response: unknown; keyring: Keyring },
): Promise<void> {
  await work.db
    .updateTable('idempotency_keys')
    .set({
      status,
      response:
        response === undefined
          ? null
          : JSON.stringify(keyring.encrypt(JSON.stringify(response), `idempotency:${key}`)),
    })
    .where('actor_id', '=', actorId)
    .where('key', '=', key)
    .execute();
}

/** Decrypts a stored answer; null without a body. */
function open<T>(keyring: Keyring, key: string, stored: unknown): T {
  return readJson<T>(typeof stored === 'string' ? keyring.decrypt(stored, `idempotency:${key}`) : 'null');
}
