import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import type {
  listQuarantines,
  openQuarantine,
  QuarantineState,
} from '@handover/contract/documents/quarantines.ts';
import { phiKindLabels, type PhiKind } from '@handover/domain/phi/phi-kinds.ts';
import { send, type CallOf } from '#shared/api/client.ts';
import { oneQuery, pagesQuery, type PagesFor, type QueryFor } from '#shared/api/query-factory.ts';

const listCall: CallOf<typeof listQuarantines> = { method: 'GET', path: '/quarantines' };
const openCall: CallOf<typeof openQuarantine> = { method: 'POST', path: '/quarantines/{id}/open' };

/**
 * Quarantined emails, notes, and files, newest first. Keyed with the timelines, because changes to emails and notes
 * affect both.
 */
export const quarantinesQuery = (state: QuarantineState): PagesFor<ResponseOf<typeof listQuarantines>> =>
  pagesQuery({
    queryKey: ['activity', 'all', 'quarantines', state],
    fetchPage: ({ cursor, signal }) => send(listCall, { query: { state, cursor } }, { signal }),
  });

/** The number of items that wait for a review. */
export const quarantineCountQuery = (): QueryFor<number> =>
  oneQuery({
    queryKey: ['activity', 'all', 'quarantine-count'],
    queryFn: async ({ signal }) => (await send(listCall, { query: { limit: 1 } }, { signal })).total,
  });

/** The content of a quarantined email, note, or file. Each call is recorded in the audit log. */
export const openedQuery = (id: string): QueryFor<ResponseOf<typeof openQuarantine>> =>
  oneQuery({
    queryKey: ['opened-quarantine', id],
    queryFn: ({ signal }) => send(openCall, { params: { id } }, { signal }),
  });

/** "Date of birth" */
export function getPhiKindName(kind: PhiKind): string {
  const label = phiKindLabels[kind];
  return label.charAt(0).toUpperCase() + label.slice(1);
}
