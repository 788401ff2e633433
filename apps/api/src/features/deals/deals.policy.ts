import type { DealSide } from '@handover/contract/deals/deals.ts';
import { hasReached, isDealEnded, type DealStage } from '@handover/contract/deals/deal-stages.ts';
import { definePolicy, isAdmin } from '#platform/session/policy.ts';

type DealSubject = {
  readonly deleted_at: Date | null;
  readonly stage: DealStage;
  readonly side: DealSide;
  /** Whether the client is the buyer or an owner of the business, not an advisor. */
  readonly is_party: boolean;
};

/** Its commission counts in lists and reports. */
export const closedStays = 'A closed deal cannot be moved to the trash.';
/** The commission is fixed as of the closing. */
export const finalStays = 'The commission of this deal is final. Reopen the commission first.';

export const dealPolicy = definePolicy<
  Record<
    | 'deal:update'
    | 'deal:move'
    | 'deal:override'
    | 'deal:decide'
    | 'deal:ask'
    | 'deal:answer'
    | 'deal:respond'
    | 'deal:delete',
    DealSubject
  >
>({
  noun: 'deal',
  trash: { level: 'STAFF' },
  rules: {
    'deal:update': { level: 'STAFF' },
    'deal:move': {
      level: 'STAFF',
      when: (member, { stage }) => stage !== 'closed' || isAdmin(member),
      refusal: 'Only administrators can reopen a closed deal.',
    },
    'deal:override': { level: 'ADMIN', refusal: 'Only administrators can override a requirement.' },
    'deal:decide': {
      level: 'CLIENT',
      when: (_member, { side, is_party: isParty, stage }) =>
        !isDealEnded(stage) && (side === 'staff' || (side === 'seller' && isParty)),
      refusal: 'Only the seller can approve or decline the buyer of an open deal.',
    },
    'deal:ask': {
      level: 'CLIENT',
      when: (_member, { side, is_party: isParty, stage }) =>
        !isDealEnded(stage) &&
        (side === 'staff' || (side === 'buyer' && isParty && hasReached(stage, 'due_diligence'))),
      refusal: 'Only the buyer can add requests to an open deal, once due diligence has started.',
    },
    'deal:answer': {
      level: 'CLIENT',
      when: (_member, { side, is_party: isParty, stage }) =>
        !isDealEnded(stage) && (side === 'staff' || (side === 'seller' && isParty)),
      refusal: 'Only the seller can answer requests on an open deal.',
    },
    'deal:respond': {
      level: 'CLIENT',
      when: (_member, { side, is_party: isParty, stage }) =>
        !isDealEnded(stage) && (side === 'staff' || isParty),
      refusal: 'Only the buyer or seller can respond to offers on an open deal.',
    },
    'deal:delete': {
      level: 'STAFF',
      inTrash: true,
      when: (_member, { stage, deleted_at: deletedAt }) => stage !== 'closed' || deletedAt !== null,
      refusal: closedStays,
    },
  },
});

export const { can, authorize } = dealPolicy;
