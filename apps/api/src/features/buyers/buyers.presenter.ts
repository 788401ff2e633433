import { toCalendarDate } from '@handover/domain/local-time.ts';
import type { Buyer } from '@handover/contract/buyers/buyers.ts';
import { getProofExpiration } from '@handover/domain/deals/deal-gates.ts';
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
    broker: internal(toPerson(row.broker_id, row.broker_name)),
    searches: row.searches,
    eligibilities: row.eligibilities,
    source: internal(row.source),
    blockedAt: internal(row.blocked_at?.toISOString() ?? null),
    blockedReason: internal(row.blocked_reason),
    proofOfFunds: presentProof(member, row, now),
    sentProof: presentSentProof(row),
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

function presentProof(member: Member, row: BuyerRow, now: Date): Buyer['proofOfFunds'] {
  const { proof_amount_cents: amountCents, proof_verified_at: verifiedAt } = row;
  if (amountCents === null) return null;
  const isClient = member.scope === 'client';
  const datedOn = row.proof_dated_on ?? toCalendarDate(row.updated_at, member.timeZone);
  return {
    amountCents,
    datedOn,
    expiresOn: getProofExpiration(datedOn),
    documentId: isClient ? null : row.proof_document_id,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    verifiedBy: isClient ? null : toPerson(row.proof_verified_by, row.verifier_name),
    isCurrent: findProvenCash(row, toCalendarDate(now, member.timeZone)) !== null,
  };
}

/** The amount of a verified proof of funds that is still valid on a day; null without one. */
export function findProvenCash(
  row: Pick<BuyerRow, 'proof_amount_cents' | 'proof_dated_on' | 'proof_verified_at'>,
  today: string,
): number | null {
  const { proof_dated_on: datedOn, proof_verified_at: verifiedAt } = row;
  return verifiedAt !== null && datedOn !== null && getProofExpiration(datedOn) >= today
    ? row.proof_amount_cents
    : null;
}

function presentSentProof({ last_proof: proof }: BuyerRow): Buyer['sentProof'] {
  if (proof === null || proof.state === 'accepted') return null;
  return { ...proof, state: proof.state, sentAt: new Date(proof.sentAt).toISOString() };
}

function toPerson(id: string | null, displayName: string | null): Buyer['broker'] {
  return id === null || displayName === null ? null : { id, displayName };
}
