import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { drawWatermark, stampWatermark } from './watermark.ts';

const mark = {
  viewer: 'ann@law.test',
  at: new Date('2026-11-25T15:04:00Z'),
  timeZone: 'America/New_York',
  ipAddress: '203.0.113.9',
};
const createPdf = (pages: readonly string[], options = {}): Promise<Buffer> => {
  const drawing = new PDFDocument({ autoFirstPage: false, ...options });
  for (const text of pages) drawing.addPage().text(text);
  drawing.end();
  return buffer(drawing);
};
const readText = async (bytes: Buffer) =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)))).text;
const open = (bytes: Buffer) => () => Promise.resolve(Readable.from([bytes]));

it('writes viewer, local time, and address over a page', async () => {
  const [page] = await readText(await drawWatermark(mark, { width: 612, height: 792 }));
  expect(page?.replaceAll(/\s+/g, ' ')).toContain('ann@law.test · Nov 25, 2026, 10:04 AM · 203.0.113.9');
});

it('writes names in any script', async () => {
  const viewer = 'Žofia Dvořáková';
  const [page] = await readText(await drawWatermark({ ...mark, viewer }, { width: 612, height: 792 }));
  expect(page).toContain(viewer);
});

it('stamps each page of a PDF and keeps its text', async () => {
  const pages = await readText(await stampWatermark(open(await createPdf(['One', 'Two', 'Three'])), mark));
  expect(pages).toHaveLength(3);
  for (const [index, word] of ['One', 'Two', 'Three'].entries()) {
    expect(pages[index]).toContain(word);
    expect(pages[index]).toContain('ann@law.test');
  }
});

it('refuses a PDF that it cannot stamp, rather than sending it without a mark', async () => {
  const protectedPdf = await createPdf(['One'], { userPassword: 'secret' });
  await expect(stampWatermark(open(protectedPdf), mark)).rejects.toMatchObject({ code: 'RULE_BROKEN' });
  await expect(stampWatermark(open(Buffer.from('%PDF-1.7 no more')), mark)).rejects.toMatchObject({
    code: 'RULE_BROKEN',
    message: expect.stringContaining('damaged'),
  });
});
