import { expect, it } from 'vitest';
import { getSignedFileName } from './agreement-document.ts';

it('names the signed file by the day of the signature in the workspace’s time zone', () => {
  const sentAt = new Date('2026-03-30T15:00:00Z');
  const row = { customer_name: 'Ann Lee', title: 'NDA', sent_at: sentAt, time_zone: 'America/New_York' };
  const evening = new Date('2026-04-01T01:00:00Z');
  expect(getSignedFileName({ ...row, closed_at: evening })).toBe('Ann Lee, NDA, 2026-03-31.pdf');
});
