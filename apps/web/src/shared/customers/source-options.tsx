import { listSources } from '@handover/contract/catalogues.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

const sourcesQuery = (): QueryFor<string[]> =>
  oneQuery({
    queryKey: ['customer', 'all', 'sources'],
    queryFn: async ({ signal }) => (await send(listSources, {}, { signal })).sources.map(({ name }) => name),
    staleTime: 60_000,
  });

/** The catalogue of sources as suggestions of an input that names `id` as its list; other text stays possible. */
export function SourceOptions({ id }: { id: string }): ReactElement {
  const { data: names = [] } = useQuery(sourcesQuery());
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </datalist>
  );
}
