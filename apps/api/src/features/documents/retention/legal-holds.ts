import type { DocumentLegalHold } from '@handover/contract/documents/documents.ts';
import { AppError } from '#lib/errors.ts';
import type { DocumentLegalHoldRow, LegalHoldRow } from './legal-holds.queries.ts';

type OnLegalHold = { readonly legal_holds: readonly DocumentLegalHoldRow[] };

export function presentLegalHold(row: LegalHoldRow | DocumentLegalHoldRow): DocumentLegalHold {
  return {
    id: row.id,
    reason: row.reason,
    placedBy: { id: row.placed_by, displayName: row.placer_name },
    placedAt: new Date(row.placed_at).toISOString(),
    isOnBusiness: row.business_id !== null,
  };
}

/** Throws RULE_BROKEN for a document on legal hold, with the reason and who placed it. */
export function requireUnheld({ legal_holds: [legalHold] }: OnLegalHold): void {
  if (legalHold !== undefined) throw createLegalHoldError(legalHold);
}

/** Only lifting a hold may release a document from it. Throws RULE_BROKEN if another change did. */
export function requireLegalHolds(before: OnLegalHold, after: OnLegalHold): void {
  const lost = before.legal_holds.find(
    ({ id }) => !after.legal_holds.some((legalHold) => legalHold.id === id),
  );
  if (lost !== undefined) throw createLegalHoldError(lost);
}

function createLegalHoldError({
  placer_name: name,
  reason,
  business_id: businessId,
}: DocumentLegalHoldRow): AppError {
  const subject = businessId === null ? 'this file' : 'this business’s files';
  return new AppError(
    'RULE_BROKEN',
    `${name} placed a legal hold on ${subject}: “${reason}”. Ask an administrator to lift it.`,
  );
}
