import * as contract from '@handover/contract/documents/legal-holds.ts';
import { paginate } from '#lib/pagination.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { presentLegalHold } from './legal-holds.ts';
import { countLegalHolds, listLegalHoldRows, type ListedLegalHoldRow } from './legal-holds.queries.ts';
import {
  getBusinessLegalHold,
  liftBusinessLegalHold,
  liftDocumentLegalHold,
  placeBusinessLegalHold,
  placeDocumentLegalHold,
} from './legal-holds.service.ts';

/** Legal holds on documents and on all documents of a business. */
export function legalHoldRoutes(
  routes: Routes,
  { keyring, records }: Pick<Platform, 'keyring' | 'records'>,
): void {
  routes.add(contract.listLegalHolds, async ({ actor, query, work }) => {
    const { workspaceId } = actor;
    const { rows, ...page } = await paginate(keyring, {
      ...query,
      cursor: query.cursor,
      viewer: actor,
      binding: 'legal-holds',
      fetch: (slice) => listLegalHoldRows(work.db, { workspaceId, ...slice }),
      count: () => countLegalHolds(work.db, { workspaceId }),
      positionOf: (row) => [row.placed_at.toISOString(), row.id],
    });
    return { legalHolds: rows.map(presentListed), ...page };
  });
  routes.add(contract.placeDocumentLegalHold, async ({ actor, params, body, work }) => ({
    document: await placeDocumentLegalHold(work, actor, { records, id: params.id, reason: body.reason }),
  }));
  routes.add(contract.liftDocumentLegalHold, async ({ actor, params, work }) => ({
    document: await liftDocumentLegalHold(work, actor, { records, id: params.id }),
  }));
  routes.add(contract.getBusinessLegalHold, async ({ actor, params, work }) =>
    getBusinessLegalHold(work, actor, { records, id: params.id }),
  );
  routes.add(contract.placeBusinessLegalHold, async ({ actor, params, body, work }) =>
    placeBusinessLegalHold(work, actor, { records, id: params.id, reason: body.reason }),
  );
  routes.add(contract.liftBusinessLegalHold, async ({ actor, params, work }) =>
    liftBusinessLegalHold(work, actor, { records, id: params.id }),
  );
}

function presentListed(row: ListedLegalHoldRow): contract.LegalHold {
  const { document_id: documentId, business_id: businessId } = row;
  return {
    ...presentLegalHold(row),
    document: documentId === null ? null : { id: documentId, name: row.document_name ?? '' },
    business: businessId === null ? null : { id: businessId, name: row.business_name ?? '' },
    documentCount: row.document_count,
  };
}
