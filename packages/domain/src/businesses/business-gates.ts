import { formatDate } from '../format-date.ts';
import type { Requirement } from '../gates.ts';
import type { BrokerLicenseRule } from '../state-rules.ts';
import { usStates } from '../us-states.ts';

/** The input of a business's gates. */
export type BusinessFacts = {
  /** The workspace's current date. */
  readonly today: string;
  /** Postal code of the business's state. */
  readonly state: string | null;
  /** The state's requirements for the brokerage; null without a state. */
  readonly brokerLicenseRule: BrokerLicenseRule | null;
  /** Whether the exact type is known: false for businesses recorded as home health or hospice. */
  readonly isTypeKnown: boolean;
  readonly publicTitle: string | null;
  /** A passage of the public title that identifies the business; null without one. */
  readonly publicTitleLeak: string | null;
  readonly listingNumber: string | null;
  readonly askingPriceCents: number | null;
  readonly isRecastAccepted: boolean;
  readonly isValuationSaved: boolean;
  /** When the brokerage's license in that state expires, `never`, or null without a license. */
  readonly brokerLicenseExpiresOn: string | null;
  readonly isEngagementSigned: boolean;
  /** The percentage of the required documents that are ready; null without a data room. */
  readonly documentsReadyPercent: number | null;
  readonly isTeaserReleased: boolean;
  readonly isCimApproved: boolean;
  readonly hasAcceptedOffer: boolean;
  readonly hasClosedDeal: boolean;
};

/** The minimum share of required documents before a business goes on the market: domain facts, section 2. */
export const readyPercent = 85;

/**
 * The exit gate of a business stage: domain facts, section 2, stages of the sell side. Sold, withdrawn, and expired have
 * none.
 */
export function listBusinessGateRequirements(stage: string, facts: BusinessFacts): readonly Requirement[] {
  return gates[stage]?.(facts) ?? [];
}

const gates: Readonly<Record<string, (facts: BusinessFacts) => Requirement[]>> = {
  lead: (facts) => [
    { key: 'conflict_check', label: 'Conflict check', isMet: null, hint: 'Confirm that you checked' },
    getBrokerLicenseRequirement(facts),
  ],
  valuation: (facts) => [
    createRequirement('recast', 'Recast accepted', {
      isMet: facts.isRecastAccepted,
      hint: 'Accept one under Financials',
    }),
    createRequirement('valuation', 'Valuation saved', {
      isMet: facts.isValuationSaved,
      hint: 'Save a valuation with its assumptions',
    }),
  ],
  engaged: (facts) => [
    createRequirement('engagement', 'Signed engagement letter', {
      isMet: facts.isEngagementSigned,
      hint: 'Add the signed engagement letter',
    }),
  ],
  packaging: ({ documentsReadyPercent: percent, isTeaserReleased, isCimApproved }) => [
    createRequirement('documents', `At least ${String(readyPercent)}% of required documents ready`, {
      isMet: percent !== null && percent >= readyPercent,
      hint: percent === null ? 'Create the data room' : `${String(percent)}% ready`,
    }),
    createRequirement('teaser', 'Teaser passes the leak check', {
      isMet: isTeaserReleased,
      hint: 'Release the teaser',
    }),
    createRequirement('cim', 'CIM approved by the seller', {
      isMet: isCimApproved,
      hint: 'Ask the seller to approve the CIM',
    }),
  ],
  on_market: ({ listingNumber, publicTitle, publicTitleLeak, askingPriceCents, isTypeKnown }) => [
    createRequirement('listing_number', 'Listing number', {
      isMet: listingNumber !== null,
      hint: 'Enter the listing number',
    }),
    createRequirement('public_title', 'Public title', {
      isMet: publicTitle !== null && publicTitleLeak === null,
      hint:
        publicTitleLeak === null
          ? 'Enter the public title'
          : `Remove “${publicTitleLeak}” from the public title. It identifies the business`,
    }),
    createRequirement('asking_price', 'Asking price', {
      isMet: askingPriceCents !== null && askingPriceCents > 0,
      hint: 'Enter the asking price',
    }),
    createRequirement('type', 'Business type', { isMet: isTypeKnown, hint: 'Choose home health or hospice' }),
  ],
  // A closing deal moves the business itself; this move by hand is for a sale without a deal.
  under_offer: ({ hasAcceptedOffer, hasClosedDeal }) => [
    createRequirement('accepted_offer', 'Accepted LOI on a deal', {
      isMet: hasAcceptedOffer,
      hint: 'Accept an offer on a deal',
    }),
    createRequirement('closed_deal', 'Closed deal', {
      isMet: hasClosedDeal,
      hint: 'Close the deal. The business is then sold',
    }),
  ],
};

function createRequirement(
  key: string,
  label: string,
  { isMet, hint }: { isMet: boolean | null; hint: string },
): Requirement {
  return { key, label, isMet, hint: isMet === true ? null : hint };
}

function getBrokerLicenseRequirement({
  state,
  today,
  brokerLicenseRule: rule,
  brokerLicenseExpiresOn: expiresOn,
}: BusinessFacts): Requirement {
  const key = 'broker_license';
  if (state === null || rule === null)
    return createRequirement(key, 'Brokerage license for the state', {
      isMet: false,
      hint: 'Enter the state of the business',
    });
  const what = rule === 'registration' ? 'registration' : 'license';
  const label = `Brokerage ${what} for ${usStates[state] ?? state}`;
  if (rule === 'none') return createRequirement(key, `${label} (none needed)`, { isMet: true, hint: '' });
  if (expiresOn === null)
    return createRequirement(key, label, {
      isMet: null,
      hint: 'Add it to the brokerage’s licenses, or confirm the check',
    });
  const isInForce = expiresOn === 'never' || expiresOn >= today;
  if (isInForce) return createRequirement(key, label, { isMet: true, hint: '' });
  return createRequirement(key, label, {
    isMet: false,
    hint: `Expired on ${formatDate(expiresOn)}. Renew it under Settings › Workspace`,
  });
}
