import {
  listCustomFieldUse,
  type CustomFieldKind,
  type CustomRecordType,
} from '@handover/contract/records/custom-fields.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

export type FieldUse = ResponseOf<typeof listCustomFieldUse>['use'][number];

/** How many records of the type have a value in each field, by choice. */
export const fieldUseQuery = (recordType: CustomRecordType): QueryFor<FieldUse[]> =>
  oneQuery({
    queryKey: [recordType, 'all', 'custom-field-use'],
    queryFn: async ({ signal }) =>
      (await send(listCustomFieldUse, { query: { recordType } }, { signal })).use,
  });

export const kindLabels: Readonly<Record<CustomFieldKind, string>> = {
  text: 'Text',
  number: 'Number',
  money: 'Money',
  date: 'Date',
  choice: 'Choice',
};
