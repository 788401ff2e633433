import { listBusinesses } from '@handover/contract/businesses/businesses.ts';
import type { ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { RecordPicker, type RecordOption, type RecordPickerProps } from '#shared/lists/record-picker.tsx';

/** A field that finds a business by part of its name, number, or town. */
export function BusinessPicker(props: RecordPickerProps): ReactElement {
  return <RecordPicker {...props} optionsQuery={optionsQuery} noMatch="No matching businesses" />;
}

const optionsQuery = (q: string): QueryFor<RecordOption[]> =>
  oneQuery({
    queryKey: ['business', 'all', 'options', q],
    queryFn: async ({ signal }) => {
      const query = { ...(q !== '' && { q }), sort: 'name', limit: 10 } as const;
      const { businesses } = await send(listBusinesses, { query }, { signal });
      return businesses.map(({ id, name, listingNumber, city }) => ({
        id,
        name,
        details: [listingNumber, city],
      }));
    },
  });
