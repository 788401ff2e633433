import * as contract from '@handover/contract/deals/deal-offers.ts';
import type { Routes } from '#platform/http/routes.ts';
import { createOffer, listBusinessOffers, listOffers, moveOffer, updateOffer } from './offers.service.ts';

export function offerRoutes(routes: Routes): void {
  routes.add(contract.listOffers, async ({ actor, params, work }) => ({
    offers: await listOffers(work, actor, params.id),
  }));
  routes.add(contract.listBusinessOffers, async ({ actor, params, work }) => ({
    offers: await listBusinessOffers(work, actor, params.id),
  }));
  routes.add(contract.createOffer, async ({ actor, params, body, work }) => ({
    offer: await createOffer(work, actor, { dealId: params.id, input: body }),
  }));
  routes.add(contract.updateOffer, async ({ actor, params, body, work }) => ({
    offer: await updateOffer(work, actor, { offerId: params.id, input: body }),
  }));
  routes.add(contract.moveOffer, async ({ actor, params, body, work }) => ({
    offer: await moveOffer(work, actor, { offerId: params.id, input: body }),
  }));
}
