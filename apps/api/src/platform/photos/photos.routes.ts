import { getPhoto } from '@handover/contract/records/photos.ts';
import { notFound } from '#lib/errors.ts';
import { openFile } from '#platform/files/files.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { findPhoto } from './photos.ts';

export function photoRoutes(routes: Routes, { storage }: Pick<Platform, 'storage'>): void {
  routes.add(getPhoto, async ({ params, reply, work }): Promise<void> => {
    const photo = await findPhoto(work.db, params.key);
    if (photo === null) throw notFound('photo');
    const bytes = await openFile(storage, photo);
    // A URL always serves the same bytes; browsers drop a removed photo within a day.
    void reply
      .header('content-type', photo.content_type)
      .header('content-length', photo.size_bytes)
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cache-control', 'private, max-age=86400, immutable')
      .send(bytes);
  });
}
