import type { EngagementInput, EngagementLetter } from '@handover/contract/businesses/engagement-letters.ts';
import type { Member } from '#platform/session/actor.ts';
import { can } from './engagements.policy.ts';
import type { LetterRow } from './engagements.queries.ts';

export function presentLetter(member: Member, row: LetterRow): EngagementLetter {
  const person = (id: string | null, displayName: string | null) =>
    id === null || displayName === null ? null : { id, displayName };
  const { brokerId: _broker, coBrokerId: _coBroker, documentId, ...fields } = toEngagementInput(row);
  return {
    ...fields,
    id: row.id,
    businessId: row.business_id,
    status: row.status,
    currency: row.currency,
    broker: person(row.broker_id, row.broker_name),
    coBroker: person(row.co_broker_id, row.co_broker_name),
    signedOn: row.signed_on,
    endedOn: row.ended_on,
    endReason: row.end_reason,
    document:
      documentId === null || row.document_name === null ? null : { id: documentId, name: row.document_name },
    abilities: { canChangeShares: can(member, 'letter:share', row) },
    createdAt: row.created_at.toISOString(),
    version: row.version,
  };
}

/** A letter in the shape that its form sends. */
export function toEngagementInput(row: LetterRow): EngagementInput {
  return {
    feeTableName: row.fee_table_name,
    steps: row.steps,
    minimumFeeCents: row.minimum_fee_cents,
    countedParts: row.counted_parts,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    tailMonths: row.tail_months,
    carveOuts: row.carve_outs,
    brokerId: row.broker_id,
    coBrokerId: row.co_broker_id,
    retainers: row.retainers,
    splits: row.splits,
    documentId: row.document_id,
  };
}
