import * as contract from '@handover/contract/records/photos.ts';
import { recordUpload } from '#platform/audit/audit.ts';
import type { Routes } from '#platform/http/routes.ts';
import { deletePhoto, insertPhoto, receivePhoto, type ReceivedPhoto } from '#platform/photos/photos.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { setPhotoKey } from './customer-writes.queries.ts';
import { getActiveCustomer } from './customers.public.ts';
import { getCustomer } from './customers.service.ts';

export function customerPhotoRoutes(routes: Routes, { storage }: Pick<Platform, 'storage'>): void {
  routes.add(contract.setCustomerPhoto, async ({ actor, params, request, work: { db }, writeOnce }) => {
    // Checks access before receiving any bytes.
    await getActiveCustomer(db, actor, params.id);
    const photo = await receivePhoto(storage, request);
    const user = await writeOnce(photo, async (work) => {
      await changePhoto(work, actor, { customerId: params.id, photo });
      await recordUpload(work, actor, { action: 'setCustomerPhoto', subjectId: params.id, request });
      return getCustomer(work, actor, params.id);
    });
    return { user };
  });
  routes.add(contract.removeCustomerPhoto, async ({ actor, params, work }) => {
    await changePhoto(work, actor, { customerId: params.id, photo: null });
    return { user: await getCustomer(work, actor, params.id) };
  });
}

/** Replaces or removes a customer's photo; the previous URL stops working. Throws NOT_FOUND, RULE_BROKEN in the trash. */
async function changePhoto(
  work: Work,
  actor: Member,
  { customerId, photo }: { customerId: string; photo: ReceivedPhoto | null },
): Promise<void> {
  await getActiveCustomer(work.db, actor, customerId);
  const { workspaceId } = actor;
  const key = photo === null ? null : await insertPhoto(work, photo);
  await deletePhoto(work, await setPhotoKey(work.db, { workspaceId, customerId, key }));
  work.publish({ workspaceId, noun: 'customer', id: customerId, customerId, isForClient: true });
}
