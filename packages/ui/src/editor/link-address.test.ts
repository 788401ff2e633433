import { expect, it } from 'vitest';
import { parseLinkAddress } from './link-address.ts';

it.each([
  ['example.com', 'https://example.com'],
  [' example.com/a?b=c#d ', 'https://example.com/a?b=c#d'],
  ['http://example.com', 'http://example.com'],
  ['sam@example.com', 'mailto:sam@example.com'],
  ['mailto:sam@example.com', 'mailto:sam@example.com'],
  ['(212) 555-0142', 'tel:2125550142'],
  ['+1 212 555 0142', 'tel:+12125550142'],
])('“%s” leads to %s', (text, href) => {
  expect(parseLinkAddress(text)).toBe(href);
});

it.each(['', 'javascript:alert(1)', 'data:text/html,x', 'two words', 'https://', 'example', 'ftp://a.test'])(
  '“%s” is no address',
  (text) => {
    expect(parseLinkAddress(text)).toBeNull();
  },
);
