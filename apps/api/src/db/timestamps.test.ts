import * as fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { readTimestamp } from './timestamps.ts';

const parseAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

/** As PostgreSQL writes it in UTC: no zeros at the end of a fraction. */
function formatTimestamp(moment: Date): string {
  return moment
    .toISOString()
    .replace('T', ' ')
    .replace(/(?:\.000|(\.\d*?)0*)Z$/, '$1+00');
}

describe('a timestamp of a row', () => {
  it('returns the stored moment, in the text format of a Date', () => {
    const moments = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    const examples: [Date][] = [
      [new Date('2026-11-22T18:10:00.000Z')],
      [new Date('2024-02-29T23:59:50.050Z')],
      [new Date('1999-12-31T23:59:59.900Z')],
    ];
    fc.assert(
      fc.property(moments, (moment) => {
        const read = readTimestamp(formatTimestamp(moment));
        expect(read).toBeInstanceOf(Date);
        expect(read).toEqual(moment);
        expect(JSON.stringify({ read })).toBe(JSON.stringify({ read: moment }));
      }),
      { numRuns: 2_000, examples },
    );
  });

  it.each([
    'infinity',
    '-infinity',
    '2026-11-22 18:10:14.123456+00',
    '2026-11-22 18:10:14+02',
    '2026-11-22 18:10:14.1+05:30',
    '0044-03-15 12:00:00+00 BC',
    '12026-11-22 18:10:14+00',
  ])('is left to the driver as %s', (text) => {
    expect(readTimestamp(text)).toEqual(parseAny(text));
  });
});
