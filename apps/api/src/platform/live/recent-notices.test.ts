import { beforeEach, expect, it } from 'vitest';
import type { Notice } from '#platform/work.ts';
import { createRecentNotices, type RecentNotices } from './recent-notices.ts';

const notice = (id: string): Notice => ({ noun: 'customer', id, workspaceId: 'w1' });
let nowMs = 0;
let recent: RecentNotices;
const idsWithin = (offlineMs: number): string[] | undefined => recent.within(offlineMs)?.map(({ id }) => id);

beforeEach(() => {
  nowMs = 1_000;
  recent = createRecentNotices(() => nowMs);
});

it('are those sent since somebody began to read, and a little before', () => {
  nowMs += 20_000;
  recent.add([notice('long ago')]);
  nowMs += 15_000;
  recent.add([notice('just before')]);
  nowMs += 10_000;
  recent.add([notice('since'), notice('last')]);
  nowMs += 1_000;
  expect(idsWithin(5_000)).toEqual(['just before', 'since', 'last']);
});

it('are not known for the time before the server stood, nor before a gap', () => {
  nowMs += 14_000;
  expect(idsWithin(1_000)).toEqual([]);
  expect(idsWithin(3_000)).toBeUndefined();
  recent.restart();
  nowMs += 5_000;
  expect(idsWithin(0)).toBeUndefined();
  nowMs += 8_000;
  expect(idsWithin(0)).toEqual([]);
});

it('expire after a minute, or when there are many, and readers who would need them read again', () => {
  nowMs += 30_000;
  recent.add([notice('first')]);
  nowMs += 61_000;
  recent.add([notice('second')]);
  expect(idsWithin(40_000)).toEqual(['second']);
  expect(idsWithin(50_000)).toBeUndefined();
  recent.add(Array.from({ length: 5_000 }, (_, place) => notice(String(place))));
  expect(idsWithin(0)).toBeUndefined();
  nowMs += 13_000;
  expect(idsWithin(0)).toEqual([]);
});
