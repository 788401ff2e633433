import { buffer } from 'node:stream/consumers';
import type { Storage } from '#adapters/storage/storage.ts';
import type { Db } from '#db/client.ts';
import type { PdfBrand } from './pdf-document.ts';

/** The name of the brokerage, and its logo if PDF supports its format, which excludes WebP. */
export async function getPdfBrand(db: Db, storage: Storage): Promise<PdfBrand> {
  const { name, sha256, object_id } = await db
    .selectFrom('installation')
    .leftJoin('photos', (join) =>
      join
        .onRef('photos.key', '=', 'installation.logo_key')
        .on('photos.content_type', 'in', ['image/png', 'image/jpeg']),
    )
    .select(['installation.name', 'photos.sha256', 'photos.object_id'])
    .executeTakeFirstOrThrow();
  return { name, logo: sha256 === null ? null : await buffer(await storage.read({ sha256, object_id })) };
}
