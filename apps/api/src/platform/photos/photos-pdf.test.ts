import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '#adapters/pdf-pages/pdf-engine.ts';
import {
  aJpeg,
  aPhoto,
  aPng,
  createJpegSegment,
  createPngChunk,
  createWebpChunk,
  createWebp,
} from '#test/pictures.ts';
import { createPhotosPdf, readPhotos } from './photos-pdf.ts';

const about = { title: 'Licenses', createdAt: new Date('2026-11-25T12:00:00Z') };
const createPdf = (...photos: Buffer[]) => buffer(createPhotosPdf(Readable.from(photos), about));
/** The size of a page, and the colors in the four quarters of its photo, which is twice as long as wide. */
const inspectPage = async (pdf: Buffer, page = 0) => {
  const document = await openPdf(pdf);
  const size = document.size(page);
  if (size === null) throw new Error('There is no such page');
  const { width, height, data } = document.draw(page, { size });
  const [toSide, toEdge] = width > height ? [189, 95] : [95, 189];
  const colorAt = (x: number, y: number) => {
    const at = ((height / 2 + y) * width + width / 2 + x) * 4;
    return getName([...data.subarray(at, at + 3)]);
  };
  const colors = [-toEdge, toEdge].flatMap((y) => [-toSide, toSide].map((x) => colorAt(x, y)));
  return { size: [size.width, size.height], colors: colors.join(' ') };
};
const getName = (rgb: readonly number[]): string =>
  Object.entries({
    red: [255, 0, 0],
    green: [0, 255, 0],
    blue: [0, 0, 255],
    yellow: [255, 255, 0],
    white: [255, 255, 255],
  }).find(([, color]) => color.every((value, i) => Math.abs(value - (rgb[i] ?? 0)) < 24))?.[0] ?? rgb.join();

describe('photos become one PDF', () => {
  it.each([
    [1, [792, 612], 'red green blue yellow'],
    [2, [792, 612], 'green red yellow blue'],
    [3, [792, 612], 'yellow blue green red'],
    [4, [792, 612], 'blue yellow red green'],
    [5, [612, 792], 'red blue green yellow'],
    [6, [612, 792], 'blue red yellow green'],
    [7, [612, 792], 'yellow green blue red'],
    [8, [612, 792], 'green yellow red blue'],
  ])('upright when a camera notes %i', async (orientation, size, colors) => {
    expect(await inspectPage(await createPdf(aPhoto(orientation)))).toEqual({ size, colors });
  });

  it('with a page for each, in their order, and without the place', async () => {
    const pdf = await createPdf(aPhoto(6), aPng(), aPhoto(3));
    expect((await openPdf(pdf)).pageCount).toBe(3);
    expect((await inspectPage(pdf, 0)).colors).toBe('blue red yellow green');
    expect((await inspectPage(pdf, 2)).colors).toBe('yellow blue green red');
    expect(pdf.toString('latin1')).not.toContain('GPS');
    expect(pdf.toString('latin1')).toContain('Exif');
  });

  it('one at a time: a photo is taken when the page before was read', async () => {
    let taken = 0;
    async function* photos() {
      for (; taken < 30; taken += 1) yield aPhoto();
    }
    const pdf = createPhotosPdf(photos(), about);
    await new Promise((resolve) => pdf.once('readable', resolve));
    expect(taken).toBeLessThan(30);
    expect((await openPdf(await buffer(pdf))).pageCount).toBe(30);
  });
});

describe('a PNG is drawn on white', () => {
  const png = (header: string, rows: number[][], more: Buffer[] = []) =>
    Buffer.concat([
      aPng().subarray(0, 8),
      createPngChunk('IHDR', Buffer.from(header.replaceAll(' ', ''), 'hex')),
      ...more,
      createPngChunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
      createPngChunk('IEND'),
    ]);
  const [red, green, blue, clear] = [
    [255, 0, 0, 255],
    [0, 255, 0, 255],
    [0, 0, 255, 255],
    [9, 9, 9, 0],
  ] as const;
  const palette = createPngChunk('PLTE', Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9]));

  it.each([
    [
      'RGBA',
      png('00000004 00000002 08 06 00 00 00', [
        [0, ...red, ...red, ...green, ...green],
        [0, ...blue, ...blue, ...clear, ...clear],
      ]),
    ],
    [
      'palette of 2 bits',
      png(
        '00000004 00000002 02 03 00 00 00',
        [
          [0, 0b00_00_01_01],
          [0, 0b10_10_11_11],
        ],
        [palette, createPngChunk('tRNS', Buffer.from([255, 255, 255, 0]))],
      ),
    ],
    [
      'RGB of 16 bits with one clear color and the filters Sub and Up',
      png(
        '00000004 00000002 10 02 00 00 00',
        [
          [1, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0],
          [2, 1, 1, 0, 0, 255, 255, 1, 1, 0, 0, 255, 255, 7, 7, 8, 8, 7, 7, 7, 7, 8, 8, 7, 7],
        ],
        [createPngChunk('tRNS', Buffer.from([7, 7, 7, 7, 7, 7]))],
      ),
    ],
  ])('as %s', async (_name, bytes) => {
    expect((await inspectPage(await createPdf(bytes))).colors).toBe('red green blue white');
  });

  it.each([
    [
      'has fewer pixels than it says',
      png('00000004 00000002 08 06 00 00 00', [[0, ...red, ...red, ...red, ...red]]),
    ],
    [
      'has more pixels than it says',
      png('00000001 00000001 08 00 00 00 00', [
        [0, 1],
        [0, 1],
      ]),
    ],
    ['has pixels that cannot be decompressed', aPng(1, []).fill(0xee, 45, 50)],
    ['has an unknown filter', png('00000001 00000001 08 00 00 00 00', [[9, 1]])],
  ])('and is refused when it %s', async (_what, bytes) => {
    await expect(createPdf(aPhoto(), bytes)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'Photo 2 is damaged or incomplete. Retake it or choose another photo.',
    });
  });
});

describe('a photo is refused, with its number,', () => {
  const webp = createWebp(
    createWebpChunk('VP8 ', Buffer.from('0000009d012a03000200'.padEnd(24, '0'), 'hex')),
  );
  const frameless = Buffer.concat([
    aJpeg.subarray(0, 2),
    createJpegSegment(0xe1, Buffer.from('x')),
    Buffer.from('ffd9', 'hex'),
  ]);
  it.each([
    ['when it is no image', Buffer.from('<svg onload="alert(1)">'), 'UNSUPPORTED_MEDIA'],
    ['when it is a WebP', webp, 'UNSUPPORTED_MEDIA'],
    ['when it breaks off', aPhoto().subarray(0, -40), 'INVALID_INPUT'],
    ['when nothing is drawn in it', frameless, 'INVALID_INPUT'],
  ])('%s', async (_why, bytes, code) => {
    await expect(createPdf(aPhoto(), aPhoto(), bytes)).rejects.toMatchObject({
      code,
      message: expect.stringContaining('Photo 3'),
    });
  });
});

describe('photos of an upload', () => {
  const read = async (chunks: Buffer[], sizes: number[], headers = {}) => {
    const photos: string[] = [];
    const request = { headers, body: Readable.from(chunks) };
    for await (const photo of await readPhotos(request, { sizes, maxBytes: 10 }))
      photos.push(photo.toString());
    return photos;
  };
  const bytes = Buffer.from('aaabbc');

  it('are told apart by their sizes, however they arrive', async () => {
    expect(await read([bytes], [3, 2, 1])).toEqual(['aaa', 'bb', 'c']);
    expect(
      await read(
        [...bytes].map((byte) => Buffer.from([byte])),
        [3, 2, 1],
      ),
    ).toEqual(['aaa', 'bb', 'c']);
    expect(await read([Buffer.from('aa'), Buffer.from('abb'), Buffer.from('c')], [3, 2, 1])).toEqual([
      'aaa',
      'bb',
      'c',
    ]);
  });

  it('are refused when one is too large or the sizes are wrong', async () => {
    await expect(read([bytes], [11])).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await expect(read([bytes], [3, 2])).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(read([bytes], [3, 2], { 'content-length': '6' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    await expect(read([bytes], [3, 2, 2])).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
