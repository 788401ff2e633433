import * as contract from '@handover/contract/settings/audit.ts';
import type { AuditEntry, AuditFilter } from '@handover/contract/settings/audit.ts';
import type { QueryOf, ResponseOf } from '@handover/contract/http/endpoint.ts';
import { paginate } from '#lib/pagination.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { findAuditSubjects } from '#platform/records/audit-subjects.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import { issueTicket } from '#platform/tickets.ts';
import type { Work } from '#platform/work.ts';
import { isRecord } from '#lib/objects.ts';
import { countEntries, findLatestCheck, listActions, listEntries, type EntryRow } from './audit.queries.ts';
import { listAuditNames } from './audit-names.queries.ts';
import { presentCheck, startCheck } from './audit-check.ts';
import { exportAction, toAuditQuery, findWorkspaceId, type AuditScope } from './audit-export.ts';

export function auditRoutes(routes: Routes, platform: Pick<Platform, 'keyring' | 'records'>): void {
  const workspace = createLogHandlers('workspace', platform);
  routes.add(contract.listAuditEntries, ({ actor, query, work }) => workspace.list(work, actor, query));
  routes.add(contract.listAuditActions, ({ actor, work }) => workspace.actions(work, actor));
  routes.add(contract.exportAudit, ({ actor, body, work }) => workspace.export(work, actor, body));

  const installation = createLogHandlers('installation', platform);
  routes.add(contract.listInstallationAudit, ({ actor, query, work }) =>
    installation.list(work, actor, query),
  );
  routes.add(contract.listInstallationAuditActions, ({ actor, work }) => installation.actions(work, actor));
  routes.add(contract.exportInstallationAudit, ({ actor, body, work }) =>
    installation.export(work, actor, body),
  );

  routes.add(contract.startAuditCheck, async ({ work }) => ({
    check: presentCheck(await startCheck(work), work.now),
  }));

  routes.add(contract.getAuditCheck, async ({ work }) => {
    const row = await findLatestCheck(work.db);
    return { check: row === null ? null : presentCheck(row, work.now) };
  });
}

function createLogHandlers(scope: AuditScope, { keyring, records }: Pick<Platform, 'keyring' | 'records'>) {
  return {
    list: async (
      work: Work,
      actor: Member,
      { limit, cursor, ...filter }: QueryOf<typeof contract.listAuditEntries>,
    ): Promise<ResponseOf<typeof contract.listAuditEntries>> => {
      const asked = await toAuditQuery(work, actor, { scope, filter });
      const { rows, total, nextCursor } = await paginate(keyring, {
        limit,
        cursor,
        viewer: actor,
        binding: ['audit', asked],
        fetch: (slice) => listEntries(work.db, { ...asked, ...slice }),
        count: () => countEntries(work.db, asked),
        positionOf: (row) => [row.created_at.toISOString(), row.id],
      });
      const ids = [...new Set(rows.flatMap(listIds))];
      const subjects = await findAuditSubjects(work.db, records.all, { member: actor, ids });
      const names = await listAuditNames(work.db, { workspaceId: findWorkspaceId(scope, actor), ids });
      return { entries: rows.map((row) => present(row, { subjects, names })), total, nextCursor };
    },
    actions: async (work: Work, actor: Member): Promise<{ actions: string[] }> => ({
      actions: await listActions(work.db, findWorkspaceId(scope, actor)),
    }),
    export: async (
      work: Work,
      actor: Member,
      filter: AuditFilter,
    ): Promise<ResponseOf<typeof contract.exportAudit>> => {
      work.audit({ filter });
      return {
        ticket: await issueTicket(work, actor, { action: exportAction, subject: { scope, filter } }),
      };
    },
  };
}

/** The ids that an entry contains, without the actor's. */
function listIds({ subject_id: subjectId, detail }: EntryRow): string[] {
  return (
    `${subjectId ?? ''} ${JSON.stringify(detail)}`.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g) ?? []
  );
}

type Found = {
  readonly subjects: Awaited<ReturnType<typeof findAuditSubjects>>;
  readonly names: Awaited<ReturnType<typeof listAuditNames>>;
};

function present(row: EntryRow, { subjects, names }: Found): AuditEntry {
  const named = listIds(row).flatMap((id) => {
    const name = names.get(id) ?? subjects.get(id)?.name;
    return name === undefined ? [] : [[id, name] as const];
  });
  return {
    id: row.id,
    time: row.created_at.toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, displayName: row.actor_name ?? 'Former user' },
    action: row.action,
    subjectId: row.subject_id,
    subject: (row.subject_id === null ? null : subjects.get(row.subject_id)) ?? null,
    detail: isRecord(row.detail) ? row.detail : {},
    names: Object.fromEntries(named),
    ipAddress: row.ip_address,
    isSealed: row.is_sealed === true,
  };
}
