import {
  auditFilter,
  getAuditCheck,
  listAuditActions,
  listAuditEntries,
  listInstallationAudit,
  listInstallationAuditActions,
  type AuditCheck,
  type AuditEntry,
  type AuditFilter,
} from '@handover/contract/settings/audit.ts';
import { safeParse } from 'zod/mini';
import { send } from '#shared/api/client.ts';
import { parseInput, type ListPage, type ListQuery, type ListRow } from '#shared/records/list/record-list.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

export type AuditScope = 'workspace' | 'installation';

const actionLists = { workspace: listAuditActions, installation: listInstallationAuditActions } as const;

/** Reads the filter from the URL; invalid values are ignored. */
export function parseFilter(search: URLSearchParams): AuditFilter {
  const names = Object.keys(auditFilter.shape);
  const { data } = safeParse(
    auditFilter,
    Object.fromEntries([...search].filter(([name]) => names.includes(name))),
  );
  return data ?? {};
}

/** A page of the log in the query's scope. Entries are never changed, so they have no versions. */
export async function fetchAudit(
  { scope, ...query }: ListQuery,
  signal: AbortSignal,
): Promise<ListPage<AuditEntry & ListRow>> {
  const endpoint = scope === 'installation' ? listInstallationAudit : listAuditEntries;
  const { entries, ...page } = await send(endpoint, { query: parseInput(endpoint.query, query) }, { signal });
  return { ...page, rows: entries.map((entry) => ({ ...entry, version: 0 })) };
}

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
