import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import writeWorkbook from 'write-excel-file/node';
import { describe, expect, it } from 'vitest';
import { createZip } from '#test/zip-entries.ts';
import { extractText, findTextFormat } from './extract-text.ts';
import type { TextFormat } from './text-messages.ts';

const read = (file: Buffer | string, format: TextFormat, timeoutMs?: number) =>
  extractText(() => Promise.resolve(Readable.from([Buffer.from(file)], { objectMode: false })), {
    format,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
const readTexts = async (...given: Parameters<typeof read>) =>
  (await read(...given)).pages.map(({ text }) => text);

const createWordFile = (body: string, parts: [string, string][] = []) =>
  createZip([['word/document.xml', `<w:document><w:body>${body}</w:body></w:document>`], ...parts]);
const createParagraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

const createRelations = (targets: readonly [id: string, kind: string, target: string][]) =>
  `<Relationships>${targets
    .map(
      ([id, kind, target]) =>
        `<Relationship Id="${id}" Type="http://x/relationships/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;
const createSlide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;

describe('the text of', () => {
  it.each(['utf8', 'utf16le', 'latin1'] as const)('a text in %s is read, and scanned', async (encoding) => {
    const mark = encoding === 'utf16le' ? '\uFEFF' : '';
    const rows = 'Patient,DOB,SSN\r\nJosé Núñez,03/14/1961,219-09-9999\r\n';
    const { pages, findings } = await read(Buffer.from(mark + rows, encoding), 'csv');
    expect(pages.map(({ text }) => text)).toEqual([rows]);
    expect(findings).not.toEqual([]);
  });

  it('a PDF is read by page', async () => {
    const drawing = new PDFDocument();
    drawing.text('Lease of the premises');
    drawing.addPage().text('Rent: $4,500');
    drawing.end();
    const { pages, isCut } = await read(await buffer(drawing), 'pdf');
    expect(pages.map(({ text }) => text.trim())).toEqual(['Lease of the premises', 'Rent: $4,500']);
    expect(isCut).toBe(false);
  });

  it('a Word document has its paragraphs, tables, and notes, and older copies only once', async () => {
    const cell = (text: string) => `<w:tc>${createParagraph(text)}</w:tc>`;
    const file = createWordFile(
      createParagraph('Fish &amp; Chips &#8212; Zo&#xEB;') +
        `<w:tbl><w:tr>${cell('Rent')}${cell('4,500')}</w:tr></w:tbl>` +
        `<mc:AlternateContent><mc:Choice>${createParagraph('Box')}</mc:Choice><mc:Fallback>${createParagraph('Box')}</mc:Fallback></mc:AlternateContent>` +
        '<w:p><w:r><w:delText>deleted</w:delText><w:instrText>HYPERLINK</w:instrText></w:r></w:p>',
      [['word/footnotes.xml', `<w:footnotes>${createParagraph('A note')}</w:footnotes>`]],
    );
    expect(await readTexts(file, 'docx')).toEqual(['Fish & Chips — Zoë\nRent\t4,500\nBox\n\nA note']);
  });

  it('a presentation is read by slide, in the order in which they are shown, with their notes', async () => {
    const file = createZip([
      [
        'ppt/presentation.xml',
        '<p:sldIdLst><p:sldId id="1" r:id="rId2"/><p:sldId id="2" r:id="rId1"/></p:sldIdLst>',
      ],
      [
        'ppt/_rels/presentation.xml.rels',
        createRelations([
          ['rId1', 'slide', 'slides/slide1.xml'],
          ['rId2', 'slide', '/ppt/slides/slide2.xml'],
        ]),
      ],
      ['ppt/slides/slide1.xml', createSlide('Asking price')],
      ['ppt/slides/slide2.xml', createSlide('Overview')],
      [
        'ppt/slides/_rels/slide1.xml.rels',
        createRelations([['rId1', 'notesSlide', '../notesSlides/notesSlide1.xml']]),
      ],
      ['ppt/notesSlides/notesSlide1.xml', createSlide('Say it slowly')],
    ]);
    expect(await readTexts(file, 'pptx')).toEqual(['Overview', 'Asking price\n\nSay it slowly']);
  });

  it('a workbook is read by sheet', async () => {
    const file = await writeWorkbook([
      {
        sheet: 'P&L',
        data: [['Year', 'Revenue'].map((value) => ({ value })), [{ value: 2025 }, { value: 1_250_000 }]],
      },
    ] as never).toBuffer();
    expect((await read(file, 'xlsx')).pages).toEqual([
      { title: 'P&L', text: 'Year,Revenue\r\n2025,1250000\r\n' },
    ]);
  });

  it('headers and footers of a Word document are read', async () => {
    const file = createWordFile(createParagraph('Letter'), [
      ['word/header1.xml', `<w:hdr>${createParagraph('Patient: Ruth Quill')}</w:hdr>`],
      ['word/footer2.xml', `<w:ftr>${createParagraph('Page 1')}</w:ftr>`],
    ]);
    const { pages, findings } = await read(file, 'docx');
    expect(pages[0]?.text).toBe('Letter\n\nPatient: Ruth Quill\n\nPage 1');
    expect(findings).toMatchObject([{ kind: 'patient' }]);
  });

  it('a workbook with more than 50 sheets is read to its end, and an empty row ends a table', async () => {
    const cells = (rows: string[][]) => rows.map((row) => row.map((value) => ({ value })));
    const sheet = (name: string, rows: string[][]) => ({ sheet: name, data: cells(rows) });
    const roster = [
      ['Month', 'Visits'],
      ['Jan', 'none'],
      [],
      ['Patient name', 'Phone'],
      ['Ruth Quill', 'none'],
    ];
    const file = await writeWorkbook([
      ...Array.from({ length: 50 }, (_, at) => sheet(`S${String(at)}`, [['Rent', 'Month']])),
      sheet('Last', roster),
    ] as never).toBuffer();
    const { pages, findings } = await read(file, 'xlsx');
    expect(pages.at(-1)).toEqual({
      title: 'Last',
      text: 'Month,Visits\r\nJan,none\r\n\r\nPatient name,Phone\r\nRuth Quill,none\r\n',
    });
    expect(findings).toMatchObject([{ kind: 'patient', page: 51, column: 'A' }]);
  });

  it('an email is read with its attachments, and scanned in both forms of its text', async () => {
    const part = (headers: string, content: string) => `--x\r\n${headers}\r\n\r\n${content}`;
    const attached = (name: string) => `Content-Disposition: attachment; filename="${name}"`;
    const mail = (...parts: string[]) =>
      ['Subject: Files', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=x', '']
        .concat(parts, '--x--')
        .join('\r\n');
    const list = part(attached('list.csv'), 'Patient,SSN\r\nRuth Quill,512-33-9087');
    const whole = await read(mail(part('Content-Type: text/plain', 'See list.'), list), 'email');
    expect(whole.pages[1]).toMatchObject({ title: 'list.csv', text: expect.stringContaining('Ruth Quill') });
    expect(whole.findings).toContainEqual(expect.objectContaining({ kind: 'ssn', page: 2, column: 'B' }));
    expect(whole.isPartlyScanned).toBe(false);
    const unread = await read(mail(part(attached('old.doc'), 'bytes')), 'email');
    expect(unread).toMatchObject({ isPartlyScanned: true, findings: [] });
    const forms =
      'Content-Type: multipart/alternative; boundary=y\r\n\r\n--y\r\nContent-Type: text/plain\r\n\r\nHi.\r\n' +
      '--y\r\nContent-Type: text/html\r\n\r\n<p>SSN 512-33-9087</p>\r\n--y--';
    expect((await read(`MIME-Version: 1.0\r\n${forms}`, 'email')).findings).toMatchObject([{ kind: 'ssn' }]);
  });

  it('an email has its sender, recipients, subject, body, and the names of its attachments', async () => {
    const mail = [
      'From: Ann Abbott <ann@example.com>',
      'To: broker@example.com',
      'Subject: The returns',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/html',
      '',
      '<p>Attached.<script>alert(1)</script></p>',
      '--x',
      'Content-Disposition: attachment; filename="returns.pdf"',
      '',
      'bytes',
      '--x--',
    ].join('\r\n');
    const [text] = await readTexts(mail, 'email');
    expect(text).toContain('From: Ann Abbott ann@example.com\nTo: broker@example.com');
    expect(text).toContain('Subject: The returns\nAttachments: returns.pdf\n\nAttached.');
    expect(text).not.toContain('alert');
  });

  it('a text has no NUL, and is cut where it is very long', async () => {
    expect(await readTexts('a\u0000b\tc', 'text')).toEqual(['ab\tc']);
    const { pages, isCut } = await read('x'.repeat(150_000), 'text');
    expect([pages[0]?.text.length, isCut]).toEqual([100_000, true]);
  });
});

describe('a file without text that can be read is refused:', () => {
  it.each<[string, Buffer | string, TextFormat, string]>([
    ['a broken PDF', '%PDF-1.7', 'pdf', 'damaged'],
    ['a broken document', 'PK\u0003\u0004', 'docx', 'damaged'],
    [
      'a document that unpacks to far more than it says',
      createZip([['word/document.xml', Buffer.alloc(120 * 1024 ** 2)]], 9),
      'docx',
      'damaged',
    ],
  ])('%s', async (_what, file, format, reason) => {
    await expect(read(file, format)).rejects.toMatchObject({ reason });
  });

  it('one that takes too long', async () => {
    await expect(read('text', 'text', 1)).rejects.toMatchObject({ reason: 'unfinished' });
  });

  it('but not one with a source that breaks', async () => {
    const open = () => Promise.reject(new Error('The store is down'));
    await expect(extractText(open, { format: 'text' })).rejects.toThrow('The store is down');
    expect(await readTexts('after it', 'text')).toEqual(['after it']);
  });
});

it('is read as the content says, and as an email by its name', () => {
  const plain = 'text/plain; charset=utf-8';
  expect(findTextFormat({ contentType: plain, name: 'offer.EML' })).toBe('email');
  expect(findTextFormat({ contentType: plain, name: 'offer.pdf' })).toBe('text');
  expect(findTextFormat({ contentType: 'application/pdf', name: 'offer.txt' })).toBe('pdf');
  expect(findTextFormat({ contentType: 'image/png', name: 'offer.eml' })).toBeNull();
});
