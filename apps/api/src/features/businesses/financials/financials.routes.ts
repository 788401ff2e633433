import * as contract from '@handover/contract/businesses/financials.ts';
import type { Routes } from '#platform/http/routes.ts';
import {
  acceptRecast,
  createAddBack,
  deleteAddBack,
  getFinancials,
  updateAddBack,
  updateFinancials,
} from './financials.service.ts';

export function financialRoutes(routes: Routes): void {
  routes.add(contract.getFinancials, async ({ actor, params, work }) => ({
    financials: await getFinancials(work, actor, params.id),
  }));
  routes.add(contract.updateFinancials, async ({ actor, params, body, work }) => ({
    financials: await updateFinancials(work, actor, { businessId: params.id, ...body }),
  }));
  routes.add(contract.createAddBack, async ({ actor, params, body, work }) => ({
    financials: await createAddBack(work, actor, { businessId: params.id, input: body }),
  }));
  routes.add(contract.updateAddBack, async ({ actor, params, body, work }) => ({
    financials: await updateAddBack(work, actor, {
      businessId: params.id,
      addBackId: params.addBackId,
      input: body,
    }),
  }));
  routes.add(contract.deleteAddBack, async ({ actor, params, work }) => ({
    financials: await deleteAddBack(work, actor, { businessId: params.id, addBackId: params.addBackId }),
  }));
  routes.add(contract.acceptRecast, async ({ actor, params, body, work }) => ({
    financials: await acceptRecast(work, actor, { businessId: params.id, ...body }),
  }));
}
