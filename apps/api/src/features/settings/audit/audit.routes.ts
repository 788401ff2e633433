import * as contract from '@handover/contract/audit.ts';
import type { AuditEntry } from '@handover/contract/audit.ts';
import { paginate } from '../../../lib/pagination.ts';
import type { Routes } from '../../../platform/http/routes.ts';
import type { Platform } from '../../../platform/platform.ts';
import { issueTicket } from '../../../platform/tickets.ts';
import { countEntries, listActions, listEntries, type EntryRow } from './audit.queries.ts';
import { presentCheck, startCheck } from './audit-check.ts';
import { exportAction } from './audit-export.ts';
import { toAuditQuery } from './audit-query.ts';
import { findLatestCheck } from './checks.queries.ts';

/** The audit log of the workspace: list, export, and the check of its seals. */
export function auditRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  routes.add(contract.listAuditEntries, async ({ actor, query, work }) => {
    const { limit, cursor, ...filter } = query;
    const asked = await toAuditQuery(work, actor, filter);
    const { rows, total, nextCursor } = await paginate(keyring, {
      limit,
      cursor,
      binding: ['audit', asked],
      fetch: (slice) => listEntries(work.db, { ...asked, ...slice }),
      count: () => countEntries(work.db, asked),
      positionOf: (row) => [row.created_at.toISOString(), row.id],
    });
    return { entries: rows.map(present), total, nextCursor };
  });

  routes.add(contract.listAuditActions, async ({ actor, work }) => ({
    actions: await listActions(work.db, actor.workspaceId),
  }));

  routes.add(contract.exportAudit, async ({ actor, body, work }) => {
    work.audit({ filter: body });
    return { ticket: await issueTicket(work, actor, { action: exportAction, subject: body }) };
  });

  routes.add(contract.startAuditCheck, async ({ work }) => ({
    check: presentCheck(await startCheck(work), work.now),
  }));

  routes.add(contract.getAuditCheck, async ({ work }) => {
    const row = await findLatestCheck(work.db);
    return { check: row === null ? null : presentCheck(row, work.now) };
  });
}

function present(row: EntryRow): AuditEntry {
  return {
    id: row.id,
    time: row.created_at.toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, displayName: row.actor_name ?? 'Former user' },
    action: row.action,
    subjectId: row.subject_id,
    detail: isRecord(row.detail) ? row.detail : {},
    ipAddress: row.ip_address,
    isSealed: row.is_sealed === true,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
