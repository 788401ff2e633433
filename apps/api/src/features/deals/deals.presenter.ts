import type { Deal, DealDetail } from '@handover/contract/deals/deals.ts';
import type { Member } from '#platform/session/actor.ts';
import { can, finalStays } from './deals.policy.ts';
import type { DealRow } from './deals.queries.ts';

/** A row of a list, as the viewer's side of the deal may see it. */
export function presentDeal(row: DealRow): Deal {
  const isStaff = row.side === 'staff';
  return {
    id: row.id,
    side: row.side,
    isOwn: row.is_party,
    business: { id: row.business_id, name: getBusinessName(row), type: row.business_type },
    buyer: { id: row.buyer_id, name: row.buyer_name },
    stage: row.stage,
    stageEnteredAt: row.stage_entered_at.toISOString(),
    valueCents: row.value_cents,
    currency: row.currency,
    isAgreed: row.agreed_price_cents !== null,
    documentLevel: row.document_level,
    expectedClose: row.expected_close,
    source: isStaff ? row.source : null,
    lostReason: isStaff ? row.lost_reason : null,
    sellerDecision: row.side === 'buyer' && row.seller_decision === 'declined' ? null : row.seller_decision,
    broker:
      row.broker_id === null || row.broker_name === null
        ? null
        : { id: row.broker_id, displayName: row.broker_name },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
    version: row.version,
  };
}

export function presentDealDetail(member: Member, row: DealRow): DealDetail {
  const deal = presentDeal(row);
  return {
    ...deal,
    stageReason: row.side === 'staff' ? row.stage_reason : null,
    sellerDecidedAt: deal.sellerDecision === null ? null : (row.seller_decided_at?.toISOString() ?? null),
    directChange: row.side === 'staff' ? row.direct_change : null,
    financing:
      row.side !== 'staff' || row.financing_kind === null
        ? null
        : { kind: row.financing_kind, lender: row.lender, loanCents: row.loan_cents, dscr: row.dscr },
    abilities: {
      canUpdate: can(member, 'deal:update', row),
      canMove: can(member, 'deal:move', row),
      canOverride: can(member, 'deal:override', row),
      canDelete: can(member, 'deal:delete', row),
      canDecide: can(member, 'deal:decide', row),
    },
    moveRefusal: row.side === 'staff' && row.has_final_commission ? finalStays : null,
  };
}

/** A buyer reads the name once the CIM is released to them. */
export function getBusinessName(
  row: Pick<DealRow, 'side' | 'document_level' | 'business_name' | 'public_title'>,
): string {
  if (row.side !== 'buyer' || row.document_level > 0) return row.business_name;
  return row.public_title ?? 'Confidential business';
}
