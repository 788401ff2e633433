import { describe, expect, it } from 'vitest';
import { anId } from '../../../../../test-setup/records.ts';
import { nextSort, readSearch, withFilter, writeSearch } from './list-search.ts';

const read = (address: string) => readSearch(new URLSearchParams(address));

describe('the state of the list in the address', () => {
  it('comes back as it was written', () => {
    const address = `q=smile&status=banned&brokerId=none&tagId=${anId(1)}&tagId=${anId(2)}&joinedFrom=2026-01-01&sort=-name&cursor=abc&page=3`;
    expect(writeSearch(new URLSearchParams(), read(address)).toString()).toBe(address);
  });

  it('leaves out what the contract would refuse', () => {
    const { filter, sort } = read(
      'status=angry&brokerId=7&joinedFrom=31.01.2026&sort=shoeSize&tagId=x&isVerified=maybe&q=ok',
    );
    expect(filter).toEqual({ q: 'ok' });
    expect(sort).toBeNull();
  });

  it('keeps the parameters of others', () => {
    expect(writeSearch(new URLSearchParams('import=new&q=old'), read('q=new')).toString()).toBe(
      'import=new&q=new',
    );
  });

  it('counts no page without a cursor', () => {
    expect(read('page=4').page).toBe(1);
    expect(read('page=-2&cursor=abc').page).toBe(1);
  });
});

describe('a changed filter', () => {
  it('starts at the first page and keeps the order', () => {
    expect(withFilter(read('sort=name&cursor=abc&page=3'), { status: 'active' })).toEqual({
      filter: { status: 'active' },
      sort: 'name',
      cursor: null,
      page: 1,
    });
  });

  it('goes when it is undefined or empty', () => {
    expect(withFilter(read('q=x&status=banned'), { q: '', status: undefined }).filter).toEqual({});
  });
});

describe('the order by a column', () => {
  it('goes ascending, descending, none', () => {
    const first = nextSort(null, 'company');
    const second = nextSort(first, 'company');
    expect([first, second, nextSort(second, 'company')]).toEqual(['company', '-company', null]);
  });

  it('begins anew with another column', () => {
    expect(nextSort('-company', 'name')).toBe('name');
  });
});
