import {
  auditFilter,
  getAuditCheck,
  listAuditActions,
  listAuditEntries,
  type AuditCheck,
  type AuditFilter,
} from '@handover/contract/audit.ts';
import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { safeParse } from 'zod/mini';
import { send } from '../../../shared/api/client.ts';
import { oneQuery, pagesQuery, type PagesFor, type QueryFor } from '../../../shared/api/query-factory.ts';

/** The filter that the address holds; what is not one of it counts as not there. */
export function filterOf(search: URLSearchParams): AuditFilter {
  const { data } = safeParse(auditFilter, Object.fromEntries(search));
  return data ?? {};
}

export const auditQuery = (filter: AuditFilter): PagesFor<ResponseOf<typeof listAuditEntries>> =>
  pagesQuery({
    queryKey: ['audit', 'all', 'list', filter],
    fetchPage: ({ cursor, signal }) => send(listAuditEntries, { query: { ...filter, cursor } }, { signal }),
  });

export const actionsQuery = (): QueryFor<string[]> =>
  oneQuery({
    queryKey: ['audit', 'all', 'actions'],
    queryFn: async ({ signal }) => (await send(listAuditActions, {}, { signal })).actions,
  });

export const checkQuery = (): QueryFor<AuditCheck | null> =>
  oneQuery({
    queryKey: ['audit', 'all', 'check'],
    queryFn: async ({ signal }) => (await send(getAuditCheck, {}, { signal })).check,
  });
