import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths } from '../calendar-dates.ts';
import {
  check36MonthRule,
  ownershipExceptions,
  getOwnershipRequirement,
  findOwnershipStart,
  type OwnershipFacts,
} from './ownership-rule.ts';

const facts: OwnershipFacts = {
  enrolledOn: '2010-01-01',
  lastChangeOn: '2024-03-15',
  exception: null,
  isMajorityChange: true,
  expectedClose: '2027-03-15',
};
const today = '2026-11-26';
const isMet = (change: Partial<OwnershipFacts>) =>
  getOwnershipRequirement({ ...facts, ...change }, today).isMet;

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days));
const anyFacts: fc.Arbitrary<OwnershipFacts> = fc.record({
  enrolledOn: fc.option(day),
  lastChangeOn: fc.option(day),
  exception: fc.option(fc.constantFrom(...ownershipExceptions)),
  isMajorityChange: fc.boolean(),
  expectedClose: fc.option(day),
});

describe('the 36-month rule', () => {
  it('blocks a sale of more than half up to and on the last day', () => {
    const check = (closesOn: string) =>
      check36MonthRule({ since: '2024-03-15', closesOn, isMajorityChange: true, exception: null });
    expect(check('2027-03-15')).toEqual({ conveys: false, blockedThrough: '2027-03-15' });
    expect(check('2027-03-16').conveys).toBe(true);
  });

  it.each([
    ['2024-02-29', '2027-02-28'],
    ['2021-02-28', '2024-02-28'],
    ['2024-08-31', '2027-08-31'],
    ['2023-12-31', '2026-12-31'],
  ])('that began on %s ends with %s', (since, last) => {
    const check = (closesOn: string) =>
      check36MonthRule({ since, closesOn, isMajorityChange: true, exception: null }).conveys;
    expect([check(last), check(addDays(last, 1))]).toEqual([false, true]);
  });

  it('counts from the later of enrollment and the last change', () => {
    expect(findOwnershipStart(facts)).toBe('2024-03-15');
    expect(findOwnershipStart({ enrolledOn: '2025-01-01', lastChangeOn: '2024-03-15' })).toBe('2025-01-01');
    expect(findOwnershipStart({ enrolledOn: null, lastChangeOn: null })).toBeNull();
  });
});

describe('the requirement of a deal', () => {
  it('is not met within the 36 months, with the last day and what can be done', () => {
    const requirement = getOwnershipRequirement(facts, today);
    expect(requirement).toMatchObject({ key: 'ownership_rule', isMet: false });
    expect(requirement.hint).toMatch(/until after Mar 15, 2027\..*Not legal advice\.$/);
    expect(isMet({ expectedClose: '2027-03-16' })).toBe(true);
    expect(isMet({ isMajorityChange: false })).toBe(true);
  });

  it('is not met while no date is known, nor by an expected close in the past', () => {
    const unknown = getOwnershipRequirement({ ...facts, enrolledOn: null, lastChangeOn: null }, today);
    expect([unknown.isMet, unknown.hint]).toEqual([false, expect.stringContaining('Medicare enrollment')]);
    expect(isMet({ expectedClose: null })).toBe(false);
    expect(isMet({ expectedClose: null, lastChangeOn: '2023-11-25' })).toBe(true);
    expect(isMet({ expectedClose: '2020-01-01', lastChangeOn: '2023-11-25' })).toBe(true);
  });

  it.each(ownershipExceptions)('is met by the exception %s', (exception) => {
    expect(isMet({ exception })).toBe(true);
  });

  it('is met exactly by an exception, half or less, or a later close than 36 months', () => {
    fc.assert(
      fc.property(anyFacts, day, (any, now) => {
        const since = findOwnershipStart(any);
        const close = [any.expectedClose ?? now, now].toSorted()[1] ?? now;
        const isOver = since !== null && close > addMonths(since, 36);
        const { isMet: met, hint } = getOwnershipRequirement(any, now);
        expect(met).toBe(any.exception !== null || !any.isMajorityChange || isOver);
        expect(hint === null).toBe(met);
      }),
    );
  });

  it('once met, stays met by a later close', () => {
    fc.assert(
      fc.property(anyFacts, day, fc.nat(5_000), (any, now, days) => {
        const later = { ...any, expectedClose: addDays(any.expectedClose ?? now, days) };
        const [before, after] = [any, later].map((each) => getOwnershipRequirement(each, now).isMet);
        expect(before === true && after === false).toBe(false);
      }),
    );
  });
});
