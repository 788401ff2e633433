import { toCalendarDate } from '@handover/domain/local-time.ts';
import { Readable } from 'node:stream';
import { getRoleLevel } from '@handover/contract/auth/roles.ts';
import * as z from 'zod/mini';
import { notFound } from '#lib/errors.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { sendDownload } from '#platform/files/download.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Member } from '#platform/session/actor.ts';
import { issueTicket, type TicketAction } from '#platform/tickets.ts';
import type { Work } from '#platform/work.ts';
import { listActiveFields } from '../custom-fields/custom-fields.queries.ts';
import { resolveFilter, type FilterValues } from '../list/filter.queries.ts';
import { resolveOrder } from '../list/sort.queries.ts';
import type { RecordDescriptor, Records } from '../record.ts';
import { recordsToCsv, type Exportable } from './to-csv.ts';
import { isOpenTo } from '#platform/session/access.ts';

const exportAction = 'records.export';

/** The tickets for the CSV files of every record type that can be exported. */
export function exportRoutes(routes: Routes, { records }: { records: Records }): void {
  for (const record of records.all.flatMap(toExportable))
    routes.add(record.export.endpoint, async ({ actor, body, work }) => {
      await resolve(record, { work, member: actor, body });
      work.audit({ sort: body.sort });
      const sent = { ...body, filter: toSentFilter(body.filter) };
      return {
        ticket: await issueTicket(work, actor, {
          action: exportAction,
          subject: { type: record.type, body: sent },
        }),
      };
    });
}

const ticketSubject = z.object({ type: z.string(), body: z.unknown() });

/** Sends the file of an export ticket, within the scope that its holder has at that time. */
export function exportTicketActions({ records }: { records: Records }): Record<string, TicketAction> {
  return {
    [exportAction]: async ({ member, subject, work, request, reply }) => {
      const { type, body: sent } = ticketSubject.parse(subject);
      const record = records.all.flatMap(toExportable).find((each) => each.type === type);
      const body = record?.export.endpoint.body.safeParse(sent).data;
      if (record === undefined || body === undefined || !isExportOpen(record, member))
        throw notFound('export');
      await recordAudit(work.db, {
        workspaceId: member.workspaceId,
        actorId: member.userId,
        action: 'downloadExport',
        subjectId: null,
        detail: { recordType: record.type },
        ipAddress: request.ip,
        requestId: request.id,
        now: work.now,
      });
      const selected = await resolve(record, { work, member, body });
      const { many } = record.labels;
      sendDownload(reply, {
        name: `${many.charAt(0).toUpperCase()}${many.slice(1)} ${toCalendarDate(work.now, member.timeZone)}.csv`,
        contentType: 'text/csv; charset=utf-8',
        bytes: Readable.from(recordsToCsv(record, { db: work.db, member }, selected), { objectMode: false }),
      });
    },
  };
}

type LabeledExport = Exportable & Pick<RecordDescriptor, 'labels'>;

/** The record with the parts that an export needs; empty for a type without them. */
function toExportable(record: RecordDescriptor): LabeledExport[] {
  const { filter, list, export: spec } = record;
  if (filter === undefined || list === undefined || spec === undefined) return [];
  return [{ ...record, filter, list, export: spec }];
}

/** The data needed to read a selection. Throws INVALID_INPUT for a condition that its custom field does not accept. */
async function resolve(
  record: Exportable,
  {
    work,
    member,
    body: { sort, filter, ...picked },
  }: {
    work: Work;
    member: Member;
    body: { sort: string; filter: FilterValues; ids?: readonly string[] | undefined };
  },
) {
  const { workspaceId } = member;
  const { type, table, list } = record;
  const { defaultSort } = list;
  const resolved = await resolveFilter(record, work, { member, filter });
  return {
    selection: { ...resolved, filter: { filter, ...picked } },
    order: await resolveOrder(work.db, { type, table, keys: list.sorts }, { workspaceId, defaultSort, sort }),
    fields: await listActiveFields(work.db, { workspaceId, recordType: type }),
  };
}

function isExportOpen({ export: { endpoint } }: Exportable, member: Member): boolean {
  const { level, area } = endpoint.access;
  return member.level >= getRoleLevel(level) && (area === undefined || isOpenTo(member, area));
}

/** Flags are sent as text, in a body as in a URL. */
function toSentFilter(filter: FilterValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filter).map(([field, value]) => [
      field,
      typeof value === 'boolean' ? String(value) : value,
    ]),
  );
}
