import { describe, expect, it } from 'vitest';
import { toInstant, toLocalTime } from './local-time.ts';

describe('the instant of a wall-clock time', () => {
  it.each([
    ['2026-11-21T09:00', 'UTC', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T09:00', 'America/Chicago', '2026-11-21T15:00:00.000Z'],
    ['2026-07-21T09:00', 'America/Chicago', '2026-07-21T14:00:00.000Z'],
    // UTC+14 and UTC−11: the same local time is 25 hours apart.
    ['2026-03-01T09:00', 'Pacific/Kiritimati', '2026-02-28T19:00:00.000Z'],
    ['2026-03-01T09:00', 'Pacific/Pago_Pago', '2026-03-01T20:00:00.000Z'],
    ['2026-12-31T23:59', 'Pacific/Pago_Pago', '2027-01-01T10:59:00.000Z'],
    ['2026-11-21T09:00', 'Asia/Kathmandu', '2026-11-21T03:15:00.000Z'],
  ])('%s in %s is %s', (local, timeZone, instant) => {
    expect(toInstant(local, timeZone).toISOString()).toBe(instant);
    expect(toLocalTime(new Date(instant), timeZone)).toBe(local);
  });

  it('on the day clocks change is right before, in and after the change', () => {
    const spring = (time: string): string =>
      toInstant(`2026-03-08T${time}`, 'America/New_York').toISOString();
    expect(spring('01:59')).toBe('2026-03-08T06:59:00.000Z');
    // 02:30 does not exist.
    expect(spring('02:30')).toBe('2026-03-08T07:30:00.000Z');
    expect(spring('03:00')).toBe('2026-03-08T07:00:00.000Z');
    expect(spring('09:00')).toBe('2026-03-08T13:00:00.000Z');
  });

  it('is the first of two if the time occurs twice', () => {
    const autumn = (time: string): string =>
      toInstant(`2026-11-01T${time}`, 'America/New_York').toISOString();
    expect(autumn('00:59')).toBe('2026-11-01T04:59:00.000Z');
    expect(autumn('01:30')).toBe('2026-11-01T05:30:00.000Z');
    expect(autumn('02:00')).toBe('2026-11-01T07:00:00.000Z');
    // Lord Howe Island changes its clocks by half an hour.
    expect(toInstant('2026-04-05T01:45', 'Australia/Lord_Howe').toISOString()).toBe(
      '2026-04-04T14:45:00.000Z',
    );
  });
});
