import { createHash } from 'node:crypto';
import { AppError } from '#lib/errors.ts';
import { readJson } from '#lib/json.ts';
import type { Keyring } from '#lib/keyring.ts';
import type { Work } from './work.ts';

type Replay<T> = { readonly response: T };

/**
 * Claims an idempotency key inside the writing transaction. Returns the stored answer when the same
 * request was answered before, null when this one is to be carried out. A second request that arrives
 * while the first runs waits for it. Throws IDEMPOTENCY_KEY_REUSED when the key came with another request.
 */
export async function claimIdempotencyKey<T>(
  work: Work,
  { actorId, key, request, keyring }: { actorId: string; key: string; request: unknown; keyring: Keyring },
): Promise<Replay<T> | null> {
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest();
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

/** Keeps the answer with its key, in the same transaction; sealed, since answers can hold links and tickets. */
export async function storeIdempotentAnswer(
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

/** What was kept by `storeIdempotentAnswer`; an answer without a body comes back as null. */
function open<T>(keyring: Keyring, key: string, stored: unknown): T {
  return readJson<T>(typeof stored === 'string' ? keyring.decrypt(stored, `idempotency:${key}`) : 'null');
}
