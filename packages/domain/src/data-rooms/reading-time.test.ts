import { describe, expect, it } from 'vitest';
import { clampReportedTime, formatDuration } from './reading-time.ts';

const now = new Date('2026-11-25T15:00:00Z');
const getTimeBefore = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const opened = new Map([
  [1, getTimeBefore(600)],
  [2, getTimeBefore(5)],
]);
const believe = (times: [page: number, ms: number][], lastReportAt: Date | null) =>
  clampReportedTime(
    times.map(([page, ms]) => ({ page, ms })),
    { openedAt: opened, lastReportAt, now },
  ).map(({ ms }) => ms);

describe('a report of reading time', () => {
  it('caps a reported time at the time since the last report', () => {
    expect(believe([[1, 12_000]], getTimeBefore(15))).toEqual([12_000]);
    expect(believe([[1, 60_000]], getTimeBefore(15))).toEqual([15_000]);
    expect(believe([[1, 60_000]], getTimeBefore(-1))).toEqual([0]);
  });

  it('shares that time among its pages', () => {
    expect(
      believe(
        [
          [1, 12_000],
          [2, 4_000],
        ],
        getTimeBefore(15),
      ),
    ).toEqual([12_000, 3_000]);
  });

  it('counts no page for longer than it has been open, and at most two minutes', () => {
    expect(believe([[2, 10_000]], getTimeBefore(60))).toEqual([5_000]);
    expect(believe([[2, 10_000]], null)).toEqual([5_000]);
    expect(believe([[1, 500_000]], null)).toEqual([120_000]);
  });
});

it.each([
  [400, 'under 1 s'],
  [45_900, '45 s'],
  [120_000, '2 min'],
  [130_000, '2 min 10 s'],
  [3_600_000, '1 h'],
  [3_905_000, '1 h 5 min'],
])('%d ms is %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
