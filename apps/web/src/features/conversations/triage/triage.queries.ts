import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { getTriageMail, listTriage, type TriageMail } from '@handover/contract/conversations/triage.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, pagesQuery, type PagesFor, type QueryFor } from '#shared/api/query-factory.ts';

/** Email that is not filed yet, or that was ignored. */
export type TriageShown = 'waiting' | 'ignored';

/** Email from unknown senders, newest first. */
export const triageQuery = (shown: TriageShown): PagesFor<ResponseOf<typeof listTriage>> =>
  pagesQuery({
    queryKey: ['triage', 'all', 'list', shown],
    fetchPage: ({ cursor, signal }) => send(listTriage, { query: { shown, cursor } }, { signal }),
  });

/** The number of emails that are not filed yet. */
export const triageCountQuery = (): QueryFor<number> =>
  oneQuery({
    queryKey: ['triage', 'all', 'count'],
    queryFn: async ({ signal }) => (await send(listTriage, { query: { limit: 1 } }, { signal })).total,
  });

export const triageMailQuery = (id: string): QueryFor<TriageMail> =>
  oneQuery({
    queryKey: ['triage', 'all', 'one', id],
    queryFn: async ({ signal }) => (await send(getTriageMail, { params: { id } }, { signal })).mail,
  });
