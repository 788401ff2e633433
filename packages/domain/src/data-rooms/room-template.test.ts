import { describe, expect, it } from 'vitest';
import { businessTypes } from '@handover/contract/businesses/business-list.ts';
import { isExpired, calculateReadyPercent, roomFolders, listRoomRequests } from './room-template.ts';

describe('the index of a data room', () => {
  it('lists each folder after its parent, with no wider access', () => {
    for (const [position, { number, level }] of roomFolders.entries()) {
      const [outer, inner] = number.split('.');
      if (inner === undefined) continue;
      const parent = roomFolders.findIndex((folder) => folder.number === outer);
      expect(parent).toBeGreaterThanOrEqual(0);
      expect(parent).toBeLessThan(position);
      expect(level).toBeGreaterThanOrEqual(roomFolders[parent]?.level ?? 4);
    }
  });

  it('opens the teaser and summaries at L1, detail at L2, names and the deal at L3, and nothing else below L2', () => {
    const at = (level: number) =>
      roomFolders.filter((folder) => folder.level === level).map(({ number }) => number);
    expect(at(0)).toEqual(['00']);
    expect(at(1)).toEqual(['01', '03', '03.1']);
    expect(at(3)).toEqual(['08.2', '14']);
  });
});

describe('the requests of a type', () => {
  it.each(businessTypes)('of %s go to folders of the index and are unique', (type) => {
    const requests = listRoomRequests(type);
    const numbers = new Set(roomFolders.map(({ number }) => number));
    expect(requests.every(({ folder }) => numbers.has(folder))).toBe(true);
    expect(new Set(requests.map(({ title }) => title)).size).toBe(requests.length);
    expect(requests.length).toBeGreaterThan(23);
  });

  it('are those of every business if the type is unknown', () => {
    expect(listRoomRequests('other')).toHaveLength(23);
  });
});

describe('readiness', () => {
  const verified = { state: 'verified', expiresOn: null } as const;
  const open = { state: 'required', expiresOn: null } as const;

  it('is the verified share of the required documents, rounded down', () => {
    expect(calculateReadyPercent([verified, verified, open], '2026-11-24')).toBe(66);
    expect(
      calculateReadyPercent([verified, { state: 'not_applicable', expiresOn: null }], '2026-11-24'),
    ).toBe(100);
    expect(calculateReadyPercent([verified, { state: 'uploaded', expiresOn: null }], '2026-11-24')).toBe(50);
    expect(calculateReadyPercent([{ state: 'not_applicable', expiresOn: null }], '2026-11-24')).toBeNull();
  });

  it('excludes expired documents after their last day', () => {
    const license = { state: 'verified', expiresOn: '2026-11-24' } as const;
    expect(calculateReadyPercent([license], '2026-11-24')).toBe(100);
    expect(calculateReadyPercent([license], '2026-11-25')).toBe(0);
    expect(isExpired(null, '2026-11-25')).toBe(false);
  });
});
