import * as contract from '@handover/contract/records/photos.ts';
import { recordUpload } from '#platform/audit/audit.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { MailParts } from '#platform/mail/workspace-mail.ts';
import { deletePhoto, insertPhoto, receivePhoto, type ReceivedPhoto } from '#platform/photos/photos.ts';
import type { Platform } from '#platform/platform.ts';
import type { SessionActor } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { buildProfile, publishProfile } from './profile.ts';
import { setUserPhoto } from './profile.queries.ts';

export function ownPhotoRoutes(routes: Routes, platform: MailParts & Pick<Platform, 'storage'>): void {
  routes.add(contract.setOwnPhoto, async ({ actor, request, writeOnce }) => {
    const { userId } = actor;
    const photo = await receivePhoto(platform.storage, request);
    const user = await writeOnce(photo, async (work) => {
      await changePhoto(work, actor, photo);
      const upload = { action: 'setOwnPhoto', subjectId: userId, request };
      await recordUpload(work, { workspaceId: null, userId }, upload);
      return buildProfile(work, actor, platform);
    });
    return { user };
  });
  routes.add(contract.removeOwnPhoto, async ({ actor, work }) => {
    await changePhoto(work, actor, null);
    return { user: await buildProfile(work, actor, platform) };
  });
}

/** Replaces or removes a user's photo; the previous URL stops working. */
async function changePhoto(work: Work, actor: SessionActor, photo: ReceivedPhoto | null): Promise<void> {
  const key = photo === null ? null : await insertPhoto(work, photo);
  await deletePhoto(work, await setUserPhoto(work.db, { userId: actor.userId, key }));
  publishProfile(work, actor);
}
