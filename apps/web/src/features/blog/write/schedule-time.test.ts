import { describe, expect, it } from 'vitest';
import { toInstant, toLocalTime } from '@handover/domain/local-time.ts';
import { formatTime } from './posts.queries.ts';

describe('a time in the workspace’s zone', () => {
  it.each([
    ['America/New_York', '2026-01-15T09:00', '2026-01-15T14:00:00.000Z'],
    ['America/New_York', '2026-07-15T09:00', '2026-07-15T13:00:00.000Z'],
    ['America/New_York', '2026-03-08T01:59', '2026-03-08T06:59:00.000Z'],
    ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
    ['America/New_York', '2026-11-01T03:00', '2026-11-01T08:00:00.000Z'],
    ['Asia/Kolkata', '2026-01-01T00:15', '2025-12-31T18:45:00.000Z'],
    ['Pacific/Auckland', '2026-01-01T00:00', '2025-12-31T11:00:00.000Z'],
    ['UTC', '2026-01-01T00:00', '2026-01-01T00:00:00.000Z'],
  ])('%s %s is %s, and back', (timeZone, local, instant) => {
    expect(toInstant(local, timeZone).toISOString()).toBe(instant);
    expect(toLocalTime(new Date(instant), timeZone)).toBe(local);
  });

  it('is moved to a valid time if a clock change skips it', () => {
    const instant = toInstant('2026-03-08T02:30', 'America/New_York');
    expect(['2026-03-08T01:30', '2026-03-08T03:30']).toContain(toLocalTime(instant, 'America/New_York'));
  });

  it('is shown with its time zone', () => {
    expect(formatTime('America/New_York', new Date('2026-11-30T14:00:00Z'))).toMatch(
      /^Nov 30, 2026, 9:00\sAM EST$/,
    );
  });
});
