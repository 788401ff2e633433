import { expect, it } from 'vitest';
import { formatCount } from './format-count.ts';

it.each([
  [0, 'month', undefined, '0 months'],
  [1, 'month', undefined, '1 month'],
  [1_000, 'month', undefined, '1,000 months'],
  [2, 'mailbox', 'mailboxes', '2 mailboxes'],
])('counts %i of %s', (count, one, many, text) => {
  expect(formatCount(count, one, many)).toBe(text);
});
