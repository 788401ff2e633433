import { beforeEach, expect, it } from 'vitest';
import type { Notice } from '#platform/work.ts';
import { createRecentNotices, type RecentNotices } from './recent-notices.ts';

const createNotice = (id: string): Notice => ({ noun: 'customer', id, workspaceId: 'w1' });
let nowMs = 0;
let recent: RecentNotices;
const findIdsWithin = (offlineMs: number): string[] | undefined =>
  recent.within(offlineMs)?.map(({ id }) => id);

beforeEach(() => {
  nowMs = 1_000;
  recent = createRecentNotices(() => nowMs);
});

it('are those sent since somebody began to read, and a little before', () => {
  nowMs += 20_000;
  recent.add([createNotice('long ago')]);
  nowMs += 15_000;
  recent.add([createNotice('just before')]);
  nowMs += 10_000;
  recent.add([createNotice('since'), createNotice('last')]);
  nowMs += 1_000;
  expect(findIdsWithin(5_000)).toEqual(['just before', 'since', 'last']);
});

it('are not available for the time before the server started, nor before a gap', () => {
  nowMs += 14_000;
  expect(findIdsWithin(1_000)).toEqual([]);
  expect(findIdsWithin(3_000)).toBeUndefined();
  recent.restart();
  nowMs += 5_000;
  expect(findIdsWithin(0)).toBeUndefined();
  nowMs += 8_000;
  expect(findIdsWithin(0)).toEqual([]);
});

it('expire after a minute, or when there are many, and readers who would need them read again', () => {
  nowMs += 30_000;
  recent.add([createNotice('first')]);
  nowMs += 61_000;
  recent.add([createNotice('second')]);
  expect(findIdsWithin(40_000)).toEqual(['second']);
  expect(findIdsWithin(50_000)).toBeUndefined();
  recent.add(Array.from({ length: 5_000 }, (_, place) => createNotice(String(place))));
  expect(findIdsWithin(0)).toBeUndefined();
  nowMs += 13_000;
  expect(findIdsWithin(0)).toEqual([]);
});
