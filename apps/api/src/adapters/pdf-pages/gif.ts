/** Whether bytes are a GIF picture, which is converted to PDF before it is drawn. */
export function isGif(bytes: Buffer): boolean {
  return /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6));
}

/** Width and height in pixels. Throws RangeError for a truncated picture. */
export function getGifSize(bytes: Buffer): { width: number; height: number } {
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

const [extension, imageStart] = [0x21, 0x2c];
const graphicControl = 0xf9;

/**
 * The first image of a GIF: red, green, blue, and alpha of each pixel (CompuServe, GIF89a). Throws RangeError for a damaged
 * picture.
 */
export function decodeGif(bytes: Buffer): { width: number; height: number; data: Uint8ClampedArray } {
  const { width, height } = getGifSize(bytes);
  const shared = readColorTable(bytes, { flags: bytes.readUInt8(10), at: 13 });
  let transparent = -1;
  let at = shared.end;
  while (bytes.readUInt8(at) === extension) {
    const isControl = bytes.readUInt8(at + 1) === graphicControl;
    if (isControl && (bytes.readUInt8(at + 3) & 1) === 1) transparent = bytes.readUInt8(at + 6);
    at = readBlocks(bytes, at + 2).end;
  }
  if (bytes.readUInt8(at) !== imageStart) throw new RangeError('A GIF without an image');
  const flags = bytes.readUInt8(at + 9);
  const image = {
    left: bytes.readUInt16LE(at + 1),
    top: bytes.readUInt16LE(at + 3),
    width: bytes.readUInt16LE(at + 5),
    height: bytes.readUInt16LE(at + 7),
  };
  if (image.left + image.width > width || image.top + image.height > height)
    throw new RangeError('An image that is larger than its GIF');
  const own = readColorTable(bytes, { flags, at: at + 10 });
  const colors = own.colors.length > 0 ? own.colors : shared.colors;
  const indexes = decompress(readBlocks(bytes, own.end + 1).content, {
    codeBits: bytes.readUInt8(own.end),
    count: image.width * image.height,
  });
  const data = new Uint8ClampedArray(width * height * 4);
  const rows = listRowOrder(image.height, (flags & 0x40) !== 0);
  for (const [row, y] of rows.entries())
    for (let x = 0; x < image.width; x += 1) {
      const index = indexes[row * image.width + x] ?? 0;
      if (index === transparent) continue;
      const to = ((image.top + y) * width + image.left + x) * 4;
      for (let color = 0; color < 3; color += 1) data[to + color] = colors[index * 3 + color] ?? 0;
      data[to + 3] = 255;
    }
  return { width, height, data };
}

/** The color table, if the flags say that one follows. */
function readColorTable(
  bytes: Buffer,
  { flags, at }: { flags: number; at: number },
): { colors: Buffer; end: number } {
  const end = (flags & 0x80) === 0 ? at : at + 3 * 2 ** ((flags & 7) + 1);
  return { colors: bytes.subarray(at, end), end };
}

/** The content of blocks of up to 255 bytes, until an empty one. */
function readBlocks(bytes: Buffer, start: number): { content: Buffer; end: number } {
  const parts: Buffer[] = [];
  let at = start;
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) {
    parts.push(bytes.subarray(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { content: Buffer.concat(parts), end: at + 1 };
}

/** The image row of each row of the data. An interlaced image stores every eighth row first. */
function listRowOrder(height: number, isInterlaced: boolean): number[] {
  const rows = Array.from({ length: height }, (_, row) => row);
  if (!isInterlaced) return rows;
  const pass = (row: number): number => (row % 8 === 0 ? 0 : row % 8 === 4 ? 1 : row % 4 === 2 ? 2 : 3);
  return rows.toSorted((one, other) => pass(one) - pass(other) || one - other);
}

const maxCodes = 4096;
const maxCodeBits = 12;

/** The color indexes of the pixels: LZW with codes of increasing width, lowest bits first. */
function decompress(content: Buffer, { codeBits, count }: { codeBits: number; count: number }): Uint8Array {
  if (codeBits < 1 || codeBits > 8) throw new RangeError('Wrong width of codes');
  const clear = 1 << codeBits;
  /** A code expands to the indexes of its prefix, plus one more index. */
  const prefix = new Uint16Array(maxCodes);
  const last = Uint8Array.from({ length: maxCodes }, (_, code) => (code < clear ? code : 0));
  const lengths = new Uint16Array(maxCodes).fill(1, 0, clear);
  const indexes = new Uint8Array(count);
  let [filled, next, width, previous] = [0, clear + 2, codeBits + 1, -1];
  let [buffered, bits] = [0, 0];
  for (const byte of content) {
    buffered |= byte << bits;
    bits += 8;
    while (bits >= width) {
      const code = buffered & ((1 << width) - 1);
      buffered >>>= width;
      bits -= width;
      if (code === clear) {
        [next, width, previous] = [clear + 2, codeBits + 1, -1];
        continue;
      }
      const isKnown = code < clear || (code > clear + 1 && code < next && previous !== -1);
      const isRepeated = code === next && previous !== -1;
      if (!isKnown && !isRepeated) throw new RangeError('A code without a meaning');
      const source = isKnown ? code : previous;
      const length = lengths[source] ?? 0;
      // Writes past the end of the array are ignored, so indexes beyond the image are dropped.
      for (let at = filled + length - 1, part = source; at >= filled; at -= 1, part = prefix[part] ?? 0)
        indexes[at] = last[part] ?? 0;
      const first = indexes[filled] ?? 0;
      if (isRepeated) indexes[filled + length] = first;
      if (previous !== -1 && next < maxCodes) {
        prefix[next] = previous;
        last[next] = first;
        lengths[next] = (lengths[previous] ?? 0) + 1;
        next += 1;
        if (next === 1 << width && width < maxCodeBits) width += 1;
      }
      filled += length + (isRepeated ? 1 : 0);
      if (filled >= count) return indexes;
      previous = code;
    }
  }
  throw new RangeError('A truncated image');
}
