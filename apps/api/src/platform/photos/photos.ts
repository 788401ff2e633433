import { Readable } from 'node:stream';
import { photoMaxBytes, type PhotoType } from '@handover/contract/photos.ts';
import type { FastifyRequest } from 'fastify';
import type { StoredObject, Storage } from '#adapters/storage/storage.ts';
import type { Db } from '#db/client.ts';
import { newSecret } from '#lib/secrets.ts';
import { storeBytes } from '#platform/files/files.ts';
import { readUpload } from '#platform/files/upload.ts';
import type { Work } from '#platform/work.ts';
import { stripMetadata } from './photo-content.ts';

export type ReceivedPhoto = StoredObject & { readonly contentType: PhotoType };

/** The address of a photo by its key, below the app's own origin; null without one. */
export function photoUrl(key: string | null): string | null {
  return key === null ? null : `/api/photos/${key}`;
}

/**
 * Takes a picture into the store without what its camera wrote along. Throws UNSUPPORTED_MEDIA, TOO_LARGE
 * past 5 MB, INVALID_INPUT, UNAVAILABLE.
 */
export async function receivePhoto(storage: Storage, request: FastifyRequest): Promise<ReceivedPhoto> {
  const { contentType, bytes } = stripMetadata(await readUpload(request, photoMaxBytes));
  return { ...(await storeBytes(storage, Readable.from([bytes]), photoMaxBytes)), contentType };
}

/** Gives stored bytes an address of their own, of 256 random bits, and returns its key. */
export async function insertPhoto(
  { db, now }: Work,
  { sha256, sizeBytes, contentType }: ReceivedPhoto,
): Promise<string> {
  const key = newSecret();
  const photo = { key, sha256, size_bytes: sizeBytes, content_type: contentType, created_at: now };
  await db.insertInto('photos').values(photo).execute();
  return key;
}

/** Ends the address of a photo that nothing names any more. */
export async function deletePhoto({ db }: Work, key: string | null): Promise<void> {
  if (key !== null) await db.deleteFrom('photos').where('key', '=', key).execute();
}

/** Where a photo's bytes are, or null. */
export async function findPhoto(
  db: Db,
  key: string,
): Promise<{ sha256: string; size_bytes: number; content_type: PhotoType } | null> {
  const row = await db
    .selectFrom('photos')
    .select(['sha256', 'size_bytes', 'content_type'])
    .where('key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}
