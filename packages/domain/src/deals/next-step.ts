import { listDealGateRequirements, isProfileCurrent, type DealFacts } from './deal-gates.ts';

/** Input that determines the next step of a deal, in addition to its gates' input. */
export type NextStepFacts = DealFacts & {
  readonly stage: string;
  /** Whether an NDA is waiting for the buyer's signature. */
  readonly isNdaSent: boolean;
  /** Whether proof of funds from the buyer is waiting for the broker. */
  readonly isProofSent: boolean;
  /** The latest offer that is no longer a draft. */
  readonly lastOffer: { readonly state: string; readonly side: 'buyer' | 'seller' } | null;
  /** Diligence requests without a response. */
  readonly unansweredRequests: number;
};

export type NextStep = { readonly actor: 'broker' | 'buyer' | 'seller'; readonly text: string };

/** Who acts next on a deal, and how, based on what its stage still requires; null once it is closed or lost. */
export function findNextStep(facts: NextStepFacts): NextStep | null {
  const step = steps[facts.stage];
  if (step === undefined) return null;
  return facts.sellerDecision === 'declined' || facts.isBarred
    ? createBrokerStep('Respond to the buyer')
    : step(facts);
}

const createBrokerStep = (text: string): NextStep => ({ actor: 'broker', text });
const createBuyerStep = (text: string): NextStep => ({ actor: 'buyer', text });
const createSellerStep = (text: string): NextStep => ({ actor: 'seller', text });

const steps: Readonly<Record<string, (facts: NextStepFacts) => NextStep>> = {
  inquiry: ({ isNdaInForce, isNdaSent }) => {
    if (isNdaInForce) return createBrokerStep('Move the deal to NDA signed');
    return isNdaSent ? createBuyerStep('Sign the NDA') : createBrokerStep('Send the NDA for signature');
  },
  nda_signed: (facts) => findQualificationStep(facts) ?? createBrokerStep('Move the deal to Qualified'),
  qualified: (facts) =>
    findQualificationStep(facts) ??
    findCimStep(facts) ??
    createBrokerStep('Give the buyer access to the CIM'),
  cim_released: (facts) =>
    findDecisionStep(facts) ?? findCimStep(facts) ?? createBuyerStep('Read the CIM and ask for a meeting'),
  meetings: (facts) => findOfferStep(facts) ?? createBrokerStep('Move the deal to LOI'),
  loi: (facts) =>
    findOfferStep(facts) ?? createBrokerStep('Complete the terms of the LOI and start due diligence'),
  due_diligence: (facts) => {
    const { unansweredRequests, openRequests, financing } = facts;
    if (unansweredRequests > 0) return createSellerStep('Answer the diligence requests');
    if (openRequests > 0) return createBrokerStep('Review the answers to the diligence requests');
    if (financing === null || (financing.kind === 'loan' && financing.lender === null))
      return createBuyerStep('Get the lender’s term sheet, or confirm a cash deal');
    return getStepPastGate(facts, 'Prepare the definitive agreement');
  },
  definitive: (facts) => {
    const isDone = facts.openItems !== null && Object.values(facts.openItems).every((count) => count === 0);
    return isDone
      ? getStepPastGate(facts, 'Schedule the closing')
      : createBrokerStep('Get approvals, the lease, and payer consents');
  },
  closing: (facts) =>
    facts.fundsDifferenceCents === 0
      ? getStepPastGate(facts, 'Close the deal')
      : createBrokerStep('Balance the funds flow'),
};

/** The move past the stage's gate, or else the gate's remaining requirements. */
function getStepPastGate(facts: NextStepFacts, text: string): NextStep {
  const missing = listDealGateRequirements(facts.stage, facts).find(({ isMet }) => isMet !== true);
  return createBrokerStep(missing === undefined ? text : `Meet the requirement: ${missing.label}`);
}

/** What is missing to qualify a buyer; null if nothing is. */
function findQualificationStep(facts: NextStepFacts): NextStep | null {
  const { hasProofOfFunds, isProofSent, isEligible } = facts;
  const isCurrent = isProfileCurrent(facts);
  if (!hasProofOfFunds && isProofSent) return createBrokerStep('Review the buyer’s proof of funds');
  if (!isCurrent && !hasProofOfFunds)
    return createBuyerStep('Confirm the buyer profile and send proof of funds to the broker');
  if (!isCurrent) return createBuyerStep('Confirm the buyer profile');
  if (!hasProofOfFunds) return createBuyerStep('Send proof of funds to the broker');
  if (!isEligible) return createBuyerStep('Add the license for this type and state to the buyer profile');
  return findDecisionStep(facts);
}

/** Documents open only to a buyer whom the seller has approved, also if a gate was overridden. */
function findDecisionStep({ sellerDecision }: NextStepFacts): NextStep | null {
  return sellerDecision === null ? createSellerStep('Approve or decline the buyer') : null;
}

function findCimStep({ isCimReleased }: NextStepFacts): NextStep | null {
  return isCimReleased ? null : createBrokerStep('Get the CIM approved and release it');
}

/** Who has to respond to the latest offer, or make one; null once an LOI is accepted. */
function findOfferStep({ acceptedOffer, lastOffer }: NextStepFacts): NextStep | null {
  if (acceptedOffer !== null) return null;
  if (lastOffer?.state !== 'submitted') return createBuyerStep('Send an offer to the broker');
  return lastOffer.side === 'buyer'
    ? createSellerStep('Answer the offer')
    : createBuyerStep('Answer the counter-offer');
}
