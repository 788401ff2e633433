import type { StrippedPicture } from './bare-picture.ts';

const endOfImage = 0xd9;
const startOfScan = 0xda;
const comment = 0xfe;

/**
 * A JPEG without its comments and the data of applications, the place and the rotation that a camera notes
 * among them, and without what follows its end. Throws RangeError where it breaks off.
 */
export function stripJpeg(bytes: Buffer): StrippedPicture {
  const parts = [bytes.subarray(0, 2)];
  let size = { width: 0, height: 0 };
  let start = 2;
  for (;;) {
    const marker = markerAt(bytes, start);
    if (marker === endOfImage) return { parts: [...parts, bytes.subarray(start, start + 2)], ...size };
    if (isFrame(marker))
      size = { width: bytes.readUInt16BE(start + 7), height: bytes.readUInt16BE(start + 5) };
    const segmentEnd = start + 2 + bytes.readUInt16BE(start + 2);
    const end = marker === startOfScan ? endOfScan(bytes, segmentEnd) : segmentEnd;
    const segment = bytes.subarray(start, end);
    if (isDrawing(marker, segment)) parts.push(segment);
    start = end;
  }
}

function markerAt(bytes: Buffer, start: number): number {
  if (bytes.readUInt8(start) !== 0xff) throw new RangeError('A marker is missing');
  return bytes.readUInt8(start + 1);
}

/** The segments that hold the size of the picture. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Of what applications add, only what decides about colours: JFIF without a preview, profiles, Adobe's transform. */
function isDrawing(marker: number, segment: Buffer): boolean {
  const begins = (text: string): boolean => segment.toString('latin1', 4, 4 + text.length) === text;
  if (marker === 0xe0) return begins('JFIF\0') && segment.length === 18;
  if (marker === 0xe2) return begins('ICC_PROFILE\0');
  if (marker === 0xee) return begins('Adobe');
  return marker !== comment && (marker < 0xe0 || marker > 0xef);
}

/** Where the marker after compressed data begins; within the data 0xFF is followed by 0 or counts restarts. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1);
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw new RangeError('The scan has no end');
}
