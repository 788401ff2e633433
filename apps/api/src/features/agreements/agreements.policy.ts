import { definePolicy } from '#platform/session/policy.ts';
import type { AgreementState } from '@handover/contract/agreements/agreement-list.ts';

type Sent = { readonly state: AgreementState; readonly isPaper: boolean };

const isOpen = (_member: unknown, { state }: Sent): boolean => state === 'pending' || state === 'overdue';

const isSigned = ({ state }: Sent): boolean => state === 'in_force' || state === 'ended';

/** Staff who may read an NDA manage it. An agreement signed here is never changed. */
export const agreementPolicy = definePolicy<
  Record<'agreement:send' | 'agreement:revoke' | 'agreement:renew', Sent>
>({
  noun: 'NDA',
  rules: {
    'agreement:send': { level: 'STAFF', when: isOpen, refusal: 'This NDA is not waiting for a signature.' },
    'agreement:revoke': {
      level: 'STAFF',
      when: (member, agreement) => isOpen(member, agreement) || (agreement.isPaper && isSigned(agreement)),
      refusal: 'This NDA is not waiting for a signature.',
    },
    'agreement:renew': {
      level: 'STAFF',
      when: (member, agreement) => !isOpen(member, agreement) && !agreement.isPaper,
      refusal: 'This NDA is still waiting for a signature. Send a reminder instead.',
    },
  },
});

export const { can, authorize } = agreementPolicy;
