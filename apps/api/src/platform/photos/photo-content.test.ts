import { describe, expect, it } from 'vitest';
import { aPng, createJpegSegment, createPngChunk, createWebpChunk, createWebp } from '#test/pictures.ts';
import { stripMetadata } from './photos.ts';

const place = Buffer.from('GPS 40.7128 N 74.0060 W');
const start = Buffer.from('ffd8', 'hex');
const end = Buffer.from('ffd9', 'hex');
const createFrame = (height: number, width: number): Buffer => {
  const content = Buffer.from('080000000001011100', 'hex');
  content.writeUInt16BE(height, 1);
  content.writeUInt16BE(width, 3);
  return createJpegSegment(0xc0, content);
};
// Compressed data with a stuffed 0xFF, a restart, and a second scan after it.
const scans = Buffer.concat([
  createJpegSegment(0xda, Buffer.from('0101000000', 'hex')),
  Buffer.from('12ff0034ffd056', 'hex'),
  createJpegSegment(0xc4, Buffer.alloc(3)),
  createJpegSegment(0xda, Buffer.from('0101000000', 'hex')),
  Buffer.from('78', 'hex'),
]);
const jfif = createJpegSegment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex'));
const profile = createJpegSegment(0xe2, Buffer.from('ICC_PROFILE\0rgb'));
const createJpeg = (...segments: Buffer[]) =>
  Buffer.concat([start, jfif, ...segments, createFrame(2, 3), scans, end]);

const vp8 = createWebpChunk('VP8 ', Buffer.from('000000 9d012a 0300 0200 00'.replaceAll(' ', ''), 'hex'));
const createHeader = (flags: number) =>
  createWebpChunk('VP8X', Buffer.from([flags, 0, 0, 0, 2, 0, 0, 1, 0, 0]));

describe('a picture keeps what draws it, and nothing else', () => {
  it('as PNG', () => {
    const chunks = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME', 'acTL'].map((type) =>
      createPngChunk(type, place),
    );
    const colors = createPngChunk('gAMA', Buffer.from('0000b18f', 'hex'));
    const loaded = Buffer.concat([aPng(7, [colors, ...chunks]), Buffer.from('<script>')]);
    expect(stripMetadata(loaded)).toMatchObject({ contentType: 'image/png', bytes: aPng(7, [colors]) });
  });

  it('as JPEG', () => {
    const loaded = Buffer.concat([
      createJpeg(
        createJpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), place])),
        createJpegSegment(0xe0, Buffer.concat([Buffer.from('JFXX\0'), place])),
        profile,
        createJpegSegment(0xe2, Buffer.concat([Buffer.from('MPF\0'), place])),
        createJpegSegment(0xed, place),
        createJpegSegment(0xfe, place),
      ),
      Buffer.from('a film behind the picture'),
    ]);
    expect(stripMetadata(loaded)).toMatchObject({ contentType: 'image/jpeg', bytes: createJpeg(profile) });
  });

  it('as WebP, with a header that no longer announces it', () => {
    const loaded = createWebp(
      createHeader(0x0c),
      vp8,
      createWebpChunk('EXIF', place),
      createWebpChunk('XMP ', place),
    );
    const { contentType, bytes } = stripMetadata(Buffer.concat([loaded, Buffer.from('more')]));
    expect(contentType).toBe('image/webp');
    expect(bytes).toEqual(createWebp(createHeader(0), vp8));
    expect(stripMetadata(createWebp(vp8)).bytes).toEqual(createWebp(vp8));
  });
});

describe('a picture is refused', () => {
  it.each([
    ['PNG', aPng()],
    ['JPEG', createJpeg()],
    ['WebP', createWebp(createHeader(0), vp8)],
  ])('as %s wherever it breaks off', (_format, bytes) => {
    for (let length = 16; length < bytes.length - 4; length += 1)
      expect(() => stripMetadata(bytes.subarray(0, length)), String(length)).toThrow('incomplete');
  });

  it.each([
    ['a drawing that would run', Buffer.from('<svg onload="alert(1)">')],
    ['a moving picture', Buffer.from('GIF89a')],
    ['nothing', Buffer.alloc(0)],
  ])('when it is %s', (_what, bytes) => {
    expect(() => stripMetadata(bytes)).toThrow('Use a PNG, JPEG, or WebP image.');
  });

  it.each([
    ['PNG', Buffer.from(aPng()).fill(0xff, 18, 20).fill(0xff, 22, 24)],
    ['JPEG', Buffer.concat([start, createFrame(65_535, 65_535), scans, end])],
    ['WebP', createWebp(createWebpChunk('VP8X', Buffer.from('00000000ffff00ffff00', 'hex')), vp8)],
  ])('as %s of more pixels than a browser can draw', (_format, bytes) => {
    expect(() => stripMetadata(bytes)).toThrow(
      /^A photo can have at most 50 megapixels; this one has 65\d\d\d × 65\d\d\d/,
    );
  });
});
