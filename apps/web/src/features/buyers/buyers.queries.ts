import { getBuyer, type Buyer } from '@handover/contract/buyers/buyers.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

export const buyerQuery = (id: string): QueryFor<Buyer> =>
  oneQuery({
    queryKey: ['buyer', 'all', 'detail', id],
    queryFn: async ({ signal }) => (await send(getBuyer, { params: { id } }, { signal })).buyer,
  });
