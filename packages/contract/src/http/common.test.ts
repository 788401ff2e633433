import { describe, expect, it } from 'vitest';
import { int, minimum, safeParse } from 'zod/mini';
import { email, emailedCode, nameLine } from './common.ts';

const isAcceptedName = (name: string): boolean => safeParse(nameLine(120), name).success;
const isAcceptedEmail = (address: string): boolean => safeParse(email, address).success;

const hidden: readonly [string, string][] = [
  ['a control', '\u0001'],
  ['a control of Latin-1', '\u0085'],
  ['a soft hyphen', '\u00AD'],
  ['a zero-width space', '\u200B'],
  ['a zero-width non-joiner', '\u200C'],
  ['a zero-width joiner', '\u200D'],
  ['a direction mark', '\u200F'],
  ['a direction override', '\u202E'],
  ['a direction isolate', '\u2066'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\uFEFF'],
  ['a line separator', '\u2028'],
  ['a Hangul filler', '\u3164'],
  ['a blank braille pattern', '\u2800'],
  ['a variation selector', '\uFE0F'],
  ['a tag', '\u{E0061}'],
  ['a lone surrogate', '\uD800'],
  ['a noncharacter', '\uFFFE'],
];

describe('names and email addresses', () => {
  it.each(hidden)('refuse %s', (_what, character) => {
    expect(isAcceptedName(`Ann${character}Lee`)).toBe(false);
    expect(isAcceptedEmail(`ann${character}lee@people.test`)).toBe(false);
    expect(isAcceptedEmail(`ann@peo${character}ple.test`)).toBe(false);
  });

  it.each([
    ['Latin letters with marks', 'Zoë Nuñez-O’Brien'],
    ['Hebrew', 'נועה לוי'],
    ['Arabic with vowel marks', 'مُحَمَّد عبد الرحمٰن'],
    ['Persian with a non-joiner', 'علی\u200Cرضا محمدی'],
    ['Hindi with a joiner', 'क्\u200Dषमा'],
    ['Malayalam with a joiner at the end', 'രാജന്\u200D'],
    ['Chinese with a variant', '葛\u{E0100}城'],
    ['an emoji', '😀 Studio'],
    ['emoji of several parts', '👩🏽\u200D⚕\uFE0F 👨\u200D👩\u200D👧 ❤\uFE0F 1\uFE0F\u20E3'],
    ['the flag of a region', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} Clinic'],
  ])('take %s', (_what, name) => {
    expect(isAcceptedName(name)).toBe(true);
  });

  it('refuse a joiner where nothing joins', () => {
    expect(isAcceptedName('علی\u200C')).toBe(false);
    expect(isAcceptedName('علی\u200C\u200Cرضا')).toBe(false);
    expect(isAcceptedName('😀\u200D')).toBe(false);
  });

  it('accept addresses in other scripts', () => {
    expect(isAcceptedEmail('用户@例子.测试')).toBe(true);
  });
});

it('accepts an emailed code with a space in it', () => {
  expect(safeParse(emailedCode, ' 623 178\u00A0').data).toBe('623178');
  expect(safeParse(emailedCode, '62317').error?.issues[0]?.message).toBe('Enter the six-digit code');
});

it('asks for a number where a form passes NaN', () => {
  expect(safeParse(int().check(minimum(0)), Number.NaN).error?.issues[0]?.message).toBe('Enter a number');
  expect(safeParse(int().check(minimum(0)), -1).error?.issues[0]?.message).toMatch(/^Too small/);
});
