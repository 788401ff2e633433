import { readdir, readFile } from 'node:fs/promises';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { describe, expect, it, vi } from 'vitest';
import { startApi } from '#test/harness.ts';
import { aPng } from '#test/pictures.ts';
import { getPdfBrand } from './brand.queries.ts';
import { createPdf } from './create-pdf.ts';
import type { PdfBlock, PdfDocument } from './pdf-document.ts';

const paragraph = 'Confidential information means all information about the business. '.repeat(12);

function createDocument(blocks: readonly PdfBlock[], change: Partial<PdfDocument> = {}): PdfDocument {
  return {
    title: 'Opinion of value',
    createdAt: new Date('2026-01-02T03:04:05Z'),
    brand: { name: 'Meridian Healthcare Brokers', logo: null },
    blocks,
    ...change,
  };
}

async function read(bytes: Buffer): Promise<{ pages: string[]; info: Record<string, unknown> }> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const [{ text }, { info }] = [await extractText(pdf), await getMeta(pdf)];
  return { pages: text, info };
}

/** Also ends those of test files that ran in this process before. */
async function killDrawingProcesses(): Promise<void> {
  for (const task of await readdir('/proc/self/task'))
    for (const pid of (await readFile(`/proc/self/task/${task}/children`, 'utf8')).trim().split(' '))
      if (pid !== '' && (await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('draw-pdfs'))
        process.kill(Number(pid), 'SIGKILL');
}

describe('a PDF', () => {
  it('shows the text of every block and the brand on each page', async () => {
    const bytes = await createPdf(
      createDocument(
        [
          { kind: 'heading', level: 1, text: 'Dental practice in Łódź' },
          { kind: 'paragraph', text: 'Añadir, Straße, Việt Nam, Ελλάδα, Москва.' },
          { kind: 'list', items: ['First item', 'Second item'], isNumbered: true },
          { kind: 'facts', entries: [{ label: 'Asking price', value: '$1,450,000' }] },
          {
            kind: 'chart',
            description: 'Range of values',
            bars: [
              { label: 'SDE multiple', from: 1, to: 2, text: '$1M – $2M' },
              { label: 'With revenue, 17% of the weight', from: 2, to: 1, text: '-$1M' },
            ],
            lines: [{ value: 1.5, text: 'Asking price' }],
          },
          { kind: 'drawing', path: 'M0 0 L10 10', width: 20, height: 20, description: 'Signature' },
          { kind: 'pageBreak' },
          { kind: 'table', columns: [{ heading: 'Year' }], rows: [['2025']], totals: ['Sum'] },
        ],
        { headerNote: 'Confidential', footerNote: 'For Jane Doe' },
      ),
    );
    const { pages } = await read(bytes);
    expect(pages).toHaveLength(2);
    for (const part of [
      'Dental practice in Łódź',
      'Añadir, Straße, Việt Nam, Ελλάδα, Москва.',
      '1. First item',
      'Asking price $1,450,000',
      'SDE multiple',
      'With revenue, 17% of the weight',
      '$1M – $2M',
    ])
      expect(pages[0]?.replaceAll(/\s+/g, ' ')).toContain(part);
    expect(pages[1]).toContain('2025');
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Meridian Healthcare Brokers');
      expect(page).toContain('Confidential');
      expect(page).toContain('For Jane Doe');
      expect(page).toContain(`Page ${String(index + 1)} of 2`);
    }
  });

  it('has a title and tags, and the same bytes for the same description', async () => {
    const make = () => createPdf(createDocument([{ kind: 'paragraph', text: paragraph }]));
    const [first, second] = [await make(), await make()];
    expect(first.equals(second)).toBe(true);
    const { info } = await read(first);
    expect(info).toMatchObject({ Title: 'Opinion of value', Author: 'Meridian Healthcare Brokers' });
    const pdf = await getDocumentProxy(new Uint8Array(first));
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    const page = await pdf.getPage(1);
    expect(JSON.stringify(await page.getStructTree())).toContain('"role":"P"');
  });

  it('replaces characters that no font has, and removes direction marks', async () => {
    const text = 'Dr. 👩‍⚕️ 你好 \u202eevil\u202c e\u0301nd\u0007';
    const { pages } = await read(await createPdf(createDocument([{ kind: 'paragraph', text }])));
    expect(pages[0]).toContain('Dr. \ufffd \ufffd\ufffd evil énd');
  });

  it('repeats the header of a table on each page and loses no row', async () => {
    const rows = Array.from({ length: 120 }, (_, row) => [`Row ${String(row)}.`, paragraph.slice(0, row)]);
    const table = { kind: 'table', columns: [{ heading: 'Item' }, { heading: 'Remark' }], rows } as const;
    const { pages } = await read(await createPdf(createDocument([table])));
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page).toContain('Item');
    for (const [name] of rows) expect(pages.join(' ')).toContain(name);
  });

  it('wraps a name of 300 characters within its column', async () => {
    const name = 'N'.repeat(300);
    const { pages } = await read(
      await createPdf(createDocument([{ kind: 'facts', entries: [{ label: 'Name', value: name }] }])),
    );
    expect(pages[0]?.replaceAll(/\s+/g, '')).toContain(name);
  });

  it('starts a new page when a text does not fit', async () => {
    const blocks = Array.from({ length: 120 }, (): PdfBlock => ({ kind: 'paragraph', text: paragraph }));
    expect((await read(await createPdf(createDocument(blocks)))).pages.length).toBeGreaterThan(20);
  });

  it('draws the next document after one that cannot be drawn', async () => {
    const broken = createDocument([
      { kind: 'drawing', path: 'M0 0', width: Number.NaN, height: 1, description: '' },
    ]);
    await expect(createPdf(broken)).rejects.toThrow('could not be drawn');
    expect((await createPdf(createDocument([]))).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('fails if its process is killed, which the next one does not notice', async () => {
    await createPdf(createDocument([]));
    const blocks = Array.from({ length: 600 }, (): PdfBlock => ({ kind: 'paragraph', text: paragraph }));
    const drawing = createPdf(createDocument(blocks));
    await killDrawingProcesses();
    await expect(drawing).rejects.toThrow('The process that draws PDFs ended');
    await createPdf(createDocument([]));
    await killDrawingProcesses();
    await vi.waitFor(() => createPdf(createDocument([])), { timeout: 20_000 });
  });
});

it('shows the logo of the brokerage instead of its name', async () => {
  const api = await startApi();
  try {
    const superadmin = await api.signIn({
      role: 'SUPERADMIN',
      workspaceId: await api.makeWorkspace(),
    });
    const brand = () => getPdfBrand(api.db, api.booted.platform.storage);
    expect(await brand()).toMatchObject({ name: 'Meridian Healthcare Brokers', logo: null });
    await superadmin.upload('/installation/logo', aPng());
    const bytes = await createPdf(createDocument([], { brand: await brand() }));
    expect((await read(bytes)).pages[0]).not.toContain('Meridian');
    expect(bytes.toString('latin1')).toContain('/Subtype /Image');
  } finally {
    await api.close();
  }
});
