import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import writeWorkbook from 'write-excel-file/node';
import { describe, expect, it } from 'vitest';
import { createZip } from '#test/zip-entries.ts';
import { readWorkbook } from './read-workbook.ts';

/** A workbook of one sheet as spreadsheet programs store it; style 1 is a date, style 2 a percentage. */
function createStoredSheet(rows: string, { is1904 = false } = {}): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return createZip([
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relation}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${main}"><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="10" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ],
    [
      'xl/worksheets/sheet1.xml',
      `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData><mergeCells count="1"><mergeCell ref="A2:B2"/></mergeCells></worksheet>`,
    ],
  ]);
}

const read = (file: Buffer, timeoutMs = 30_000) =>
  readWorkbook({
    raw: Readable.from([file], { objectMode: false }),
    timeoutMs,
    keep: async ({ name, rows }, csv) => ({ name, rows, csv: (await buffer(csv)).toString() }),
  });

const createWorkbook = (...sheets: { sheet: string; data: unknown[][] }[]): Promise<Buffer> =>
  writeWorkbook(
    sheets.map(({ sheet, data }) => ({
      sheet,
      data: data.map((row) =>
        row.map((value) => (value instanceof Date ? { value, type: Date, format: 'mm/dd/yyyy' } : { value })),
      ),
    })) as never,
  ).toBuffer();

describe('a workbook', () => {
  it('returns every sheet that has rows: text, long numbers, dates, booleans, blanks', async () => {
    const file = await createWorkbook(
      {
        sheet: 'People',
        data: [
          ['Name', 'NPI', 'Born', 'Active', 'Note'],
          ['Ann "A" Lee', 1_234_567_893, new Date('1980-02-29T00:00:00Z'), true, 'a,b\nc'],
          [null, null, null, null, null],
          ['Bo', 9_007_199_254_740_991, null, false, '=1+1'],
        ],
      },
      { sheet: 'Nothing', data: [] },
      { sheet: 'Prices', data: [['Price'], [12.5], [0.1]] },
    );
    expect(await read(file)).toEqual([
      {
        name: 'People',
        rows: 2,
        csv: 'Name,NPI,Born,Active,Note\r\n"Ann ""A"" Lee",1234567893,1980-02-29,TRUE,"a,b\nc"\r\nBo,9007199254740991,,FALSE,=1+1\r\n',
      },
      { name: 'Prices', rows: 2, csv: 'Price\r\n12.5\r\n0.1\r\n' },
    ]);
  });

  const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;

  it('returns the last computed value of formulas, errors as blanks, merged cells once, and numbers without formatting', async () => {
    const sheet = createStoredSheet(
      `<row r="1">${text('A1', 'Name')}${text('B1', 'Sum')}${text('C1', 'Share')}</row>` +
        `<row r="2">${text('A2', 'Merged')}<c r="B2"/><c r="C2" s="2"><v>0.125</v></c></row>` +
        `<row r="3"><c r="A3" t="str"><f>UPPER("ann")</f><v>ANN</v></c><c r="B3"><f>1+2</f><v>3</v></c><c r="C3" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>` +
        `<row r="5"><c r="A5"><v>1.23456789012E11</v></c></row>`,
    );
    const [{ csv } = { csv: '' }] = await read(sheet);
    expect(csv).toBe('Name,Sum,Share\r\nMerged,,0.125\r\nANN,3,\r\n123456789012,,\r\n');
  });

  it.each([
    ['since 1900', false, '2026-01-31'],
    ['since 1904', true, '2030-02-01'],
  ])('counts days %s', async (_name, is1904, day) => {
    const sheet = createStoredSheet(
      `<row r="1">${text('A1', 'Born')}</row><row r="2"><c r="A2" s="1"><v>46053</v></c></row><row r="3"><c r="A3" s="1"><v>46053.75</v></c></row>`,
      { is1904 },
    );
    const [{ csv } = { csv: '' }] = await read(sheet);
    expect(csv).toBe(`Born\r\n${day}\r\n${day} 18:00:00\r\n`);
  });

  it('is rejected if it unpacks to more than the limit, whatever size it claims', async () => {
    const bomb = createZip([['xl/worksheets/sheet1.xml', Buffer.alloc(301 * 1024 ** 2)]], 100);
    await expect(read(bomb)).rejects.toThrow(/more than 300 MB of data\. Save the sheet as CSV/);
  });

  it.each([
    ['another ZIP file', createZip([['word/document.xml', '<a/>']]), /not an Excel workbook/],
    ['one that was cut off', Buffer.from('PK\u0003\u0004 and then nothing more to be read'), /damaged/],
    ['without a row', null, /This workbook has no rows/],
  ])('%s is refused in words', async (_what, given, message) => {
    await expect(read(given ?? (await createWorkbook({ sheet: 'Empty', data: [] })))).rejects.toThrow(
      message,
    );
  });

  it('is rejected if it takes too long', async () => {
    await expect(read(await createWorkbook({ sheet: 'A', data: [['a'], ['b']] }), 1)).rejects.toThrow(
      /too large to read/,
    );
  });

  it('reports what broke when its upload is interrupted', async () => {
    const raw = createReadStream('/nowhere/at/all');
    await expect(readWorkbook({ raw, keep: () => Promise.resolve(null) })).rejects.toThrow(/ENOENT/);
  });
});
