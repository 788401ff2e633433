import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { expect, it } from 'vitest';
import { formatPhone } from '#platform/records/import/cells.ts';
import { phoneKey } from './text.ts';

const digits = fc.stringMatching(/^[2-9]\d{9}$/);
const forms: readonly ((area: string, exchange: string, line: string) => string)[] = [
  (area, exchange, line) => `(${area}) ${exchange}-${line}`,
  (area, exchange, line) => `${area}-${exchange}-${line}`,
  (area, exchange, line) => `${area}.${exchange}.${line}`,
  (area, exchange, line) => `${area}${exchange}${line}`,
  (area, exchange, line) => `+1 ${area} ${exchange} ${line}`,
  (area, exchange, line) => `1-${area}-${exchange}-${line}`,
];

it('reads plain American numbers as the phone library does', () => {
  fc.assert(
    fc.property(digits, fc.constantFrom(...forms), (number, form) => {
      const text = form(number.slice(0, 3), number.slice(3, 6), number.slice(6));
      const parsed = parsePhoneNumberFromString(text, 'US');
      expect(phoneKey(text)).toBe(parsed?.number);
      expect(formatPhone(text)).toBe(parsed?.formatNational());
    }),
  );
});

it.each(['+49 30 123456', '(308) 865-2512 x7', '123', '+44 20 7946 0958', '1800FLOWERS'])(
  'leaves %s to the phone library',
  (text) => {
    const parsed = parsePhoneNumberFromString(text, 'US');
    if (parsed?.isPossible() === true) expect(phoneKey(text)).toBe(parsed.number);
    else expect(phoneKey(text)).toBe(text.replace(/\D/g, ''));
  },
);
