import { addMonths } from '../calendar-dates.ts';

/** Term of an engagement letter, as calendar dates `YYYY-MM-DD`. */
export type EngagementTerm = {
  readonly startsOn: string;
  /** The last day of the term, as agreed or as ended earlier; null while it is open-ended. */
  readonly endsOn: string | null;
  readonly tailMonths: number;
};

/** Why a commission is owed for a closing, or why it is not. */
export const commissionClaims = ['term', 'tail', 'before_term', 'not_protected', 'tail_over'] as const;
export type CommissionClaim = (typeof commissionClaims)[number];

/**
 * The first day after the tail; null for an open-ended term. In a shorter month it is the last day: August 31 + 6
 * months is February 28 or 29.
 */
export function findTailEnd({ endsOn, tailMonths }: EngagementTerm): string | null {
  return endsOn === null ? null : addMonths(endsOn, tailMonths);
}

/**
 * Whether a closing earns a commission (domain.md section 3): always within the term; afterward, if the buyer is on the
 * protected list and closes before expiration + tail months.
 */
export function getCommissionClaim(
  term: EngagementTerm,
  { closedOn, isProtected }: { readonly closedOn: string; readonly isProtected: boolean },
): CommissionClaim {
  const { startsOn, endsOn } = term;
  if (closedOn < startsOn) return 'before_term';
  if (endsOn === null || closedOn <= endsOn) return 'term';
  if (!isProtected) return 'not_protected';
  return closedOn < (findTailEnd(term) ?? '') ? 'tail' : 'tail_over';
}

export function isOwed(claim: CommissionClaim): boolean {
  return claim === 'term' || claim === 'tail';
}
