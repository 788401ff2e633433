import * as contract from '@handover/contract/deals/deals.ts';
import * as moves from '@handover/contract/deals/deal-moves.ts';
import { dealStages } from '@handover/contract/deals/deal-stages.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { countRecords, listRecords } from '#platform/records/list/list.ts';
import type { DatesHook } from './closing/closing.service.ts';
import { presentDeal } from './deals.presenter.ts';
import { countByStage, listableDeals } from './deals.queries.ts';
import { getNextStep, type FactSource } from './stages/deal-facts.ts';
import { getGate, moveDeal, withdraw } from './stages/deal-moves.service.ts';
import { createDeal, decideBuyer, getDeal, setDeleted, updateDeal } from './deals.service.ts';

/**
 * `sources` are the features that provide facts for a deal's gates; `onDates` is called in the transaction that closes
 * a deal.
 */
export function dealRoutes(
  routes: Routes,
  platform: Pick<Platform, 'keyring'>,
  others: { readonly sources: readonly FactSource[]; readonly onDates: DatesHook },
): void {
  moveRoutes(routes, others);
  listRoutes(routes, platform);
  routes.add(contract.createDeal, async ({ actor, body, work }) => ({
    deal: await createDeal(work, actor, body),
  }));
  routes.add(contract.getDeal, async ({ actor, params, work }) => ({
    deal: await getDeal(work, actor, params.id),
  }));
  routes.add(contract.updateDeal, async ({ actor, params, body, work }) => ({
    deal: await updateDeal(work, actor, { dealId: params.id, input: body }),
  }));
  routes.add(contract.decideOnBuyer, async ({ actor, params, body, work }) => ({
    deal: await decideBuyer(work, actor, { dealId: params.id, input: body }),
  }));
  routes.add(contract.deleteDeal, async ({ actor, params, work }) => {
    await setDeleted(work, actor, { dealId: params.id, isDeleted: true });
  });
  routes.add(contract.restoreDeal, async ({ actor, params, work }) => ({
    deal: await setDeleted(work, actor, { dealId: params.id, isDeleted: false }),
  }));
}

function listRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  routes.add(contract.listDeals, async ({ actor, query, work }) => {
    const { rows, similar, ...page } = await listRecords(listableDeals, {
      keyring,
      work,
      member: actor,
      query,
    });
    return { ...page, deals: rows.map(presentDeal), similar: similar.map(presentDeal) };
  });
  routes.add(contract.countDeals, ({ actor, query, work }) =>
    countRecords(listableDeals, { work, member: actor, query }),
  );
  routes.add(contract.getDealBoard, async ({ actor, query, work }) => {
    const rows = await countByStage(work, actor, query);
    const columns = dealStages.map((stage) => {
      const own = rows.filter((row) => row.stage === stage);
      return {
        stage,
        count: own.reduce((sum, { count }) => sum + count, 0),
        totals: own.map(({ currency, cents }) => ({ currency, cents })),
      };
    });
    return { columns };
  });
}

function moveRoutes(
  routes: Routes,
  { sources, onDates }: { readonly sources: readonly FactSource[]; readonly onDates: DatesHook },
): void {
  routes.add(moves.moveDeal, async ({ actor, params, body, work }) => ({
    deal: await moveDeal(work, actor, { dealId: params.id, input: body, sources, onDates }),
  }));
  routes.add(moves.getDealGate, async ({ actor, params, work }) => ({
    gate: await getGate(work, actor, { dealId: params.id, sources }),
  }));
  routes.add(contract.getDealNextStep, async ({ actor, params, work }) => ({
    nextStep: await getNextStep(work, actor, { dealId: params.id, sources }),
  }));
  routes.add(moves.withdrawDealRequirement, async ({ actor, params, work }) => ({
    gate: await withdraw(work, actor, { dealId: params.id, requirement: params.requirement, sources }),
  }));
}
