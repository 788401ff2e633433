import { describe, expect, it } from 'vitest';
import { columnsOf, hasName, withColumn } from './mapping.ts';

const run = {
  columns: ['NPI', 'Last name', 'Shoe size'],
  samples: [['1', '2'], ['Lee'], ['43', '44', '45']],
};

describe('the columns of a file', () => {
  it('show where they go and what the file has in them, taken or not', () => {
    expect(columnsOf(run, { '0': 'npi', '1': 'lastName' })).toEqual([
      { key: '0', header: 'NPI', field: 'npi', samples: ['1', '2'] },
      { key: '1', header: 'Last name', field: 'lastName', samples: ['Lee'] },
      { key: '2', header: 'Shoe size', field: null, samples: ['43', '44', '45'] },
    ]);
  });
});

describe('a mapping', () => {
  it('sends a column elsewhere, or nowhere', () => {
    expect(withColumn({ '0': 'npi' }, '1', 'lastName')).toEqual({ '0': 'npi', '1': 'lastName' });
    expect(withColumn({ '0': 'npi', '1': 'lastName' }, '0', '')).toEqual({ '1': 'lastName' });
  });

  it('needs a name to take any row', () => {
    expect(hasName({ '0': 'npi' })).toBe(false);
    expect(hasName({ '0': 'npi', '1': 'organizationName' })).toBe(true);
    expect(hasName({ '0': 'npi', '1': 'email' })).toBe(true);
  });
});
