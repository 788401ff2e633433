import { toCalendarDate } from '@handover/domain/local-time.ts';
import { Readable } from 'node:stream';
import { auditFilter, type AuditFilter } from '@handover/contract/settings/audit.ts';
import { roleLevels } from '@handover/contract/auth/roles.ts';
import { csvByteOrderMark, toCsvLine } from '@handover/domain/csv.ts';
import * as z from 'zod/mini';
import type { Db } from '#db/client.ts';
import { notFound } from '#lib/errors.ts';
import type { Position } from '#lib/pagination.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { sendDownload } from '#platform/files/download.ts';
import type { TicketAction } from '#platform/tickets.ts';
import { listEntries, startOfDay, type AuditQuery, type EntryRow } from './audit.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';

/** The current workspace’s log, or the installation’s. */
const auditScopes = ['workspace', 'installation'] as const;
export type AuditScope = (typeof auditScopes)[number];

/** The workspace of a scope; null for the installation. */
export function findWorkspaceId(scope: AuditScope, { workspaceId }: Member): string | null {
  return scope === 'installation' ? null : workspaceId;
}

/** Converts calendar days to instants in the workspace's time zone; the last day is included. */
export async function toAuditQuery(
  work: Work,
  member: Member,
  { scope, filter: { from, to, ...filter } }: { scope: AuditScope; filter: AuditFilter },
): Promise<AuditQuery> {
  const { timeZone } = member;
  const at = (date: string | undefined, plusDays: number) =>
    date === undefined ? undefined : startOfDay(work.db, { date, timeZone, plusDays });
  const workspaceId = findWorkspaceId(scope, member);
  return { workspaceId, ...filter, since: await at(from, 0), before: await at(to, 1) };
}

export const exportAction = 'audit.export';

const batchRows = 1_000;
const headings = ['Time', 'Person', 'Action', 'Record', 'Details', 'IP address', 'Sealed'];

const exportSubject = z.object({ scope: z.enum(auditScopes), filter: auditFilter });
const levelFor = { workspace: roleLevels.ADMIN, installation: roleLevels.SUPERADMIN } as const;

/** Redeems an export ticket if its holder may still read that log. */
export function auditTicketActions(): Record<string, TicketAction> {
  return {
    [exportAction]: async ({ member, subject, work, request, reply }) => {
      const { success, data } = exportSubject.safeParse(subject);
      if (!success || member.level < levelFor[data.scope]) throw notFound('export');
      const query = await toAuditQuery(work, member, data);
      await recordAudit(work.db, {
        workspaceId: query.workspaceId,
        actorId: member.userId,
        action: 'downloadAudit',
        subjectId: null,
        detail: {},
        ipAddress: request.ip,
        requestId: request.id,
        now: work.now,
      });
      const name = data.scope === 'workspace' ? 'Audit log' : 'Audit log of the installation';
      sendDownload(reply, {
        name: `${name} ${toCalendarDate(work.now, member.timeZone)}.csv`,
        contentType: 'text/csv; charset=utf-8',
        bytes: Readable.from(auditToCsv(work.db, query), { objectMode: false }),
      });
    },
  };
}

/** All matching entries, newest first, read in batches of 1,000 on demand. */
async function* auditToCsv(db: Db, query: AuditQuery): AsyncGenerator<string> {
  yield `${csvByteOrderMark}${toCsvLine(headings)}`;
  let after: Position | null = null;
  for (;;) {
    const rows: EntryRow[] = await listEntries(db, { ...query, after, limit: batchRows });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => toCsvLine(toCells(row))).join('');
    if (rows.length < batchRows) return;
    after = [last.created_at.toISOString(), last.id];
  }
}

function toCells(row: EntryRow): (string | null)[] {
  return [
    row.created_at.toISOString(),
    row.actor_name,
    row.action,
    row.subject_id,
    JSON.stringify(row.detail),
    row.ip_address,
    row.is_sealed === true ? 'yes' : 'no',
  ];
}
