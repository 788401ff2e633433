import type { StrippedPicture } from './bare-picture.ts';

/** Chunks that draw. Texts, places, times and the further pictures of a moving one stand in others. */
const drawing = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT cICP pHYs'.split(' '));

/** A PNG without its other chunks and without what follows its end. Throws RangeError where it breaks off. */
export function stripPng(bytes: Buffer): StrippedPicture {
  const parts = [bytes.subarray(0, 8)];
  let start = 8;
  let type = '';
  while (type !== 'IEND') {
    const end = start + 12 + bytes.readUInt32BE(start);
    type = bytes.toString('latin1', start + 4, start + 8);
    if (drawing.has(type)) parts.push(bytes.subarray(start, end));
    start = end;
  }
  return { parts, width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
