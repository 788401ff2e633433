import { pipeline } from 'node:stream/promises';
import { crc32, createDeflate, createInflate } from 'node:zlib';
import { AppError } from '#lib/errors.ts';

/** A row of pixels is held in memory. */
const maxSidePixels = 30_000;
/** Samples of a pixel by color type. */
const channelsByColorType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const depths = [1, 2, 4, 8, 16];

type Png = {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colorType: number;
  readonly channels: number;
  readonly palette: Buffer;
  readonly transparency: Buffer | null;
  readonly data: readonly Buffer[];
};
type Rows = AsyncIterable<Buffer>;

/**
 * A PNG as 8-bit RGB on white, decoded row by row, which verifies that it is complete and has no more pixels than
 * declared. Throws RangeError if it is damaged, UNSUPPORTED_MEDIA if it is interlaced or too wide or high.
 */
export async function flattenPng(bytes: Buffer): Promise<Buffer> {
  const png = readPng(bytes);
  const compressed: Buffer[] = [];
  try {
    await pipeline(
      png.data,
      createInflate(),
      (source: Rows) => readRgbRows(png, source),
      createDeflate(),
      async (source: Rows) => {
        for await (const part of source) compressed.push(part);
      },
    );
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_'))
      throw new RangeError('The pixels cannot be decompressed', { cause });
    throw cause;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(png.width);
  header.writeUInt32BE(png.height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    bytes.subarray(0, 8),
    ...createChunk('IHDR', header),
    ...createChunk('IDAT', Buffer.concat(compressed)),
    ...createChunk('IEND', Buffer.alloc(0)),
  ]);
}

function readPng(bytes: Buffer): Png {
  const chunks = new Map<string, Buffer[]>();
  for (let start = 8; start < bytes.length;) {
    const end = start + 8 + bytes.readUInt32BE(start);
    const type = bytes.toString('latin1', start + 4, start + 8);
    chunks.set(type, [...(chunks.get(type) ?? []), bytes.subarray(start + 8, end)]);
    start = end + 4;
  }
  const one = (type: string): Buffer | null => chunks.get(type)?.[0] ?? null;
  const header = one('IHDR');
  if (header === null) throw new RangeError('The header is missing');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, colorType] = [header.readUInt8(8), header.readUInt8(9)];
  const channels = channelsByColorType[colorType];
  if (channels === undefined || !depths.includes(depth) || width === 0 || height === 0)
    throw new RangeError('The header is wrong');
  if (header.readUInt8(12) !== 0)
    throw new AppError('UNSUPPORTED_MEDIA', 'It is an interlaced PNG. Save it as a JPEG.');
  if (width > maxSidePixels || height > maxSidePixels)
    throw new AppError('UNSUPPORTED_MEDIA', `It is more than ${String(maxSidePixels)} pixels wide or high.`);
  const palette = one('PLTE') ?? Buffer.alloc(0);
  const data = chunks.get('IDAT') ?? [];
  return { width, height, depth, colorType, channels, palette, transparency: one('tRNS'), data };
}

async function* readRgbRows(png: Png, source: Rows): AsyncGenerator<Buffer> {
  const { width, height, depth, channels } = png;
  const rowBytes = Math.ceil((width * channels * depth) / 8);
  const pixelBytes = Math.max(1, (channels * depth) / 8);
  const row = Buffer.alloc(1 + rowBytes);
  let above = Buffer.alloc(rowBytes);
  let [filled, count] = [0, 0];
  for await (const part of source)
    for (let at = 0; at < part.length;) {
      if (count === height) throw new RangeError('There are more pixels than the header says');
      const copied = part.copy(row, filled, at);
      [at, filled] = [at + copied, filled + copied];
      if (filled < row.length) continue;
      above = unfilter(row, above, pixelBytes);
      yield toRgb(png, above);
      [filled, count] = [0, count + 1];
    }
  if (count < height) throw new RangeError('There are fewer pixels than the header says');
}

/** Undoes the filter of a row, which its first byte names. */
function unfilter(row: Buffer, above: Buffer, pixelBytes: number): Buffer<ArrayBuffer> {
  const filter = row.readUInt8(0);
  if (filter > 4) throw new RangeError('A row has an unknown filter');
  const result = Buffer.alloc(above.length);
  for (let i = 0; i < result.length; i += 1) {
    const left = i < pixelBytes ? 0 : (result[i - pixelBytes] ?? 0);
    const up = above[i] ?? 0;
    const corner = i < pixelBytes ? 0 : (above[i - pixelBytes] ?? 0);
    // Only the low 8 bits are stored.
    result[i] = (row[i + 1] ?? 0) + predict(filter, { left, up, corner });
  }
  return result;
}

function predict(filter: number, { left, up, corner }: { left: number; up: number; corner: number }): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** A row of RGB with the filter that stores the difference from the pixel on the left. */
function toRgb(png: Png, row: Buffer): Buffer {
  const result = Buffer.alloc(1 + png.width * 3);
  result[0] = 1;
  const pixel = new Uint8Array(3);
  const before = new Uint8Array(3);
  for (let x = 0; x < png.width; x += 1) {
    readPixel(png, { row, x, pixel });
    for (let i = 0; i < 3; i += 1) result[1 + x * 3 + i] = (pixel[i] ?? 0) - (before[i] ?? 0);
    before.set(pixel);
  }
  return result;
}

/** Writes the color of a pixel on white to `pixel`. */
function readPixel(png: Png, { row, x, pixel }: { row: Buffer; x: number; pixel: Uint8Array }): void {
  const { colorType, channels, depth, palette, transparency } = png;
  const first = x * channels;
  let alpha = 255;
  if (colorType === 3) {
    const index = getSample(row, depth, first);
    if (index * 3 + 3 > palette.length) throw new RangeError('A color is missing in the palette');
    palette.copy(pixel, 0, index * 3, index * 3 + 3);
    alpha = transparency?.[index] ?? 255;
  } else {
    const isGray = colorType === 0 || colorType === 4;
    for (let i = 0; i < 3; i += 1) pixel[i] = getLevel(row, depth, isGray ? first : first + i);
    if (colorType === 4 || colorType === 6) alpha = getLevel(row, depth, first + channels - 1);
    else if (transparency !== null && isClear(png, { row, first, transparency })) alpha = 0;
  }
  if (alpha === 255) return;
  for (let i = 0; i < 3; i += 1) pixel[i] = Math.round(((pixel[i] ?? 0) * alpha) / 255 + 255 - alpha);
}

/** Whether a pixel has the single transparent color. */
function isClear(
  { channels, depth }: Png,
  { row, first, transparency }: { row: Buffer; first: number; transparency: Buffer },
): boolean {
  for (let i = 0; i < channels; i += 1)
    if (getSample(row, depth, first + i) !== transparency.readUInt16BE(i * 2)) return false;
  return true;
}

function getLevel(row: Buffer, depth: number, index: number): number {
  if (depth === 8) return row[index] ?? 0;
  const sample = getSample(row, depth, index);
  return depth === 16 ? sample >> 8 : Math.round((sample * 255) / (2 ** depth - 1));
}

function getSample(row: Buffer, depth: number, index: number): number {
  if (depth === 8) return row[index] ?? 0;
  if (depth === 16) return row.readUInt16BE(index * 2);
  const bit = index * depth;
  return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
}

function createChunk(type: string, content: Buffer): Buffer[] {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return [length, named, check];
}
