import * as gates from '@handover/contract/businesses/business-gates.ts';
import * as contract from '@handover/contract/businesses/businesses.ts';
import { getBusinessBoard, getBusinessMap } from '@handover/contract/businesses/business-overview.ts';
import { businessStages } from '@handover/contract/businesses/business-stages.ts';
import * as licenses from '@handover/contract/settings/licenses.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { countRecords, listRecords } from '#platform/records/list/list.ts';
import { countByRegion, countByStage } from './business-overview.queries.ts';
import { moveBusiness, type BusinessClosedHook } from './business-stage.service.ts';
import { presentBusiness } from './businesses.presenter.ts';
import { listableBusinesses } from './businesses.queries.ts';
import {
  createBusiness,
  deleteBusiness,
  getBusiness,
  restoreBusiness,
  updateBusiness,
} from './businesses.service.ts';
import {
  confirm,
  getBusinessGate,
  withdraw,
  type BusinessFactSource,
} from './gates/business-gates.service.ts';
import { createLicense, deleteLicense, listLicenses, updateLicense } from './licenses/licenses.service.ts';

/** `sources` provide facts for a business's gates; `endings` are called when a business is closed. */
export function businessRoutes(
  routes: Routes,
  { keyring }: Pick<Platform, 'keyring'>,
  { sources, endings }: { sources: readonly BusinessFactSource[]; endings: readonly BusinessClosedHook[] },
): void {
  businessGateRoutes(routes, sources);
  overviewRoutes(routes);
  licenseRoutes(routes);
  routes.add(contract.listBusinesses, async ({ actor, query, work }) => {
    const { rows, similar, ...page } = await listRecords(listableBusinesses, {
      keyring,
      work,
      member: actor,
      query,
    });
    return {
      ...page,
      businesses: rows.map((row) => presentBusiness(actor, row)),
      similar: similar.map((row) => presentBusiness(actor, row)),
    };
  });
  routes.add(contract.countBusinesses, ({ actor, query, work }) =>
    countRecords(listableBusinesses, { work, member: actor, query }),
  );
  routes.add(contract.createBusiness, async ({ actor, body, work }) => ({
    business: await createBusiness(work, actor, body),
  }));
  routes.add(contract.getBusiness, async ({ actor, params, work }) => ({
    business: await getBusiness(work, actor, params.id),
  }));
  routes.add(contract.updateBusiness, async ({ actor, params, body, work }) => ({
    business: await updateBusiness(work, actor, { businessId: params.id, input: body }),
  }));
  routes.add(contract.moveBusiness, async ({ actor, params, body, work }) => ({
    business: await moveBusiness(work, actor, { businessId: params.id, sources, endings, ...body }),
  }));
  routes.add(contract.deleteBusiness, async ({ actor, params, work }) =>
    deleteBusiness(work, actor, params.id),
  );
  routes.add(contract.restoreBusiness, async ({ actor, params, work }) => ({
    business: await restoreBusiness(work, actor, params.id),
  }));
}

/** The board and the map. */
function overviewRoutes(routes: Routes): void {
  routes.add(getBusinessBoard, async ({ actor, query, work }) => {
    const rows = await countByStage(work, actor, query);
    const columns = businessStages.map((stage) => {
      const own = rows.filter((row) => row.stage === stage);
      return {
        stage,
        count: own.reduce((sum, { count }) => sum + count, 0),
        totals: own.filter(({ cents }) => cents > 0).map(({ currency, cents }) => ({ currency, cents })),
      };
    });
    return { columns };
  });
  routes.add(getBusinessMap, async ({ actor, query, work }) => ({
    regions: await countByRegion(work, actor, query),
  }));
}

function businessGateRoutes(routes: Routes, sources: readonly BusinessFactSource[]): void {
  routes.add(gates.getBusinessGate, async ({ actor, params, work }) => ({
    gate: await getBusinessGate(work, actor, { businessId: params.id, sources }),
  }));
  routes.add(gates.confirmBusinessRequirement, async ({ actor, params, body, work }) => ({
    gate: await confirm(work, actor, { businessId: params.id, sources, input: body }),
  }));
  routes.add(gates.withdrawBusinessRequirement, async ({ actor, params, work }) => ({
    gate: await withdraw(work, actor, {
      businessId: params.id,
      sources,
      requirement: params.requirement,
    }),
  }));
}

function licenseRoutes(routes: Routes): void {
  routes.add(licenses.listLicenses, async ({ actor, query, work }) => ({
    licenses: await listLicenses(work, actor, query),
  }));
  routes.add(licenses.createLicense, async ({ actor, body, work }) => ({
    license: await createLicense(work, actor, body),
  }));
  routes.add(licenses.updateLicense, async ({ actor, params, body, work }) => ({
    license: await updateLicense(work, actor, { licenseId: params.id, input: body }),
  }));
  routes.add(licenses.deleteLicense, async ({ actor, params, work }) => {
    await deleteLicense(work, actor, params.id);
  });
}
