import { getCustomerRef } from '#platform/customers/customer.queries.ts';
import { deletePhoto, insertPhoto, type ReceivedPhoto } from '#platform/photos/photos.ts';
import type { Member, SessionActor } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { setCustomerPhotoKey, setUserPhoto } from './photos.queries.ts';

/** Gives a user their photo, or takes it away; the address of the one before ends. */
export async function changeOwnPhoto(
  work: Work,
  { userId, membership }: SessionActor,
  photo: ReceivedPhoto | null,
): Promise<void> {
  const key = photo === null ? null : await insertPhoto(work, photo);
  await deletePhoto(work, await setUserPhoto(work.db, { userId, key }));
  if (membership === null) return;
  const { workspaceId } = membership;
  // Their other tabs show it too.
  work.publish({ workspaceId, noun: 'workspace', id: workspaceId, userId });
}

/** Gives a customer their photo, or takes it away; the address of the one before ends. Throws NOT_FOUND. */
export async function changeCustomerPhoto(
  work: Work,
  actor: Member,
  { customerId, photo }: { customerId: string; photo: ReceivedPhoto | null },
): Promise<void> {
  await getCustomerRef(work.db, actor, customerId);
  const { workspaceId } = actor;
  const key = photo === null ? null : await insertPhoto(work, photo);
  await deletePhoto(work, await setCustomerPhotoKey(work.db, { workspaceId, customerId, key }));
  work.publish({ workspaceId, noun: 'customer', id: customerId, customerId, isForClient: true });
}
