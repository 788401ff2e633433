import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCsvReader, type CsvRecord } from './csv-reader.ts';

const countBytes = (text: string): number => Buffer.byteLength(text);

function readAll(
  text: string,
  { delimiter = ',', piece = text.length }: { delimiter?: string; piece?: number } = {},
): CsvRecord[] {
  const reader = createCsvReader({ delimiter, bytesOf: countBytes });
  const records: CsvRecord[] = [];
  for (let start = 0; start < text.length; start += Math.max(1, piece))
    records.push(...reader.push(text.slice(start, start + Math.max(1, piece))));
  return [...records, ...reader.end()];
}

const toCells = (records: readonly CsvRecord[]) =>
  records.map((record) => (record.kind === 'row' ? record.cells : `broken in line ${String(record.line)}`));

describe('reading CSV', () => {
  it.each([
    ['LF', 'a,b\n1,2\n'],
    ['CRLF', 'a,b\r\n1,2\r\n'],
    ['CR', 'a,b\r1,2\r'],
    ['no last line break', 'a,b\n1,2'],
    ['blank lines', '\n\na,b\n \n1,2\n\n'],
  ])('takes %s', (_name, text) => {
    expect(toCells(readAll(text))).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('takes quoted cells with delimiters, line breaks and quotes', () => {
    expect(toCells(readAll('"a,1","line\r\nbreak","say ""hi""", "spaced" ,""\n'))).toEqual([
      ['a,1', 'line\r\nbreak', 'say "hi"', 'spaced', ''],
    ]);
  });

  it('keeps quotes inside plain cells', () => {
    expect(toCells(readAll('5" pipe,O"Neil\n'))).toEqual([['5" pipe', 'O"Neil']]);
  });

  it('counts lines and bytes as the file has them', () => {
    const text = 'é,b\r\n\r\n"two\nlines",x\r\nlast,y';
    expect(readAll(text).map(({ line, nextLine, endsAt }) => ({ line, nextLine, endsAt }))).toEqual([
      { line: 1, nextLine: 2, endsAt: 6 },
      { line: 3, nextLine: 5, endsAt: 23 },
      { line: 5, nextLine: 6, endsAt: 29 },
    ]);
  });

  it('continues where a record ended', () => {
    const text = 'a,b\n1,"x\ny"\n2,z\n';
    const [, second] = readAll(text);
    const from = { byte: second?.endsAt ?? 0, line: second?.nextLine ?? 0 };
    const reader = createCsvReader({ delimiter: ',', bytesOf: countBytes, from });
    expect([...reader.push(text.slice(from.byte)), ...reader.end()]).toEqual([
      { kind: 'row', line: 4, nextLine: 5, endsAt: 16, cells: ['2', 'z'] },
    ]);
  });

  it('reports the line of a quote that is never closed, and continues after it', () => {
    const records = readAll('a,b\n1,"open\n2,x\n3,y\n');
    expect(toCells(records)).toEqual([['a', 'b'], 'broken in line 2', ['2', 'x'], ['3', 'y']]);
    expect(records[1]).toMatchObject({
      raw: '1,"open',
      reason: 'A quoted cell that starts here is never closed.',
    });
  });

  it('reports a quote that another row would close', () => {
    expect(toCells(readAll('1,"open\n2,"x"\n3,y\n'))).toEqual(['broken in line 1', ['2', 'x'], ['3', 'y']]);
  });

  it('reports quotes that are not doubled, and only that line', () => {
    expect(toCells(readAll('1,"the "best" clinic"\n2,x\n'))).toEqual(['broken in line 1', ['2', 'x']]);
  });

  it('does not read the rest of a file as one cell', () => {
    const rows = Array.from({ length: 60_000 }, (_, row) => `${String(row)},plain text without quotes`);
    rows[100] = '100,"open';
    const records = readAll(rows.join('\n'), { piece: 65_536 });
    expect(records.length).toBe(60_000);
    expect(records[100]).toMatchObject({ kind: 'broken', line: 101 });
    expect(records.filter((record) => record.kind === 'broken').length).toBe(1);
  });

  it('skips a line that never ends', () => {
    const text = `a,b\n${'x'.repeat(2_500_000)}\n1,2\n`;
    const records = readAll(text, { piece: 65_536 });
    expect(toCells(records)).toEqual([['a', 'b'], 'broken in line 2', ['1', '2']]);
    expect(records[1]).toMatchObject({
      endsAt: 2_500_005,
      nextLine: 3,
      reason: 'This line is longer than 1 MB.',
    });
    expect(readAll('x'.repeat(1_500_000), { piece: 9_999 })).toMatchObject([{ kind: 'broken', line: 1 }]);
  });

  const cell = fc.string({
    unit: fc.constantFrom('a', 'é', '😀', ' ', ',', ';', '"', '\n', '\r', '\r\n', '1'),
  });
  const written = (text: string, isQuoted: boolean): string =>
    isQuoted || /[",;\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

  it('reads what any writer of the format writes as csv-parse does, in pieces of any size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.tuple(cell, fc.boolean()), { minLength: 2, maxLength: 4 }), { maxLength: 6 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.integer({ min: 1, max: 7 }),
        (rows, lineBreak, piece) => {
          const text = rows
            .map((row) => row.map(([value, isQuoted]) => written(value, isQuoted)).join(',') + lineBreak)
            .join('');
          const expected = parse(text, { relax_column_count: true, record_delimiter: lineBreak });
          expect(toCells(readAll(text, { piece }))).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('never fails on any text, reads it alike in pieces of any size, and covers every byte in order', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'é', ',', '"', '\n', '\r', ' '), maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        (text, piece) => {
          const whole = readAll(text);
          expect(readAll(text, { piece })).toEqual(whole);
          const ends = whole.map((record) => record.endsAt);
          expect(ends).toEqual(ends.toSorted((one, other) => one - other));
          expect((ends.at(-1) ?? 0) <= countBytes(text)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
