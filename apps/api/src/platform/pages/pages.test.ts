import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashBytes } from '#test/storage/bytes.ts';
import { createLocalStore } from '#adapters/storage/local.ts';
import { objectNames, type ObjectStore } from '#adapters/storage/object-store.ts';
import type { Storage } from '#adapters/storage/storage.ts';
import { systemClock } from '#lib/clock.ts';
import { openKeyring } from '#lib/keyring.ts';
import { createSealedStorage } from '#platform/files/store/sealed-storage.ts';
import { createPages, type Pages, type PdfFile } from './pages.ts';

const keyring = openKeyring('a secret that is long enough for tests');
const limits = { maxChildren: 1, idleMs: 15_000, openMs: 60_000, drawMs: 60_000 };

let dataDir: string;
let objects: ObjectStore;
let storage: Storage;
let pages: Pages;
const createPagesWith = (given = limits) =>
  createPages({ storage, keyring, config: { dataDir }, clock: systemClock, poolLimits: given });
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'pages-'));
  objects = createLocalStore({ folder: path.join(dataDir, 'files'), fingerprint: 'test' });
  // Files without an object need no database.
  storage = createSealedStorage({ objects, keyring, db: null as never });
  pages = createPagesWith();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

type Drawing = InstanceType<typeof PDFDocument>;
const createPdf = (draw: (drawing: Drawing) => void, options = {}): Promise<Buffer> => {
  const drawing = new PDFDocument({ size: [300, 400], margin: 0, ...options });
  draw(drawing);
  drawing.end();
  return buffer(drawing);
};

async function store(bytes: Buffer): Promise<PdfFile> {
  const sha256 = hashBytes(bytes);
  await objects.write(objectNames.plain(sha256), Readable.from([bytes]));
  return { id: randomUUID(), sha256, object_id: null, size_bytes: bytes.length };
}

/** Width and height of a WebP image. */
function readSize(image: Buffer): [number, number] {
  expect(image.subarray(0, 4).toString()).toBe('RIFF');
  expect(image.subarray(8, 15).toString()).toBe('WEBPVP8');
  return [image.readUInt16LE(26) & 0x3fff, image.readUInt16LE(28) & 0x3fff];
}

const rejection = (reason: RegExp) => ({ code: 'RULE_BROKEN', message: expect.stringMatching(reason) });

/** A PDF whose page tree names one page very often. */
function createPdfWithManyPages(count: number): Buffer {
  return createRawPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${String(count)}/Kids[${'3 0 R '.repeat(count)}]>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>',
  ]);
}

/** A page that draws a form ten times, which draws a form ten times, and so on. */
function createNestedForms(depth: number): Buffer {
  const stream = (dictionary: string, body: string) =>
    `<<${dictionary}/Length ${String(body.length)}>>\nstream\n${body}\nendstream`;
  const form = (level: number) =>
    level === depth
      ? stream(
          '/Type/XObject/Subtype/Form/BBox[0 0 300 400]',
          '0 0 300 400 re f 0 0 m 300 400 l S '.repeat(50),
        )
      : stream(
          `/Type/XObject/Subtype/Form/BBox[0 0 300 400]/Resources<</XObject<</X ${String(level + 6)} 0 R>>>>`,
          '/X Do '.repeat(10),
        );
  return createRawPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>',
    stream('', '/X Do '.repeat(10)),
    ...Array.from({ length: depth + 1 }, (_, level) => form(level)),
  ]);
}

function createRawPdf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${String(index + 1)} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const xref = text.length;
  text += `xref\n0 ${String(objects.length + 1)}\n0000000000 65535 f \n${places.join('')}`;
  text += `trailer\n<</Size ${String(objects.length + 1)}/Root 1 0 R>>\nstartxref\n${String(xref)}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}

describe('the pages of a PDF', () => {
  it('have sizes, and are drawn as wide as asked for', async () => {
    const file = await store(
      await createPdf((drawing) => {
        drawing.text('One');
        drawing.addPage({ size: [800, 400], margin: 0 }).text('Two');
      }),
    );
    expect(await pages.describePdf(file)).toEqual({
      pageCount: 2,
      sizes: [
        { width: 300, height: 400 },
        { width: 800, height: 400 },
      ],
    });
    expect(await pages.getPageCount(file)).toBe(2);
    expect(readSize(await pages.renderPage(file, { page: 1, width: 600 }))).toEqual([600, 800]);
    expect(readSize(await pages.renderPage(file, { page: 2, width: 200 }))).toEqual([200, 100]);
    await expect(pages.renderPage(file, { page: 3, width: 200 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('are kept encrypted, and drawn again where the kept page was changed', async () => {
    const file = await store(await createPdf((drawing) => drawing.text('One')));
    const first = await pages.renderPage(file, { page: 1, width: 300 });
    const kept = path.join(dataDir, 'cache', 'pages', file.id, '1-300.webp');
    expect((await readFile(kept)).includes(first.subarray(0, 12))).toBe(false);
    await rm(path.join(dataDir, 'files', 'objects'), { recursive: true });
    expect((await createPagesWith().renderPage(file, { page: 1, width: 300 })).equals(first)).toBe(true);
    await rm(kept);
    await expect(createPagesWith().renderPage(file, { page: 1, width: 300 })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });

  it('carry an overlay, which is not cached', async () => {
    const file = await store(await createPdf((drawing) => drawing.text('One')));
    const overlay = await createPdf((drawing) => drawing.rect(0, 0, 300, 400).fill('black'));
    const [plain, covered, shorter] = [
      await pages.renderPage(file, { page: 1, width: 300 }),
      await pages.renderPage(file, { page: 1, width: 300, overlay }),
      await pages.renderPage(file, { page: 1, width: 300, overlay: await createPdf(() => undefined) }),
    ];
    expect(covered.equals(plain)).toBe(false);
    expect(shorter.equals(plain)).toBe(true);
    expect(await readdir(path.join(dataDir, 'cache', 'pages', file.id))).toEqual([
      '1-300.webp',
      'pages.json',
    ]);
  });

  it('are drawn for several readers of several files at once', async () => {
    const files = await Promise.all(
      ['a', 'b', 'c'].map(async (text) => store(await createPdf((drawing) => drawing.text(text)))),
    );
    const images = await Promise.all(
      files.flatMap((file) => [200, 300].map((width) => pages.renderPage(file, { page: 1, width }))),
    );
    expect(images.map(readSize)).toEqual(
      files.flatMap(() => [
        [200, 267],
        [300, 400],
      ]),
    );
  });

  it('are removed when no longer viewed, the oldest first if there are too many', async () => {
    const file = await store(await createPdf((drawing) => drawing.text('One')));
    await pages.renderPage(file, { page: 1, width: 300 });
    await pages.chore.act();
    expect(await readdir(path.join(dataDir, 'cache', 'pages', file.id))).toHaveLength(2);
    const later = { now: () => new Date(Date.now() + 8 * 24 * 60 * 60_000) };
    await createPages({ storage, keyring, config: { dataDir }, clock: later }).chore.act();
    expect(await readdir(path.join(dataDir, 'cache', 'pages', file.id))).toEqual([]);
  });
});

describe('a PDF that cannot be shown is refused in words:', () => {
  it('damaged', async () => {
    const whole = await createPdf((drawing) => drawing.text('One'));
    for (const bytes of [Buffer.from('%PDF-1.7 and nothing more'), whole.subarray(0, 300)])
      await expect(pages.describePdf(await store(bytes))).rejects.toMatchObject(rejection(/damaged/));
  });

  it('with a password', async () => {
    const file = await store(await createPdf((drawing) => drawing.text('One'), { userPassword: 'secret' }));
    await expect(pages.describePdf(file)).rejects.toMatchObject(rejection(/password/));
  });

  it('too large', async () => {
    const file = { id: randomUUID(), sha256: '0'.repeat(64), object_id: null, size_bytes: 151 * 1024 ** 2 };
    await expect(pages.renderPage(file, { page: 1, width: 300 })).rejects.toMatchObject(
      rejection(/too large/),
    );
  });

  it('with a page that takes too long, after which others are still drawn', async () => {
    const bomb = await store(createNestedForms(8));
    const impatient = createPagesWith({ ...limits, drawMs: 5_000 });
    await expect(impatient.renderPage(bomb, { page: 1, width: 300 })).rejects.toMatchObject(
      rejection(/too large/),
    );
    const file = await store(await createPdf((drawing) => drawing.text('One')));
    expect(readSize(await impatient.renderPage(file, { page: 1, width: 300 }))).toEqual([300, 400]);
  });
});

it('shows the first 2,000 pages of 100,000', async () => {
  const file = await store(createPdfWithManyPages(100_000));
  const { pageCount, sizes } = await pages.describePdf(file);
  expect(pageCount).toBe(100_000);
  expect(sizes).toHaveLength(2_000);
  expect(readSize(await pages.renderPage(file, { page: 2_000, width: 30 }))).toEqual([30, 40]);
  await expect(pages.renderPage(file, { page: 2_001, width: 30 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

it('draws a page that is much longer than wide within the limits of an image', async () => {
  const file = await store(await createPdf((drawing) => drawing.text('One'), { size: [10, 14_000] }));
  const [width, height] = readSize(await pages.renderPage(file, { page: 1, width: 2_400 }));
  expect(height).toBeLessThanOrEqual(16_383);
  expect(width).toBeGreaterThan(0);
});
