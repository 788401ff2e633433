import { expect, it } from 'vitest';
import { AppError } from '#lib/errors.ts';
import { rejectWeakPassword } from './passwords.ts';

const own = {
  email: 'r.whitfield@meridian.test',
  displayName: 'Rosalind Whitfield',
  brokerageNames: ['Meridian Healthcare Brokers', 'Team 1'],
};
const findFault = (password: string): Promise<string | null> =>
  rejectWeakPassword(password, { own, path: 'password' }).then(
    () => null,
    (error: unknown) =>
      error instanceof AppError && error.code === 'PASSWORD_WEAK' ? error.message : 'another error',
  );

it.each([
  ['sonyericsson', 'a common one'],
  ['SonyEricsson!!', 'in capitals, with signs'],
  ['password1234', 'with digits'],
  ['P@ssw0rd2024', 'in disguise'],
  ['123456789012', 'a sequence'],
  ['letmein letmein', 'repeated'],
  ['qwertyuiop[]', 'a row of the keyboard'],
])('%s is refused: %s', async (password) => {
  expect(await findFault(password)).toContain('too common');
});

it.each([
  ['aaaabbbbaaaa', 'fewer than four different characters'],
  ['r.whitfield@meridian.test', 'email address'],
  ['R.Whitfield2024', 'email address'],
  ['RosalindWhitfield', 'your name'],
  ['rosalind-2026', 'your name'],
  ['Meridian Brokers 1', 'brokerage'],
  ['healthcare!!99', 'brokerage'],
  ['my dog likes rosalind', 'your name'],
  ['four clinics of whitfield', 'email address'],
  ['M3ridian sells nine practices', 'brokerage'],
  ['meridian-healthcare-brokers-2026', 'brokerage'],
  ['long walks with h@ndover', 'this product'],
])('%s is refused and the rule named', async (password, rule) => {
  expect(await findFault(password)).toContain(rule);
});

it.each(['correct horse battery', 'a long new password', 'tz5kq0wmx2hv', 'ros and alind sell field'])(
  '%s is taken',
  async (password) => {
    expect(await findFault(password)).toBeNull();
  },
);
