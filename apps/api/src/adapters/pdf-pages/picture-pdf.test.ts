import { expect, it } from 'vitest';
import { aGif, createWebpChunk, createWebp } from '#test/pictures.ts';
import { openPdf } from './pdf-engine.ts';
import { createPdfFromPicture } from './picture-pdf.ts';
import { toWebp } from './webp.ts';

const colors = { red: [255, 0, 0], green: [0, 255, 0], blue: [0, 0, 255], yellow: [255, 255, 0] } as const;
type Color = keyof typeof colors;
const [width, height] = [64, 32];

/** Red and green above blue and yellow, with the orientation of the camera. */
async function aWebp(orientation: number, name: string): Promise<Buffer> {
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const row = y < height / 2 ? (['red', 'green'] as const) : (['blue', 'yellow'] as const);
      data.set(colors[x < width / 2 ? row[0] : row[1]], (y * width + x) * 4);
    }
  const encoded = (await toWebp({ width, height, data })).subarray(12);
  const extended = Buffer.from([0x08, 0, 0, 0, width - 1, 0, 0, height - 1, 0, 0]);
  const tiff = Buffer.from('II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0', 'latin1');
  const exif = Buffer.concat([
    Buffer.from(name, 'latin1'),
    tiff,
    Buffer.from([orientation, 0, 0, 0, 0, 0, 0, 0]),
  ]);
  return createWebp(createWebpChunk('VP8X', extended), encoded, createWebpChunk('EXIF', exif));
}

/** The colors at the corners of the image on the page: top left, top right, bottom left, bottom right. */
async function readCorners(picture: Buffer): Promise<{ page: number[]; corners: (Color | undefined)[] }> {
  const pdf = await openPdf(await createPdfFromPicture(picture));
  const page = pdf.size(0) ?? { width: 0, height: 0 };
  const { data } = pdf.draw(0, { size: page });
  const isTall = page.height > page.width;
  const [wide, high] = isTall ? [32, 64] : [64, 32];
  const fit = Math.min((page.width - 36) / wide, (page.height - 36) / high);
  const colorAt = (right: number, down: number): Color | undefined => {
    const x = Math.round(page.width / 2 + (right * wide * fit) / 4);
    const y = Math.round(page.height / 2 + (down * high * fit) / 4);
    const pixel = [...data.subarray((y * page.width + x) * 4).subarray(0, 3)];
    return (Object.keys(colors) as Color[]).find((name) =>
      colors[name].every((value, at) => Math.abs(value - (pixel[at] ?? -999)) < 40),
    );
  };
  return {
    page: [page.width, page.height],
    corners: [colorAt(-1, -1), colorAt(1, -1), colorAt(-1, 1), colorAt(1, 1)],
  };
}

const landscape = [792, 612];
const portrait = [612, 792];

it.each([
  [1, landscape, ['red', 'green', 'blue', 'yellow']],
  [2, landscape, ['green', 'red', 'yellow', 'blue']],
  [3, landscape, ['yellow', 'blue', 'green', 'red']],
  [4, landscape, ['blue', 'yellow', 'red', 'green']],
  [5, portrait, ['red', 'blue', 'green', 'yellow']],
  [6, portrait, ['blue', 'red', 'yellow', 'green']],
  [7, portrait, ['yellow', 'green', 'blue', 'red']],
  [8, portrait, ['green', 'yellow', 'red', 'blue']],
  [9, landscape, ['red', 'green', 'blue', 'yellow']],
])('shows a WebP picture upright: orientation %i', async (orientation, page, corners) => {
  expect(await readCorners(await aWebp(orientation, 'Exif\0\0'))).toEqual({ page, corners });
});

it('reads the orientation also without the name that JPEG has before it', async () => {
  expect((await readCorners(await aWebp(6, ''))).page).toEqual(portrait);
});

it('shows the first picture of an animated GIF, and refuses a damaged one', async () => {
  expect(await readCorners(aGif)).toEqual({ page: landscape, corners: ['red', 'green', 'blue', 'yellow'] });
  await expect(createPdfFromPicture(aGif.subarray(0, 100))).rejects.toMatchObject({ reason: 'damaged' });
});
