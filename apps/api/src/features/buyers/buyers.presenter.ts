import type { Buyer } from '@handover/contract/buyers.ts';
import type { Member } from '#platform/session/actor.ts';
import { can } from './buyers.policy.ts';
import type { BuyerRow } from './buyers.queries.ts';

/** A buyer as the member may see it; the buyer does not see the broker's notes. */
export function presentBuyer(member: Member, row: BuyerRow, now: Date): Buyer {
  const internal = <T>(value: T): T | null => (member.scope === 'client' ? null : value);
  return {
    id: row.id,
    customer: {
      id: row.customer_id,
      name: row.customer_name,
      email: row.customer_email,
      phone: row.customer_phone,
    },
    broker: internal(personOf(row.broker_id, row.broker_name)),
    searches: row.searches,
    eligibilities: row.eligibilities,
    source: internal(row.source),
    blockedAt: internal(row.blocked_at?.toISOString() ?? null),
    blockedReason: internal(row.blocked_reason),
    proofOfFunds:
      row.proof_amount_cents === null
        ? null
        : {
            amountCents: row.proof_amount_cents,
            documentId: internal(row.proof_document_id),
            verifiedAt: row.proof_verified_at?.toISOString() ?? null,
            verifiedBy: internal(personOf(row.proof_verified_by, row.verifier_name)),
          },
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    isConfirmed: row.expires_at !== null && row.expires_at > now,
    currency: row.currency,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
    version: row.version,
    abilities: {
      canUpdate: can(member, 'buyer:update', row),
      canManage: can(member, 'buyer:manage', row),
      canDelete: can(member, 'buyer:delete', row),
    },
  };
}

function personOf(id: string | null, displayName: string | null): Buyer['broker'] {
  return id === null || displayName === null ? null : { id, displayName };
}
