import type { StrippedPicture } from './bare-picture.ts';

const drawing = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM', 'ANMF']);

/** A WebP without EXIF, XMP and unknown chunks, and without what follows its end. Throws RangeError where it breaks off. */
export function stripWebp(bytes: Buffer): StrippedPicture {
  const whole = 8 + bytes.readUInt32LE(4);
  const chunks: Buffer[] = [];
  let start = 12;
  while (start < whole) {
    const length = bytes.readUInt32LE(start + 4);
    const end = start + 8 + length + (length % 2);
    if (end > Math.min(whole, bytes.length)) throw new RangeError('A chunk is longer than the file');
    const chunk = bytes.subarray(start, end);
    if (drawing.has(typeOf(chunk))) chunks.push(typeOf(chunk) === 'VP8X' ? withoutFlags(chunk) : chunk);
    start = end;
  }
  const content = Buffer.concat(chunks);
  const header = Buffer.from(bytes.subarray(0, 12));
  header.writeUInt32LE(4 + content.length, 4);
  return { parts: [header, content], ...sizeOf(content) };
}

function typeOf(chunk: Buffer): string {
  return chunk.toString('latin1', 0, 4);
}

/** A header that no longer announces the EXIF and XMP that were left out. */
function withoutFlags(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  copy.writeUInt8(copy.readUInt8(8) & ~0x0c, 8);
  return copy;
}

/** The first chunk holds the size, each kind in its own way. */
function sizeOf(content: Buffer): { width: number; height: number } {
  const type = typeOf(content);
  if (type === 'VP8X') return { width: content.readUIntLE(12, 3) + 1, height: content.readUIntLE(15, 3) + 1 };
  if (type === 'VP8L') {
    const bits = content.readUInt32LE(9);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return { width: content.readUInt16LE(14) & 0x3fff, height: content.readUInt16LE(16) & 0x3fff };
}
