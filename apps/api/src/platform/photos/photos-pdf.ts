import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError, invalidField } from '#lib/errors.ts';
import { uploadInterrupted, openUpload, tooLargeError } from '#platform/files/upload.ts';
import { flattenPng } from './flatten-png.ts';
import { stripMetadata } from './photos.ts';
import { readJpegOrientation, withOrientation } from './picture-formats.ts';

const marginPt = 18;
const letterPt = { portrait: [612, 792], landscape: [792, 612] } as const;

/**
 * A PDF with an upright photo on each Letter page, without camera metadata. A photo is read after the previous page was
 * consumed, so only one is in memory. Fails with any error of `photos`, with UNSUPPORTED_MEDIA for anything but JPEG or
 * PNG or for too many pixels, and with INVALID_INPUT for damaged images, naming the photo.
 */
export function createPhotosPdf(
  photos: AsyncIterable<Buffer>,
  { title, createdAt }: { title: string; createdAt: Date },
): Readable {
  return Readable.from(drawPages(photos, { title, createdAt }), { objectMode: false });
}

async function* drawPages(
  photos: AsyncIterable<Buffer>,
  { title, createdAt }: { title: string; createdAt: Date },
): AsyncGenerator<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({ autoFirstPage: false, info: { Title: title, CreationDate: createdAt } });
  let number = 0;
  for await (const photo of photos) {
    number += 1;
    addPage(pdf, await prepare(photo, number));
    yield* readPdf(pdf);
  }
  pdf.end();
  yield* readPdf(pdf);
}

function* readPdf(pdf: PDFKit.PDFDocument): Generator<Buffer> {
  for (let chunk: unknown = pdf.read(); chunk instanceof Buffer; chunk = pdf.read()) yield chunk;
}

/**
 * The photos of an upload, which follow one another in its body; each is read on demand. Throws TOO_LARGE for a photo
 * above `maxBytes`, INVALID_INPUT if the body has another size; for a body of unknown size, only while reading.
 */
export async function readPhotos(
  request: Pick<FastifyRequest, 'headers' | 'body'>,
  { sizes, maxBytes }: { sizes: readonly number[]; maxBytes: number },
): Promise<AsyncIterable<Buffer>> {
  if (sizes.some((size) => size > maxBytes)) throw tooLargeError(maxBytes);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const announced = Number(request.headers['content-length'] ?? total);
  if (announced > total) throw tooManyPhotosError();
  if (announced < total) throw uploadInterrupted(null);
  const { bytes } = await openUpload(request, { headBytes: 1, maxBytes: total });
  return split(bytes, sizes);
}

async function* split(bytes: AsyncIterable<Buffer>, sizes: readonly number[]): AsyncGenerator<Buffer> {
  const open = [...sizes];
  let parts: Buffer[] = [];
  let missing = open.shift() ?? 0;
  for await (let part of bytes) {
    for (; part.length > 0 && part.length >= missing; missing = open.shift() ?? 0) {
      if (missing === 0) throw tooManyPhotosError();
      yield Buffer.concat([...parts, part.subarray(0, missing)]);
      part = part.subarray(missing);
      parts = [];
    }
    parts.push(part);
    missing -= part.length;
  }
  if (missing > 0) throw uploadInterrupted(null);
}

function tooManyPhotosError(): AppError {
  return invalidField('sizes', 'The photos have more bytes than their sizes say');
}

type Photo = { readonly bytes: Buffer; readonly isLandscape: boolean };

async function prepare(photo: Buffer, number: number): Promise<Photo> {
  const name = `Photo ${String(number)}`;
  try {
    const { contentType, bytes, width, height } = stripMetadata(photo);
    if (width * height === 0) throw new RangeError('There are no pixels');
    if (contentType === 'image/png') return { bytes: await flattenPng(bytes), isLandscape: width > height };
    if (contentType !== 'image/jpeg')
      throw new AppError('UNSUPPORTED_MEDIA', 'It is a WebP image. Use a JPEG or PNG.');
    const orientation = readJpegOrientation(photo);
    const isTurned = orientation > 4;
    return {
      bytes: withOrientation(bytes, orientation),
      isLandscape: isTurned ? height > width : width > height,
    };
  } catch (cause) {
    if (cause instanceof RangeError || (cause instanceof AppError && cause.code === 'INVALID_INPUT'))
      throw new AppError(
        'INVALID_INPUT',
        `${name} is damaged or incomplete. Retake it or choose another photo.`,
        { cause },
      );
    if (!(cause instanceof AppError)) throw cause;
    throw new AppError(cause.code, `${name} cannot be used. ${cause.message}`, { cause });
  }
}

function addPage(pdf: PDFKit.PDFDocument, { bytes, isLandscape }: Photo): void {
  const layout = isLandscape ? 'landscape' : 'portrait';
  const [width, height] = letterPt[layout];
  pdf.addPage({ size: 'letter', layout, margin: 0 });
  pdf.image(bytes, marginPt, marginPt, {
    fit: [width - 2 * marginPt, height - 2 * marginPt],
    align: 'center',
    valign: 'center',
  });
}
