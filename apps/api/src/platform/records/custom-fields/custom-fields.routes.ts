import * as contract from '@handover/contract/records/custom-fields.ts';
import type { Routes } from '#platform/http/routes.ts';
import { requireRecordArea } from '#platform/session/access.ts';
import type { Records } from '../record.ts';
import { getCurrency } from '#platform/records/currency.queries.ts';
import { listCustomFields } from './custom-fields.queries.ts';
import {
  createField,
  deleteField,
  getFieldUse,
  reorderFields,
  updateField,
} from './custom-fields.service.ts';

/** Custom fields of each record type. A change reaches records and saved views in the same transaction. */
export function customFieldRoutes(routes: Routes, { records }: { records: Records }): void {
  routes.add(contract.listCustomFields, async ({ actor, query: { recordType }, work }) => {
    requireRecordArea(actor, recordType);
    const { workspaceId } = actor;
    return {
      customFields: await listCustomFields(work.db, { workspaceId, recordType }),
      currency: await getCurrency(work.db, workspaceId),
    };
  });
  routes.add(contract.listCustomFieldUse, async ({ actor, query, work }) => ({
    use: await getFieldUse(work, actor, { records, ...query }),
  }));
  routes.add(contract.createCustomField, async ({ actor, body, work }) => ({
    customField: await createField(work, actor, body),
  }));
  routes.add(contract.updateCustomField, async ({ actor, params, body, work }) => ({
    customField: await updateField(work, actor, { records, id: params.id, ...body }),
  }));
  routes.add(contract.orderCustomFields, async ({ actor, body, work }) => ({
    customFields: await reorderFields(work, actor, body),
  }));
  routes.add(contract.deleteCustomField, async ({ actor, params, work }) =>
    deleteField(work, actor, { records, id: params.id }),
  );
}
