import { readOrientation } from '#lib/orientation.ts';

const endOfImage = 0xd9;
const startOfScan = 0xda;
const comment = 0xfe;

/**
 * A JPEG without comments, camera location, rotation, other application data, and trailing bytes. Throws
 * RangeError if it is truncated.
 */
export function stripJpeg(bytes: Buffer): StrippedPicture {
  const parts = [bytes.subarray(0, 2)];
  let size = { width: 0, height: 0 };
  let start = 2;
  for (;;) {
    const marker = findMarker(bytes, start);
    if (marker === endOfImage) return { parts: [...parts, bytes.subarray(start, start + 2)], ...size };
    if (isFrame(marker))
      size = { width: bytes.readUInt16BE(start + 7), height: bytes.readUInt16BE(start + 5) };
    const segmentEnd = start + 2 + bytes.readUInt16BE(start + 2);
    const end = marker === startOfScan ? findScanEnd(bytes, segmentEnd) : segmentEnd;
    const segment = bytes.subarray(start, end);
    if (isDrawing(marker, segment)) parts.push(segment);
    start = end;
  }
}

/** The EXIF orientation of a JPEG, 1 to 8; 1 (upright) if it has no valid one. */
export function readJpegOrientation(bytes: Buffer): number {
  for (let start = 2; ;) {
    const marker = findMarker(bytes, start);
    if (marker === startOfScan || marker === endOfImage) return 1;
    const end = start + 2 + bytes.readUInt16BE(start + 2);
    const segment = bytes.subarray(start + 4, end);
    if (marker === 0xe1 && segment.toString('latin1', 0, 6) === 'Exif\0\0')
      return readOrientation(segment.subarray(6));
    start = end;
  }
}

/** A JPEG whose only EXIF data is its orientation. */
export function withOrientation(bytes: Buffer, orientation: number): Buffer {
  if (orientation === 1) return bytes;
  const exif = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010000000000000000', 'hex');
  exif.writeUInt16BE(orientation, 28);
  return Buffer.concat([bytes.subarray(0, 2), exif, bytes.subarray(2)]);
}

function findMarker(bytes: Buffer, start: number): number {
  if (bytes.readUInt8(start) !== 0xff) throw new RangeError('A marker is missing');
  return bytes.readUInt8(start + 1);
}

/** Segments with the image size. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Keeps only application data that affects color: JFIF without preview, profiles, Adobe's transform. */
function isDrawing(marker: number, segment: Buffer): boolean {
  const begins = (text: string): boolean => segment.toString('latin1', 4, 4 + text.length) === text;
  if (marker === 0xe0) return begins('JFIF\0') && segment.length === 18;
  if (marker === 0xe2) return begins('ICC_PROFILE\0');
  if (marker === 0xee) return begins('Adobe');
  return marker !== comment && (marker < 0xe0 || marker > 0xef);
}

/**
 * Position of the marker after compressed data; within the data 0xFF is followed by 0 or a restart marker.
 */
function findScanEnd(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1);
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw new RangeError('The scan has no end');
}

/** Chunks needed for drawing; others hold text, location, time, or animation frames. */
const pngChunks = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT cICP pHYs'.split(' '));

/** A PNG without other chunks and trailing bytes. Throws RangeError if it is truncated. */
export function stripPng(bytes: Buffer): StrippedPicture {
  const parts = [bytes.subarray(0, 8)];
  let start = 8;
  let type = '';
  while (type !== 'IEND') {
    const end = start + 12 + bytes.readUInt32BE(start);
    type = bytes.toString('latin1', start + 4, start + 8);
    if (pngChunks.has(type)) parts.push(bytes.subarray(start, end));
    start = end;
  }
  return { parts, width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM', 'ANMF']);

/** A WebP without EXIF, XMP, unknown chunks, and trailing bytes. Throws RangeError if it is truncated. */
export function stripWebp(bytes: Buffer): StrippedPicture {
  const whole = 8 + bytes.readUInt32LE(4);
  const chunks: Buffer[] = [];
  let start = 12;
  while (start < whole) {
    const length = bytes.readUInt32LE(start + 4);
    const end = start + 8 + length + (length % 2);
    if (end > Math.min(whole, bytes.length)) throw new RangeError('A chunk is longer than the file');
    const chunk = bytes.subarray(start, end);
    if (webpChunks.has(getChunkType(chunk)))
      chunks.push(getChunkType(chunk) === 'VP8X' ? clearFlags(chunk) : chunk);
    start = end;
  }
  const content = Buffer.concat(chunks);
  const header = Buffer.from(bytes.subarray(0, 12));
  header.writeUInt32LE(4 + content.length, 4);
  return { parts: [header, content], ...readSize(content) };
}

function getChunkType(chunk: Buffer): string {
  return chunk.toString('latin1', 0, 4);
}

/** Clears the header flags of the removed EXIF and XMP chunks. */
function clearFlags(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  copy.writeUInt8(copy.readUInt8(8) & ~0x0c, 8);
  return copy;
}

/** The first chunk holds the size, in a different format for each type. */
function readSize(content: Buffer): { width: number; height: number } {
  const type = getChunkType(content);
  if (type === 'VP8X') return { width: content.readUIntLE(12, 3) + 1, height: content.readUIntLE(15, 3) + 1 };
  if (type === 'VP8L') {
    const bits = content.readUInt32LE(9);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return { width: content.readUInt16LE(14) & 0x3fff, height: content.readUInt16LE(16) & 0x3fff };
}

/** The file parts needed for drawing, in order, and the size in pixels. */
export type StrippedPicture = {
  readonly parts: readonly Buffer[];
  readonly width: number;
  readonly height: number;
};
