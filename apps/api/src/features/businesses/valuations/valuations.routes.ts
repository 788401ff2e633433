import * as contract from '@handover/contract/businesses/valuations.ts';
import { paginate } from '#lib/pagination.ts';
import { issueTicket } from '#platform/tickets.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { loadReadable, opinionAction } from './opinion-of-value.ts';
import { listOwnValuations, setReleased } from './releases.service.ts';
import { countValuations, listValuationRows } from './valuations.queries.ts';
import { saveValuation } from './valuations.service.ts';
import { getBusinessRef } from '../businesses.public.ts';

export function valuationRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  routes.add(contract.saveValuation, async ({ actor, params, body, work }) => ({
    valuation: await saveValuation(work, actor, { businessId: params.id, ...body }),
  }));
  routes.add(contract.listValuations, async ({ actor, params, query, work }) => {
    const { id: businessId } = await getBusinessRef(work.db, actor, params.id);
    const of = { workspaceId: actor.workspaceId, businessId };
    const page = await paginate(keyring, {
      limit: query.limit,
      cursor: query.cursor,
      viewer: actor,
      binding: ['valuations', businessId],
      fetch: (slice) => listValuationRows(work.db, { ...of, ...slice }),
      count: () => countValuations(work.db, of),
      positionOf: (row) => [row.createdAt, row.id],
    });
    return { valuations: page.rows, total: page.total, nextCursor: page.nextCursor };
  });
  routes.add(contract.releaseValuation, async ({ actor, params: { id }, work }) => ({
    valuation: await setReleased(work, actor, { valuationId: id, isReleased: true }),
  }));
  routes.add(contract.withdrawValuation, async ({ actor, params: { id }, work }) => ({
    valuation: await setReleased(work, actor, { valuationId: id, isReleased: false }),
  }));
  routes.add(contract.listOwnValuations, async ({ actor, work }) => ({
    valuations: await listOwnValuations(work, actor),
  }));
  routes.add(contract.openOpinionOfValue, async ({ actor, params: { id }, work }) => {
    await loadReadable(work, actor, id);
    return { ticket: await issueTicket(work, actor, { action: opinionAction, subject: { id } }) };
  });
}
