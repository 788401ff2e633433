import writeWorkbook from 'write-excel-file/node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { createImportFixture, type ImportFixture } from '#test/import-fixture.ts';
import { listJobs } from '#registry.ts';

let api: TestApi;
let desk: ImportFixture;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.background));
});
afterAll(() => api.close());
beforeEach(async () => {
  desk = await createImportFixture(api);
});

const table = [
  ['Name', 'City', 'Company'],
  ['Zoë Müller', 'Köln; Süd, 1|2\tEnd', 'Say "Ä"'],
  ['Ann Lee', 'Two\nlines', ''],
  ['Señor Ñandú', ' padded ', 'Café €'],
];
const expected = [
  { name: 'Ann Lee', city: 'Two lines', company: null },
  { name: 'Señor Ñandú', city: 'padded', company: 'Café €' },
  { name: 'Zoë Müller', city: 'Köln; Süd, 1|2 End', company: 'Say "Ä"' },
];

const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16LE': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16LE with a mark': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16BE': (text) => Buffer.from(text, 'utf16le').swap16(),
  'UTF-16BE with a mark': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  'Windows-1252': (text) => Buffer.from(text.replaceAll('€', '\u0080'), 'latin1'),
};
const forms = Object.keys(encodings).flatMap((encoding) =>
  [',', ';', '\t', '|'].map((delimiter, index) => ({
    encoding,
    delimiter,
    lineBreak: ['\n', '\r\n', '\r', '\n'][index] ?? '\n',
  })),
);

function write({ delimiter, lineBreak }: { delimiter: string; lineBreak: string }): string {
  const cell = (text: string): string => (/["\n,;|\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return table.map((row) => `${row.map(cell).join(delimiter)}${lineBreak}`).join('');
}

const listTaken = async () => {
  const customers = await desk.customers();
  return customers
    .map(({ name, city, company }) => ({ name, city, company }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
};

describe('the same table', () => {
  it.each(forms)('in $encoding with $delimiter as delimiter gives the same result', async (form) => {
    const { run } = await desk.take(encodings[form.encoding]?.(write(form)) ?? '');
    expect(run.counts).toMatchObject({ created: 3, rejected: 0 });
    expect(await listTaken()).toEqual(expected);
  });

  it('as a workbook gives the same result, whatever the file is called', async () => {
    const data = table.map((row) => row.map((value) => ({ value })));
    const { run } = await desk.take(await writeWorkbook([{ sheet: 'People', data }] as never).toBuffer());
    expect(run).toMatchObject({ fileName: 'people.csv', format: 'xlsx', counts: { created: 3 } });
    expect(await listTaken()).toEqual(expected);
  });
});

describe('a file with a title above the header', () => {
  it('has the row numbers of the file in the check, the import, and the report', async () => {
    const { id, mapping } = await desk.upload(
      'Licensees as of 2026,,\n,,\nName,Joined,City\nAda,2020-01-31,Avon\nBo,soon,Avon\n',
    );
    expect(mapping).toEqual({ 0: 'name', 1: 'joiningDate', 2: 'city' });
    await desk.check(id);
    expect((await desk.admin.get(`/imports/${id}/problems`)).body.rows).toMatchObject([{ row: 5 }]);
    await desk.admin.post(`/imports/${id}/start`, { mapping });
    await desk.run(id);
    expect((await desk.get(id)).counts).toMatchObject({ created: 1, rejected: 1 });
    expect(await desk.rejections(id)).toMatchObject({ rejections: [{ row: 5, name: 'Bo' }] });
  });
});

describe('a file longer than what its shape is judged by', () => {
  const note = 'x'.repeat(10_000);
  const filler = Array.from({ length: 120 }, (_, index) => `Filler ${String(index)},,,${note}`).join('\n');

  it('is read as Windows-1252 when its first other letter comes late', async () => {
    const { run } = await desk.take(Buffer.from(`Name,City,Joined,x\n${filler}\nJürgen,Köln,,\n`, 'latin1'));
    expect(run).toMatchObject({ encoding: 'Windows-1252', counts: { created: 121 } });
    expect((await desk.customer('Jürgen')).city).toBe('Köln');
  });

  it('may contain characters that the database rejects, also in cells to be fixed', async () => {
    const { id } = await desk.upload(
      `Name,City,Joined,x\n${filler}\nAnn,Bos\u0000ton,so\u0000on,\nBob,,so\u0000on,\n`,
    );
    await desk.check(id);
    const page = (await desk.admin.get(`/imports/${id}/problems?kind=invalid`)).body;
    expect(page.rows).toMatchObject([{ row: 122, problems: [{ column: '2', equal: 2 }] }, { row: 123 }]);
    const edit = (value: string) =>
      desk.admin.post(`/imports/${id}/edits`, { row: 122, column: '2', value, isForAllEqual: true });
    expect((await edit('a\u0000b')).status).toBe(400);
    expect((await edit('2020-01-31')).body).toMatchObject({ changedRows: 2, row: { problems: [] } });
  });
});
