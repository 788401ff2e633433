import * as contract from '@handover/contract/licenses.ts';
import type { Routes } from '#platform/http/routes.ts';
import { createLicense, deleteLicense, listLicenses, updateLicense } from './licenses.service.ts';

export function licenseRoutes(routes: Routes): void {
  routes.add(contract.listLicenses, async ({ actor, query, work }) => ({
    licenses: await listLicenses(work, actor, query),
  }));
  routes.add(contract.createLicense, async ({ actor, body, work }) => ({
    license: await createLicense(work, actor, body),
  }));
  routes.add(contract.updateLicense, async ({ actor, params, body, work }) => ({
    license: await updateLicense(work, actor, { licenseId: params.id, input: body }),
  }));
  routes.add(contract.deleteLicense, async ({ actor, params, work }) => {
    await deleteLicense(work, actor, params.id);
  });
}
