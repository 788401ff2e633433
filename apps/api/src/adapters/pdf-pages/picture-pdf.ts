import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import decode, { init } from '@jsquash/webp/decode.js';
import { z } from 'zod';
import { readWebpOrientation } from '#lib/orientation.ts';
import { decodeGif, isGif } from './gif.ts';
import { UnreadablePdfError } from './pdf-engine.ts';

/** Red, green, blue, and alpha of each pixel. */
const picture = z.object({ width: z.int(), height: z.int(), data: z.instanceof(Uint8ClampedArray) });
const marginPt = 18;
const [shortPt, longPt] = [612, 792];

/**
 * A PDF with a WebP or GIF picture, upright, on a Letter page; for an animated GIF, its first frame. Throws
 * UnreadablePdfError, also for an animated WebP.
 */
export async function createPdfFromPicture(bytes: Buffer): Promise<Uint8Array> {
  const { width, height, data } = await read(bytes);
  const orientation = isGif(bytes) ? 1 : readWebpOrientation(bytes);
  const shown = orientation > 4 ? { width: height, height: width } : { width, height };
  const isLandscape = shown.width > shown.height;
  const page: [number, number] = isLandscape ? [longPt, shortPt] : [shortPt, longPt];
  const pdf = await PDFDocument.create();
  const image = pdf.context.stream(deflateSync(removeAlpha(data), { level: 1 }), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: 'DeviceRGB',
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
  });
  const drawn = pdf.addPage(page);
  const name = drawn.node.newXObject('Picture', pdf.context.register(image));
  const scale = Math.min((page[0] - 2 * marginPt) / shown.width, (page[1] - 2 * marginPt) / shown.height);
  const [wide, high] = [shown.width * scale, shown.height * scale];
  drawn.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(wide, 0, 0, high, (page[0] - wide) / 2, (page[1] - high) / 2),
    concatTransformationMatrix(...getRotationMatrix(orientation)),
    drawObject(name),
    popGraphicsState(),
  );
  return pdf.save();
}

type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

/** Matrices that turn the unit square of an image upright (EXIF 2.32, tag 0x0112). */
function getRotationMatrix(orientation: number): Matrix {
  const turns: Readonly<Record<number, Matrix>> = {
    2: [-1, 0, 0, 1, 1, 0],
    3: [-1, 0, 0, -1, 1, 1],
    4: [1, 0, 0, -1, 0, 1],
    5: [0, -1, -1, 0, 1, 1],
    6: [0, -1, 1, 0, 0, 1],
    7: [0, 1, 1, 0, 0, 0],
    8: [0, 1, -1, 0, 1, 0],
  };
  return turns[orientation] ?? [1, 0, 0, 1, 0, 0];
}

async function read(bytes: Buffer): Promise<z.infer<typeof picture>> {
  const decoder = isGif(bytes) ? decodeGif : await loadWebpDecoder();
  try {
    return picture.parse(await decoder(bytes));
  } catch {
    throw new UnreadablePdfError('damaged');
  }
}

async function loadWebpDecoder(): Promise<(bytes: Buffer) => Promise<unknown>> {
  const file = new URL('codec/dec/webp_dec.wasm', import.meta.resolve('@jsquash/webp/decode.js'));
  await init(await WebAssembly.compile(await readFile(file)));
  return (bytes) => decode(new Uint8Array(bytes).buffer);
}

/** Red, green, and blue of each pixel, on white. */
function removeAlpha(pixels: Uint8ClampedArray): Uint8Array {
  const colors = new Uint8Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    const alpha = pixels[from + 3] ?? 255;
    for (let color = 0; color < 3; color += 1)
      colors[to + color] = ((pixels[from + color] ?? 0) * alpha) / 255 + 255 - alpha;
  }
  return colors;
}
