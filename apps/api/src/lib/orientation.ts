/** The EXIF orientation of a picture, 1 to 8: 1 is upright; 5 to 8 swap width and height. */

/** The orientation in a block of EXIF data, which is TIFF of either byte order; 1 without a valid one. */
export function readOrientation(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  if (tiff.length < 8) return 1;
  const list = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let i = 0; i < read16(list); i += 1) {
    const entry = list + 2 + i * 12;
    const value = read16(entry + 8);
    if (read16(entry) === 0x0112) return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Orientation of a WebP image. */
export function readWebpOrientation(bytes: Buffer): number {
  for (let start = 12; start + 8 <= bytes.length;) {
    const length = bytes.readUInt32LE(start + 4);
    const content = bytes.subarray(start + 8, start + 8 + length);
    if (bytes.toString('latin1', start, start + 4) === 'EXIF') {
      const hasName = content.toString('latin1', 0, 6) === 'Exif\0\0';
      return readOrientation(hasName ? content.subarray(6) : content);
    }
    start += 8 + length + (length % 2);
  }
  return 1;
}
