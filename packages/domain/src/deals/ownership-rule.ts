import { formatDate } from '../format-date.ts';
import { addMonths } from '../calendar-dates.ts';
import type { Requirement } from '../gates.ts';

/** Exceptions to the 36-month rule. */
export const ownershipExceptions = ['cost_reports', 'restructuring', 'form_change', 'death'] as const;
export type OwnershipException = (typeof ownershipExceptions)[number];

/** Input of the 36-month rule for the sale of a home health agency or hospice. Dates are calendar dates. */
export type OwnershipFacts = {
  readonly enrolledOn: string | null;
  /** The last direct change of more than 50%. */
  readonly lastChangeOn: string | null;
  readonly exception: OwnershipException | null;
  /** Whether the sale changes more than 50% of the direct ownership; true if unknown. */
  readonly isMajorityChange: boolean;
  readonly expectedClose: string | null;
};

/** When the 36 months began: at enrollment or the last change, whichever is later; null if neither is known. */
export function findOwnershipStart({
  enrolledOn,
  lastChangeOn,
}: Pick<OwnershipFacts, 'enrolledOn' | 'lastChangeOn'>): string | null {
  return [enrolledOn, lastChangeOn].reduce(
    (latest, date) => (date !== null && date > (latest ?? '') ? date : latest),
    null,
  );
}

/**
 * Whether a home health or hospice provider agreement conveys: domain facts, section 5, the 36-month rule. It does not
 * if more than 50% of the direct ownership changes within 36 months of enrollment or the last such change, unless an
 * exception applies. Dates are calendar dates; on the day after 36 months the agreement conveys again.
 */
export function check36MonthRule({
  since,
  closesOn,
  isMajorityChange,
  exception,
}: {
  readonly since: string;
  readonly closesOn: string;
  readonly isMajorityChange: boolean;
  readonly exception: OwnershipException | null;
}): { readonly conveys: boolean; readonly blockedThrough: string } {
  const blockedThrough = addMonths(since, 36);
  const isWithin = closesOn <= blockedThrough;
  return { conveys: !isWithin || !isMajorityChange || exception !== null, blockedThrough };
}

/** The 36-month rule as a requirement of a deal, which closes today at the earliest. Not legal advice. */
export function getOwnershipRequirement(facts: OwnershipFacts, today: string): Requirement {
  const { exception, isMajorityChange, expectedClose } = facts;
  const since = findOwnershipStart(facts);
  const closesOn = expectedClose !== null && expectedClose > today ? expectedClose : today;
  const isExempt = exception !== null || !isMajorityChange;
  const rule = since === null ? null : check36MonthRule({ since, closesOn, isMajorityChange, exception });
  const isMet = isExempt || rule?.conveys === true;
  const hint =
    rule === null
      ? 'Add the Medicare enrollment or the last CHOW date to the business.'
      : `The Medicare provider agreement does not transfer until after ${formatDate(rule.blockedThrough)}. Close after that date, record an exception on the business, or record a direct ownership change of 50% or less on the deal.`;
  return {
    key: 'ownership_rule',
    label: '36-month rule',
    isMet,
    hint: isMet ? null : `${hint} Not legal advice.`,
  };
}
