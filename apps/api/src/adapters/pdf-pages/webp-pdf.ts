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
import { UnreadablePdfError } from './pdf-engine.ts';

/** As the codec returns it: red, green, blue, and alpha of each pixel. */
const picture = z.object({ width: z.int(), height: z.int(), data: z.instanceof(Uint8ClampedArray) });
const marginPt = 18;
const [shortPt, longPt] = [612, 792];

/** A PDF with a WebP picture on a Letter page. Throws UnreadablePdfError, also for an animation. */
export async function pdfOfWebp(bytes: Buffer): Promise<Uint8Array> {
  const { width, height, data } = await read(bytes);
  const isLandscape = width > height;
  const page: [number, number] = isLandscape ? [longPt, shortPt] : [shortPt, longPt];
  const pdf = await PDFDocument.create();
  const image = pdf.context.stream(deflateSync(withoutAlpha(data), { level: 1 }), {
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
  const scale = Math.min((page[0] - 2 * marginPt) / width, (page[1] - 2 * marginPt) / height);
  const [wide, high] = [width * scale, height * scale];
  drawn.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(wide, 0, 0, high, (page[0] - wide) / 2, (page[1] - high) / 2),
    drawObject(name),
    popGraphicsState(),
  );
  return pdf.save();
}

async function read(bytes: Buffer): Promise<z.infer<typeof picture>> {
  const file = new URL('codec/dec/webp_dec.wasm', import.meta.resolve('@jsquash/webp/decode.js'));
  await init(await WebAssembly.compile(await readFile(file)));
  try {
    const decoded: unknown = await decode(new Uint8Array(bytes).buffer);
    return picture.parse(decoded);
  } catch {
    throw new UnreadablePdfError('damaged');
  }
}

/** Red, green, and blue of each pixel, on white. */
function withoutAlpha(pixels: Uint8ClampedArray): Uint8Array {
  const colors = new Uint8Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    const alpha = pixels[from + 3] ?? 255;
    for (let color = 0; color < 3; color += 1)
      colors[to + color] = ((pixels[from + color] ?? 0) * alpha) / 255 + 255 - alpha;
  }
  return colors;
}
