import { photoMaxMegapixels, photoTypes, type PhotoType } from '@handover/contract/photos.ts';
import { AppError } from '#lib/errors.ts';
import type { StrippedPicture } from './formats/bare-picture.ts';
import { stripJpeg } from './formats/jpeg.ts';
import { stripPng } from './formats/png.ts';
import { stripWebp } from './formats/webp.ts';

const formats: Readonly<Record<PhotoType, { signature: RegExp; bare: (bytes: Buffer) => StrippedPicture }>> =
  {
    'image/png': { signature: /^\x89PNG\r\n\x1a\n/, bare: stripPng },
    'image/jpeg': { signature: /^\xff\xd8\xff/, bare: stripJpeg },
    'image/webp': { signature: /^RIFF[^]{4}WEBP/, bare: stripWebp },
  };

/**
 * A picture by its content, whatever its name says, without what draws nothing: place, device, previews, and
 * whatever hides behind its end. Throws UNSUPPORTED_MEDIA for anything else, and for one too large to draw;
 * INVALID_INPUT for one that breaks off.
 */
export function stripMetadata(bytes: Buffer): { contentType: PhotoType; bytes: Buffer } {
  const start = bytes.toString('latin1', 0, 16);
  const contentType = photoTypes.find((type) => formats[type].signature.test(start));
  if (contentType === undefined)
    throw new AppError('UNSUPPORTED_MEDIA', 'A photo is a PNG, JPEG or WebP picture.');
  const { parts, width, height } = readWith(formats[contentType].bare, bytes);
  if (width * height > photoMaxMegapixels * 1_000_000)
    throw new AppError(
      'UNSUPPORTED_MEDIA',
      `A photo has at most ${String(photoMaxMegapixels)} megapixels; this one has ${String(width)} × ${String(height)} pixels.`,
    );
  return { contentType, bytes: Buffer.concat(parts) };
}

function readWith(bare: (bytes: Buffer) => StrippedPicture, bytes: Buffer): StrippedPicture {
  try {
    return bare(bytes);
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new AppError('INVALID_INPUT', 'This picture breaks off before its end.', { cause });
    throw cause;
  }
}
