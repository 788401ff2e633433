import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { getGifSize } from '#adapters/pdf-pages/gif.ts';
import { findTextFormat } from '#adapters/document-text/extract-text.ts';
import type { Storage, StoredRow } from '#adapters/storage/storage.ts';
import { AppError } from '#lib/errors.ts';
import { openFile } from '#platform/files/files.ts';
import type { PdfFile } from '#platform/pages/pages.ts';
import { createPdf } from '#platform/pdf/create-pdf.ts';
import { getPdfBrand } from '#platform/pdf/brand.queries.ts';
import { createPhotosPdf } from '#platform/photos/photos-pdf.ts';
import { stripMetadata } from '#platform/photos/photos.ts';
import type { Work } from '#platform/work.ts';
import { markedPictures } from './check-file.ts';
import { createTextBlocks } from './text-blocks.ts';
import { findText } from './text.queries.ts';

type Size = { readonly width: number; readonly height: number };

/** How to get the dimensions of pictures that must be decoded. PNG and JPEG data is copied to the PDF as is. */
const decodedPictures = new Map<string, (picture: Buffer) => Size>([
  ['image/webp', stripMetadata],
  ['image/gif', getGifSize],
]);
const maxPixels = 25_000_000;
const maxCharacters = 400_000;

type File = StoredRow & {
  readonly id: string;
  readonly name: string;
  readonly content_type: string;
  readonly size_bytes: number;
};

/**
 * The PDF for a reader of marked pages: the file itself, an image on a page, or the text of an Office file. It is made
 * when pages are drawn, and the original is never sent. Throws RULE_BROKEN for other files.
 */
export async function getMarkablePages(
  work: Work,
  { storage, workspaceId, file }: { storage: Storage; workspaceId: string; file: File },
): Promise<PdfFile> {
  const { id, name, content_type: contentType } = file;
  if (contentType === 'application/pdf') return file;
  // Drawn pages are kept by this id.
  const made = { ...file, id: `${id}.pages` };
  const createdAt = work.now;
  if (markedPictures.types.includes(contentType) && file.size_bytes <= markedPictures.maxBytes)
    return { ...made, open: () => openPicture(storage, { file, createdAt }) };
  const format = findTextFormat({ contentType, name });
  const text = format === null ? null : await findText(work.db, { workspaceId, fileId: id, maxCharacters });
  if (text?.state !== 'ready') throw createCannotBeMarkedError();
  const isCut = text.is_cut || text.pages.length < text.page_count;
  const open = async (): Promise<Readable> => {
    const brand = await getPdfBrand(work.db, storage);
    const blocks = createTextBlocks({ name, pages: text.pages, format, isCut });
    return Readable.from([
      await createPdf({ title: name, createdAt, brand, headerNote: 'Confidential', blocks }),
    ]);
  };
  return { ...made, open };
}

/**
 * A PDF with a picture. A WebP or GIF is left as it is, because only the process that draws it decodes it. Throws
 * RULE_BROKEN for a damaged one.
 */
async function openPicture(
  storage: Storage,
  { file, createdAt }: { file: File; createdAt: Date },
): Promise<Readable> {
  const picture = await buffer(await openFile(storage, file));
  try {
    const sizeOf = decodedPictures.get(file.content_type);
    if (sizeOf !== undefined) {
      checkSize(sizeOf(picture));
      return Readable.from([picture]);
    }
    const photos = Readable.from([picture]);
    return Readable.from([await buffer(createPhotosPdf(photos, { title: file.name, createdAt }))]);
  } catch (error) {
    if (error instanceof AppError || error instanceof RangeError) throw createCannotBeMarkedError(error);
    throw error;
  }
}

function checkSize({ width, height }: Size): void {
  if (width * height > maxPixels) throw createCannotBeMarkedError();
}

function createCannotBeMarkedError(cause?: Error): AppError {
  return new AppError(
    'RULE_BROKEN',
    'This file cannot be watermarked with your name, so it cannot be shown. Ask your broker for a PDF.',
    { cause },
  );
}
