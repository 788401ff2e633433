import { listDirectory, type Colleague } from '@handover/contract/directory.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** Who works in the workspace, by name. */
export const directoryQuery = (): QueryFor<Colleague[]> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'directory'],
    queryFn: async ({ signal }) => (await send(listDirectory, {}, { signal })).people,
  });
