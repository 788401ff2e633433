import {
  auditFilter,
  getAuditCheck,
  listAuditActions,
  listAuditEntries,
  listInstallationAudit,
  listInstallationAuditActions,
  type AuditCheck,
  type AuditFilter,
} from '@handover/contract/audit.ts';
import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { safeParse } from 'zod/mini';
import { send } from '#shared/api/client.ts';
import { oneQuery, pagesQuery, type PagesFor, type QueryFor } from '#shared/api/query-factory.ts';

export type AuditScope = 'workspace' | 'installation';

const lists = { workspace: listAuditEntries, installation: listInstallationAudit } as const;
const actionLists = { workspace: listAuditActions, installation: listInstallationAuditActions } as const;

/** Reads the filter from the URL; invalid values are ignored. */
export function filterOf(search: URLSearchParams): AuditFilter {
  const { data } = safeParse(auditFilter, Object.fromEntries(search));
  return data ?? {};
}

export const auditQuery = (
  scope: AuditScope,
  filter: AuditFilter,
): PagesFor<ResponseOf<typeof listAuditEntries>> =>
  pagesQuery({
    queryKey: ['audit', 'all', 'list', scope, filter],
    fetchPage: ({ cursor, signal }) => send(lists[scope], { query: { ...filter, cursor } }, { signal }),
  });

export const actionsQuery = (scope: AuditScope): QueryFor<string[]> =>
  oneQuery({
    queryKey: ['audit', 'all', 'actions', scope],
    queryFn: async ({ signal }) => (await send(actionLists[scope], {}, { signal })).actions,
  });

export const checkQuery = (): QueryFor<AuditCheck | null> =>
  oneQuery({
    queryKey: ['audit', 'all', 'check'],
    queryFn: async ({ signal }) => (await send(getAuditCheck, {}, { signal })).check,
  });
