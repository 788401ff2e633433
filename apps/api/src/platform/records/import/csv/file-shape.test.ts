import { describe, expect, it } from 'vitest';
import { decodeStream, watchUtf8 } from '#lib/encoding.ts';
import { inspectFile, getFileKind } from './file-shape.ts';

const inspect = (content: string | Buffer) => inspectFile(Buffer.from(content), { isWhole: true });

describe('the shape of a file', () => {
  it.each([
    ['comma', 'Name,Email\nA,a@x.test\n', ','],
    ['semicolon', 'Name;Email\nA, B;a@x.test\n', ';'],
    ['tab', 'Name\tEmail, work\nA\ta@x.test\n', '\t'],
    ['pipe', 'Name|Email\nA|a@x.test\n', '|'],
    ['commas in a header of semicolons', 'Name;Home, street;Mail\nA;B, 1;c\nD;E, 2;f\n', ';'],
    ['one column', 'Name\nA\n', ','],
    ['quoted delimiters', '"Name;First","Email;Work"\n"a","b"\n', ','],
  ])('finds the delimiter: %s', (_name, text, delimiter) => {
    expect(inspect(text).delimiter).toBe(delimiter);
  });

  it('names every column', () => {
    expect(inspect('Email,,Email, Name \t,Email\n1,2,3,4,5\n').columns).toEqual([
      'Email',
      'Column 2',
      'Email (2)',
      'Name',
      'Email (3)',
    ]);
  });

  it.each([
    ['UTF-8', Buffer.from('Né,b\r\n1,2\r\n'), 'utf-8', 7],
    ['UTF-8 with a mark', Buffer.from('\uFEFFNé,b\r\n1,2\r\n'), 'utf-8', 10],
    ['UTF-16LE', Buffer.from('\uFEFFNé,b\r\n1,2\r\n', 'utf16le'), 'utf-16le', 14],
    ['UTF-16BE', Buffer.from('\uFEFFNé,b\r\n1,2\r\n', 'utf16le').swap16(), 'utf-16be', 14],
  ])('reads %s', (_name, content, encoding, byte) => {
    expect(inspect(content)).toMatchObject({ encoding, columns: ['Né', 'b'], firstRow: { byte, line: 2 } });
  });

  it('reads Windows-1252 on request', () => {
    const content = Buffer.from([0x4e, 0xe9, 0x80, 0x2c, 0x62, 0x0a, 0x31, 0x2c, 0x32]);
    expect(inspectFile(content, { isWhole: true, encoding: 'windows-1252' })).toMatchObject({
      columns: ['Né€', 'b'],
      firstRow: { byte: 6, line: 2 },
    });
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'This file is empty.'],
    ['blanks', Buffer.from(' \r\n\n'), 'This file is empty.'],
    ['a mark alone', Buffer.from('\uFEFF'), 'This file is empty.'],
    ['bytes', Buffer.from([1, 2, 0, 3]), 'not a text file'],
    ['a header without rows', Buffer.from('Name,Email\n'), 'only one line'],
    ['10,000 columns', Buffer.from(`${'a,'.repeat(9_999)}a\n1\n`), '10,000 columns; at most 2,000'],
    [
      'an unclosed quote in the header',
      Buffer.from('\nName,"Email\nA,b\n'),
      'Line 2: A quoted cell that starts here',
    ],
  ])('refuses %s and says why', (_name, content, message) => {
    expect(() => inspect(content)).toThrow(message);
  });

  it.each([
    ['UTF-16LE', Buffer.from('Name,Mail\r\nAnn,a\r\n', 'utf16le'), 'utf-16le'],
    ['UTF-16BE', Buffer.from('Name,Mail\r\nAnn,a\r\n', 'utf16le').swap16(), 'utf-16be'],
  ])('knows %s without a mark', (_name, content, encoding) => {
    expect(inspect(content)).toMatchObject({ encoding, columns: ['Name', 'Mail'] });
  });

  it.each(['sep=;\r\n', 'SEP=;\n', '"sep=;"\r'])('follows a first line of %j and passes over it', (lead) => {
    expect(inspect(`${lead}Name;Mail, work\nAnn;a\n`)).toMatchObject({
      delimiter: ';',
      columns: ['Name', 'Mail, work'],
      firstRow: { byte: lead.length + 16, line: 3 },
    });
  });

  it.each([
    ['Licensees as of 2026,,\n,,\nName,City,ZIP\nAda,Avon,06001\n', ',', 4],
    ['Licensees as of 2026\n\nName;City, State;ZIP\nAda;Avon, CT;06001\n', ';', 4],
  ])('passes over the title above the header in %j', (text, delimiter, line) => {
    expect(inspect(text)).toMatchObject({ delimiter, firstRow: { line } });
    expect(inspect(text).columns[0]).toBe('Name');
  });

  it.each([
    ['a first column alone', 'Name,,\nAda,Avon,06001\n', 'Name'],
    ['one column', 'Name\nLee, Ann\nDoe, Jane\n', 'Name'],
    ['many titles', `${'Title,,\n'.repeat(11)}Name,City,State\n`, 'Title'],
  ])('takes the first row for the header with %s', (_name, text, column) => {
    expect(inspect(text)).toMatchObject({ headerRow: 1 });
    expect(inspect(text).columns[0]).toBe(column);
  });

  it('uses the requested delimiter', () => {
    expect(inspectFile(Buffer.from('a;b,c\n1;2,3\n'), { isWhole: true, delimiter: ',' }).columns).toEqual([
      'a;b',
      'c',
    ]);
  });

  it('gives up to three different values of each column, blanks left out', () => {
    const rows = ['x, a  b ', 'x,', 'y,c', 'z,d', 'w,e'];
    expect(inspect(`One,Two\n${rows.join('\n')}\n`).samples).toEqual([
      ['x', 'y', 'z'],
      ['a b', 'c', 'd'],
    ]);
  });

  it('refuses a header that does not end', () => {
    expect(() => inspectFile(Buffer.from('x'.repeat(900_000)), { isWhole: false })).toThrow(
      'The first line is longer than 1 MB',
    );
  });
});

describe('the kind of a file', () => {
  it.each([
    ['text', Buffer.from('a,b'), 'a.csv', 'csv'],
    ['a workbook', Buffer.from('PK\u0003\u0004rest'), 'a.csv', 'xlsx'],
  ])('is found by its content: %s', (_name, head, name, kind) => {
    expect(getFileKind(head, name)).toBe(kind);
  });

  it.each([
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), 'a.xls', 'in the old .xls format'],
    ['a protected one', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), 'a.xlsx', 'protected with a password'],
    [
      'a protected one by its content',
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('EncryptedPackage', 'utf16le')]),
      'a.xls',
      'protected with a password',
    ],
    ['a PDF', Buffer.from('%PDF-1.7'), 'a.csv', 'a PDF'],
  ])('refuses %s and says what to do', (_name, head, name, message) => {
    expect(() => getFileKind(head, name)).toThrow(message);
  });
});

describe('the encoding of a stream', () => {
  const bytes = Buffer.from('Zoë 😀 Müller');

  it('is UTF-8 however it is cut', async () => {
    for (let size = 1; size < bytes.length; size += 1) {
      const watched = watchUtf8(cut(bytes, size));
      await drain(watched.bytes);
      expect(watched.isUtf8()).toBe(true);
      expect((await drain(decodeStream(cut(bytes, size), 'utf-8'))).join('')).toBe('Zoë 😀 Müller');
    }
  });

  it.each([
    ['a wrong byte', Buffer.from([0x41, 0xe9, 0x41])],
    ['half a character at the end', bytes.subarray(0, 3)],
  ])('is not UTF-8 with %s', async (_name, content) => {
    const watched = watchUtf8(cut(content, 2));
    await drain(watched.bytes);
    expect(watched.isUtf8()).toBe(false);
  });
});

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function drain<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of source) items.push(item);
  return items;
}
