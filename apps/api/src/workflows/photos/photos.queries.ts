import type { Db } from '#db/client.ts';

type OfCustomer = { readonly workspaceId: string; readonly customerId: string };

/** Replaces or removes a user's photo; returns the previous key. */
export async function setUserPhoto(
  db: Db,
  { userId, key }: { userId: string; key: string | null },
): Promise<string | null> {
  const before = await db
    .selectFrom('users')
    .select('photo_key')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await db.updateTable('users').set({ photo_key: key }).where('id', '=', userId).execute();
  return before.photo_key;
}

/**
 * Replaces or removes a customer's photo; returns the previous key. Keeps the version, since no form edits
 * the photo.
 */
export async function setCustomerPhotoKey(
  db: Db,
  { workspaceId, customerId, key }: OfCustomer & { key: string | null },
): Promise<string | null> {
  const before = await db
    .selectFrom('customers')
    .select('photo_key')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await db
    .updateTable('customers')
    .set({ photo_key: key })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .execute();
  return before.photo_key;
}
