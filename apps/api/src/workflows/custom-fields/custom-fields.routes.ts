import * as contract from '@handover/contract/custom-fields.ts';
import type { Routes } from '#platform/http/routes.ts';
import { listCustomFields } from '#platform/customers/custom-fields.queries.ts';
import { getCurrency } from './custom-fields.queries.ts';
import { changeField, createField, deleteField, getFieldUse, orderFields } from './custom-fields.service.ts';

/** Fields that a workspace adds to its customers. A change reaches customers and saved views in the same transaction. */
export function customFieldRoutes(routes: Routes): void {
  routes.add(contract.listCustomFields, async ({ actor, work }) => ({
    customFields: await listCustomFields(work.db, { workspaceId: actor.workspaceId }),
    currency: await getCurrency(work.db, actor.workspaceId),
  }));
  routes.add(contract.listCustomFieldUse, async ({ actor, work }) => ({
    use: await getFieldUse(work, actor),
  }));
  routes.add(contract.createCustomField, async ({ actor, body, work }) => ({
    customField: await createField(work, actor, body),
  }));
  routes.add(contract.updateCustomField, async ({ actor, params, body, work }) => ({
    customField: await changeField(work, actor, { id: params.id, ...body }),
  }));
  routes.add(contract.orderCustomFields, async ({ actor, body, work }) => ({
    customFields: await orderFields(work, actor, body.ids),
  }));
  routes.add(contract.deleteCustomField, async ({ actor, params, work }) =>
    deleteField(work, actor, params.id),
  );
}
