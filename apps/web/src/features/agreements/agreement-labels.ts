import type { AgreementState } from '@handover/contract/agreements.ts';

/** Of the states of an NDA, as `agreementStateNames` of the contract, without loading it. */
export const agreementStateLabels = {
  pending: { tone: 'warning', text: 'Waiting for signature' },
  overdue: { tone: 'error', text: 'Link expired' },
  in_force: { tone: 'success', text: 'Signed' },
  ended: { tone: 'neutral', text: 'Expired' },
  declined: { tone: 'error', text: 'Declined' },
  revoked: { tone: 'neutral', text: 'Withdrawn' },
} as const satisfies Record<AgreementState, { tone: string; text: string }>;
