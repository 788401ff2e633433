import { describe, expect, it } from 'vitest';
import { aList } from '#test-setup/customer-list.tsx';
import { anId } from '#test-setup/records.ts';
import {
  findNextSort,
  plainSearch,
  readSearch,
  withFilter,
  withSortKey,
  writeSearch,
} from './list-search.ts';

const read = (address: string) => readSearch(aList, new URLSearchParams(address));

describe('the state of the list in the address', () => {
  it('is read as it was written', () => {
    const address = `view=v1&q=smile&status=banned&isUnsubscribed=true&brokerId=none&tagId=${anId(1)}&tagId=${anId(2)}&joinedFrom=2026-01-01&uncontactedDays=90&created=month&sort=-name%2Ccompany&columns=phone%2Ctags&density=compact&limit=100&cursor=abc&page=3`;
    expect(writeSearch(aList, new URLSearchParams(), read(address)).toString()).toBe(address);
  });

  it('skips what the contract would refuse', () => {
    const { filter, sort } = read(
      'status=angry&brokerId=7&joinedFrom=31.01.2026&sort=shoeSize&tagId=x&isVerified=maybe&isUnsubscribed=1&q=ok',
    );
    expect(filter).toEqual({ q: 'ok' });
    expect(sort).toBeNull();
  });

  it('keeps the parameters of others', () => {
    expect(writeSearch(aList, new URLSearchParams('import=new&q=old'), read('q=new')).toString()).toBe(
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
    expect(withFilter(aList, read('sort=name&cursor=abc&page=3'), { status: 'active' })).toEqual({
      ...plainSearch,
      filter: { status: 'active' },
      sort: 'name',
      cursor: null,
      page: 1,
    });
  });

  it('goes when it is undefined or empty', () => {
    expect(withFilter(aList, read('q=x&status=banned'), { q: '', status: undefined }).filter).toEqual({});
  });
});

describe('the order by a column', () => {
  it('goes ascending, descending, none', () => {
    const first = findNextSort(null, 'company');
    const second = findNextSort(first, 'company');
    expect([first, second, findNextSort(second, 'company')]).toEqual(['company', '-company', null]);
  });

  it('starts over with another column', () => {
    expect(findNextSort('-company', 'name')).toBe('name');
  });

  it('adds a key after the others, reverses it, and removes it', () => {
    const two = findNextSort('-createdAt', 'name', { isAdded: true });
    const turned = findNextSort(two, 'name', { isAdded: true });
    expect([two, turned, findNextSort(turned, 'name', { isAdded: true })]).toEqual([
      '-createdAt,name',
      '-createdAt,-name',
      '-createdAt',
    ]);
  });

  it('replaces the last of three keys', () => {
    expect(findNextSort('name,company,joiningDate', 'createdAt', { isAdded: true })).toBe(
      'name,company,createdAt',
    );
  });

  it('is set from the menu of a column, alone or after the others', () => {
    expect(withSortKey('name', 'company', { isDescending: true, isAdded: false })).toBe('-company');
    expect(withSortKey('name', 'company', { isDescending: true, isAdded: true })).toBe('name,-company');
    expect(withSortKey('name,-company', 'name', { isDescending: null, isAdded: true })).toBe('-company');
    expect(withSortKey('name', 'name', { isDescending: null, isAdded: true })).toBeNull();
  });
});
