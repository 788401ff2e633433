import * as contract from '@handover/contract/photos.ts';
import type { FastifyReply } from 'fastify';
import { buildProfile } from '#features/auth/profile.ts';
import { getCustomer } from '#features/customers/customers.service.ts';
import { notFound } from '#lib/errors.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { openFile } from '#platform/files/files.ts';
import type { Routes } from '#platform/http/routes.ts';
import {
  deletePhoto,
  findPhoto,
  insertPhoto,
  type ReceivedPhoto,
  receivePhoto,
} from '#platform/photos/photos.ts';
import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import type { Member, SessionActor } from '#platform/session/actor.ts';
import { setCustomerPhotoKey, setUserPhoto } from './photos.queries.ts';
import { getActiveCustomer } from '#features/customers/customers.public.ts';

export function photoRoutes(routes: Routes, { storage }: Pick<Platform, 'storage'>): void {
  routes.add(contract.setOwnPhoto, async ({ actor, request, writeOnce }) => {
    const photo = await receivePhoto(storage, request);
    const user = await writeOnce(photo, async (work) => {
      await changeOwnPhoto(work, actor, photo);
      const { ip: ipAddress, id: requestId } = request;
      const about = { workspaceId: null, actorId: actor.userId, subjectId: actor.userId, detail: {} };
      await recordAudit(work.db, { ...about, action: 'setOwnPhoto', ipAddress, requestId, now: work.now });
      return buildProfile(work, actor);
    });
    return { user };
  });
  routes.add(contract.removeOwnPhoto, async ({ actor, work }) => {
    await changeOwnPhoto(work, actor, null);
    return { user: await buildProfile(work, actor) };
  });

  routes.add(contract.setCustomerPhoto, async ({ actor, params, request, work: { db }, writeOnce }) => {
    const { workspaceId, userId: actorId } = actor;
    // Checks access before receiving any bytes.
    await getActiveCustomer(db, actor, params.id);
    const photo = await receivePhoto(storage, request);
    const user = await writeOnce(photo, async (work) => {
      await changeCustomerPhoto(work, actor, { customerId: params.id, photo });
      const { ip: ipAddress, id: requestId } = request;
      const about = { workspaceId, actorId, subjectId: params.id, detail: {} };
      await recordAudit(work.db, {
        ...about,
        action: 'setCustomerPhoto',
        ipAddress,
        requestId,
        now: work.now,
      });
      return getCustomer(work, actor, params.id);
    });
    return { user };
  });
  routes.add(contract.removeCustomerPhoto, async ({ actor, params, work }) => {
    await changeCustomerPhoto(work, actor, { customerId: params.id, photo: null });
    return { user: await getCustomer(work, actor, params.id) };
  });

  routes.add(contract.getPhoto, ({ params, reply, work }) =>
    sendPhoto(storage, { key: params.key, reply, work }),
  );
}

async function sendPhoto(
  storage: Platform['storage'],
  { key, reply, work }: { key: string; reply: FastifyReply; work: Work },
): Promise<void> {
  const photo = await findPhoto(work.db, key);
  if (photo === null) throw notFound('photo');
  const bytes = await openFile(storage, photo);
  // A URL always serves the same bytes; browsers drop a removed photo within a day.
  void reply
    .header('content-type', photo.content_type)
    .header('content-length', photo.size_bytes)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, max-age=86400, immutable')
    .send(bytes);
}

/** Replaces or removes a user's photo; the previous URL stops working. */
async function changeOwnPhoto(
  work: Work,
  { userId, membership }: SessionActor,
  photo: ReceivedPhoto | null,
): Promise<void> {
  const key = photo === null ? null : await insertPhoto(work, photo);
  await deletePhoto(work, await setUserPhoto(work.db, { userId, key }));
  if (membership === null) return;
  const { workspaceId } = membership;
  // Updates the user's other tabs.
  work.publish({ workspaceId, noun: 'workspace', id: workspaceId, userId });
}

/** Replaces or removes a customer's photo; the previous URL stops working. Throws NOT_FOUND. */
async function changeCustomerPhoto(
  work: Work,
  actor: Member,
  { customerId, photo }: { customerId: string; photo: ReceivedPhoto | null },
): Promise<void> {
  await getActiveCustomer(work.db, actor, customerId);
  const { workspaceId } = actor;
  const key = photo === null ? null : await insertPhoto(work, photo);
  await deletePhoto(work, await setCustomerPhotoKey(work.db, { workspaceId, customerId, key }));
  work.publish({ workspaceId, noun: 'customer', id: customerId, customerId, isForClient: true });
}
