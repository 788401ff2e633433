import { Readable } from 'node:stream';
import {
  photoMaxBytes,
  photoMaxMegapixels,
  type PhotoType,
  photoTypes,
} from '@handover/contract/records/photos.ts';
import type { FastifyRequest } from 'fastify';
import type { Storage, StoredObject, StoredRow } from '#adapters/storage/storage.ts';
import type { Db } from '#db/client.ts';
import { assignBytes, storeBytes } from '#platform/files/files.ts';
import { readUpload } from '#platform/files/upload.ts';
import type { Work } from '#platform/work.ts';
import { AppError } from '#lib/errors.ts';
import { stripJpeg, type StrippedPicture, stripPng, stripWebp } from './picture-formats.ts';
import { newSecret } from '#lib/ids.ts';

export type ReceivedPhoto = StoredObject & { readonly contentType: PhotoType };

/** The photo's path below the app's origin, or null. */
export function findPhotoUrl(key: string | null): string | null {
  return key === null ? null : `/api/photos/${key}`;
}

/**
 * Stores an uploaded image without camera metadata. Throws UNSUPPORTED_MEDIA, TOO_LARGE past 5 MB,
 * INVALID_INPUT,
 * UNAVAILABLE.
 */
export async function receivePhoto(storage: Storage, request: FastifyRequest): Promise<ReceivedPhoto> {
  const { contentType, bytes } = stripMetadata(await readUpload(request, photoMaxBytes));
  return { ...(await storeBytes(storage, Readable.from([bytes]), photoMaxBytes)), contentType };
}

/** Creates a 256-bit random key for stored bytes. */
export async function insertPhoto(
  { db, now }: Work,
  { sha256, sizeBytes, contentType, object }: ReceivedPhoto,
): Promise<string> {
  const key = newSecret();
  // A photo is served without a session at a secret URL, so it is encrypted with the installation's key.
  const objectId = await assignBytes(db, { object }, { workspaceId: null });
  const photo = { key, sha256, size_bytes: sizeBytes, content_type: contentType, created_at: now };
  await db
    .insertInto('photos')
    .values({ ...photo, object_id: objectId })
    .execute();
  return key;
}

/** Deletes the key of a photo that is no longer used. */
export async function deletePhoto({ db }: Work, key: string | null): Promise<void> {
  if (key !== null) await db.deleteFrom('photos').where('key', '=', key).execute();
}

export async function findPhoto(
  db: Db,
  key: string,
): Promise<(StoredRow & { size_bytes: number; content_type: PhotoType }) | null> {
  const row = await db
    .selectFrom('photos')
    .select(['sha256', 'object_id', 'size_bytes', 'content_type'])
    .where('key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

const formats: Readonly<Record<PhotoType, { signature: RegExp; bare: (bytes: Buffer) => StrippedPicture }>> =
  {
    'image/png': { signature: /^\x89PNG\r\n\x1a\n/, bare: stripPng },
    'image/jpeg': { signature: /^\xff\xd8\xff/, bare: stripJpeg },
    'image/webp': { signature: /^RIFF[^]{4}WEBP/, bare: stripWebp },
  };

/**
 * Detects the image type from the content and keeps only what is needed for drawing: no location, device, preview, or
 * trailing bytes. Throws UNSUPPORTED_MEDIA for other content or too many pixels, INVALID_INPUT if truncated.
 */
export function stripMetadata(bytes: Buffer): {
  contentType: PhotoType;
  bytes: Buffer;
  width: number;
  height: number;
} {
  const start = bytes.toString('latin1', 0, 16);
  const contentType = photoTypes.find((type) => formats[type].signature.test(start));
  if (contentType === undefined) throw new AppError('UNSUPPORTED_MEDIA', 'Use a PNG, JPEG, or WebP image.');
  const { parts, width, height } = readWith(formats[contentType].bare, bytes);
  if (width * height > photoMaxMegapixels * 1_000_000)
    throw new AppError(
      'UNSUPPORTED_MEDIA',
      `A photo can have at most ${String(photoMaxMegapixels)} megapixels; this one has ${String(width)} × ${String(height)} pixels.`,
    );
  return { contentType, bytes: Buffer.concat(parts), width, height };
}

function readWith(bare: (bytes: Buffer) => StrippedPicture, bytes: Buffer): StrippedPicture {
  try {
    return bare(bytes);
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new AppError('INVALID_INPUT', 'This image is incomplete.', { cause });
    throw cause;
  }
}
