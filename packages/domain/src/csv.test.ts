import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsvCell, toCsvLine, detectDelimiter } from './csv.ts';

describe('a CSV cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("http://evil.test","x")', '"\'=HYPERLINK(""http://evil.test"",""x"")"'],
    ['+cmd|calc', '"\'+cmd|calc"'],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', '"\'\t=1"'],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    ['  =1', "'  =1"],
    ['＝1', "'＝1"],
    ['+1 (308) 865-2512', "'+1 (308) 865-2512"],
    ['--1', "'--1"],
  ])('%j is kept from running', (text, cell) => {
    expect(toCsvCell(text)).toBe(cell);
  });

  it.each(['-12.5', '+13088652512', '-7', 'O’Neil & Sons', '1-2', 'a=b', '(308) 865-2512'])(
    '%j stays as it is',
    (text) => {
      expect(toCsvCell(text)).toBe(text);
    },
  );

  it('is empty for nothing', () => {
    expect(toCsvLine([null, '', 5, -5])).toBe(',,5,-5\r\n');
  });

  it('quotes what would break the record', () => {
    expect(toCsvLine(['a,b', 'say "hi"', 'two\r\nlines', ' x'])).toBe(
      '"a,b","say ""hi""","two\r\nlines"," x"\r\n',
    );
  });

  it('never starts with a character that runs, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ' ', '"', '1', 'a', '＝') }),
        (text) => {
          const shown = toCsvCell(text).replace(/^"/, '').replaceAll('""', '"');
          expect(
            /^\s*[=@＝\t\r]/.test(shown) || (/^\s*[+-]/.test(shown) && !/^[+-]\d+(\.\d+)?$/.test(shown)),
          ).toBe(false);
        },
      ),
    );
  });
});

describe('the delimiter of a text', () => {
  it.each([
    [',', 'Account,Note,2025\nHygiene,Recall; perio,120000\nRent,,4100'],
    [',', 'Smith Dental LLC\nProfit and Loss\n\nAccount,2024,2025\nRent,1,2'],
    [';', 'Konto;2025\nLohn;1.234,50\nMiete;4.100,00'],
    ['\t', 'Name\tCity\nLee, Ann\tOmaha\nDoe, Jane\tLincoln'],
    ['|', 'Name|City\nAnn|Omaha'],
    [',', 'Name,Note\nAnn,"a;b;c\nd;e;f"\nJane,"a;b;c"'],
    [',', 'One column\nof text'],
    [',', ''],
  ])('is %j in %j', (delimiter, text) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });
});
