/** What decides about the next step of a deal. */
export type NextStepFacts = {
  readonly stage: string;
  readonly sellerDecision: 'approved' | 'declined' | null;
};

export type NextStep = { readonly actor: 'broker' | 'buyer' | 'seller'; readonly text: string };

const steps: Readonly<Record<string, NextStep>> = {
  inquiry: { actor: 'buyer', text: 'Sign the NDA' },
  nda_signed: { actor: 'buyer', text: 'Complete the buyer profile and send proof of funds' },
  qualified: { actor: 'broker', text: 'Release the CIM' },
  cim_released: { actor: 'buyer', text: 'Read the CIM and ask for a meeting' },
  meetings: { actor: 'buyer', text: 'Make an offer' },
  loi: { actor: 'seller', text: 'Answer the offer' },
  due_diligence: { actor: 'seller', text: 'Answer the diligence requests' },
  definitive: { actor: 'broker', text: 'Get approvals, the lease, and payer consents' },
  closing: { actor: 'broker', text: 'Balance the funds flow and close' },
};

/** Who acts next on a deal, and how; null once it is closed or lost. */
export function nextStepOf({ stage, sellerDecision }: NextStepFacts): NextStep | null {
  const needsApproval = (stage === 'nda_signed' || stage === 'qualified') && sellerDecision === null;
  if (needsApproval) return { actor: 'seller', text: 'Approve or decline the buyer' };
  return steps[stage] ?? null;
}
