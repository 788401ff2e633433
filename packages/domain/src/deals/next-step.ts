import { dealGateOf, isProfileCurrent, type DealFacts } from './deal-gates.ts';

/** Input that determines the next step of a deal, in addition to its gates' input. */
export type NextStepFacts = DealFacts & {
  readonly stage: string;
  /** Whether an NDA is waiting for the buyer's signature. */
  readonly isNdaSent: boolean;
  /** Whether proof of funds from the buyer is waiting for the broker. */
  readonly isProofSent: boolean;
  /** The latest offer that is no longer a draft. */
  readonly lastOffer: { readonly state: string; readonly side: 'buyer' | 'seller' } | null;
  /** Diligence requests without an answer. */
  readonly unansweredRequests: number;
};

export type NextStep = { readonly actor: 'broker' | 'buyer' | 'seller'; readonly text: string };

/** Who acts next on a deal, and how, based on what its stage still requires; null once it is closed or lost. */
export function nextStepOf(facts: NextStepFacts): NextStep | null {
  const step = steps[facts.stage];
  if (step === undefined) return null;
  return facts.sellerDecision === 'declined' || facts.isBarred ? broker('Respond to the buyer') : step(facts);
}

const broker = (text: string): NextStep => ({ actor: 'broker', text });
const buyer = (text: string): NextStep => ({ actor: 'buyer', text });
const seller = (text: string): NextStep => ({ actor: 'seller', text });

const steps: Readonly<Record<string, (facts: NextStepFacts) => NextStep>> = {
  inquiry: ({ isNdaInForce, isNdaSent }) => {
    if (isNdaInForce) return broker('Move the deal to NDA signed');
    return isNdaSent ? buyer('Sign the NDA') : broker('Send the NDA for signature');
  },
  nda_signed: (facts) => qualification(facts) ?? broker('Move the deal to Qualified'),
  qualified: (facts) =>
    qualification(facts) ??
    broker(facts.isCimReleased ? 'Give the buyer access to the CIM' : 'Get the CIM approved and release it'),
  cim_released: () => buyer('Read the CIM and ask for a meeting'),
  meetings: (facts) => offer(facts) ?? broker('Move the deal to LOI'),
  loi: (facts) => offer(facts) ?? broker('Complete the terms of the LOI and start due diligence'),
  due_diligence: (facts) => {
    const { unansweredRequests, openRequests, financing } = facts;
    if (unansweredRequests > 0) return seller('Answer the diligence requests');
    if (openRequests > 0) return broker('Review the answers to the diligence requests');
    if (financing === null || (financing.kind === 'loan' && financing.lender === null))
      return buyer('Get the lender’s term sheet, or confirm a cash deal');
    return whenOpen(facts, 'Prepare the definitive agreement');
  },
  definitive: (facts) => {
    const isDone = facts.openItems !== null && Object.values(facts.openItems).every((count) => count === 0);
    return isDone
      ? whenOpen(facts, 'Schedule the closing')
      : broker('Get approvals, the lease, and payer consents');
  },
  closing: (facts) =>
    facts.fundsDifferenceCents === 0 ? whenOpen(facts, 'Close the deal') : broker('Balance the funds flow'),
};

/** A step past the gate of the stage, or else the gate's remaining requirements. */
function whenOpen(facts: NextStepFacts, text: string): NextStep {
  const missing = dealGateOf(facts.stage, facts).find(({ isMet }) => isMet !== true);
  return broker(missing === undefined ? text : `Meet the requirement: ${missing.label}`);
}

/** What is missing to qualify a buyer; null if nothing is. */
function qualification(facts: NextStepFacts): NextStep | null {
  const { hasProofOfFunds, isProofSent, isEligible, sellerDecision } = facts;
  const isCurrent = isProfileCurrent(facts);
  if (!hasProofOfFunds && isProofSent) return broker('Review the buyer’s proof of funds');
  if (!isCurrent && !hasProofOfFunds)
    return buyer('Confirm the buyer profile and send proof of funds to the broker');
  if (!isCurrent) return buyer('Confirm the buyer profile');
  if (!hasProofOfFunds) return buyer('Send proof of funds to the broker');
  if (!isEligible) return buyer('Add the license for this type and state to the buyer profile');
  return sellerDecision === null ? seller('Approve or decline the buyer') : null;
}

/** Who responds to the latest offer, or makes one; null once an LOI is accepted. */
function offer({ acceptedOffer, lastOffer }: NextStepFacts): NextStep | null {
  if (acceptedOffer !== null) return null;
  if (lastOffer?.state !== 'submitted') return buyer('Make an offer');
  return lastOffer.side === 'buyer' ? seller('Answer the offer') : buyer('Answer the counter-offer');
}
