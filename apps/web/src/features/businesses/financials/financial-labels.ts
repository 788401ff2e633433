import { profitLineLabels, type RecastBasis } from '@handover/contract/businesses/financials.ts';
import type { Period } from '@handover/domain/recast/periods.ts';
import type { AddBackCategory, AddBackStatus, RecastStep } from '@handover/domain/recast/recast.ts';
import type { StatusTone } from '@handover/ui/parts/status-label.tsx';

export const categoryLabels: Readonly<Record<AddBackCategory, string>> = {
  owner_benefits: 'Owner’s benefits',
  discretionary: 'Discretionary expense',
  one_time: 'One-time cost',
  second_owner: 'Second owner’s excess compensation',
  rent_to_market: 'Above-market rent',
  unpaid_family: 'Unpaid family labor',
  owner_replacement: 'Owner replacement cost',
};

export const stepLabels: Readonly<Record<RecastStep, string>> = {
  ownerPay: profitLineLabels.ownerPay,
  ...categoryLabels,
};

/** Which figures a category affects, and which amount to enter. */
export const categoryHelp: Readonly<Record<AddBackCategory, string>> = {
  owner_benefits: 'The owner’s health insurance, retirement contributions, and vehicle. Added back to SDE.',
  discretionary: 'A documented expense a buyer would not incur. Added back to SDE only.',
  one_time: 'A one-time cost. Added back to SDE and adjusted EBITDA.',
  second_owner: 'Pay less the market cost of a replacement; negative if the pay is below market.',
  rent_to_market: 'Rent paid less market rent; negative if it is below market. Adjusted EBITDA only.',
  unpaid_family: 'The market cost of the work. Reduces adjusted EBITDA.',
  owner_replacement:
    'The annual market cost of a clinician or manager. Replaces the owner’s pay in adjusted EBITDA.',
};

export const statusLabels: Readonly<Record<AddBackStatus, { text: string; tone: StatusTone }>> = {
  accepted: { text: 'Accepted', tone: 'success' },
  contested: { text: 'Contested', tone: 'warning' },
  rejected: { text: 'Rejected', tone: 'neutral' },
};

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "2025" or "Mar 2025". */
export function formatPeriod({ year, month }: Period): string {
  return month === null ? String(year) : `${monthNames[month - 1] ?? ''} ${String(year)}`;
}

/** "2025", or "TTM through Mar 2025". */
export function formatBasis(basis: RecastBasis, lastMonth: Period | null): string {
  if (basis !== 'ttm') return String(basis);
  return lastMonth === null ? 'Trailing 12 months' : `TTM through ${formatPeriod(lastMonth)}`;
}
