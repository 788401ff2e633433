import { Readable } from 'node:stream';
import * as contract from '@handover/contract/customers.ts';
import type { CustomerFilter } from '@handover/contract/customer-list.ts';
import { roleLevels } from '@handover/contract/roles.ts';
import { safeParse } from 'zod/mini';
import { resolveCustomConditions } from '#platform/records/custom-fields/custom-filter.ts';
import { customerSorting } from '#features/customers/customer-list.queries.ts';
import { dateIn } from '#lib/clock.ts';
import { notFound } from '#lib/errors.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { listActiveFields } from '#platform/records/custom-fields/custom-fields.queries.ts';
import { sendDownload } from '#platform/files/download.ts';
import type { Routes } from '#platform/http/routes.ts';
import { resolveOrder } from '#platform/records/list/sort.queries.ts';
import { isOpenTo } from '#platform/session/areas.ts';
import { issueTicket, type TicketAction } from '#platform/tickets.ts';
import { customersToCsv } from './to-csv.ts';

const exportAction = 'customers.export';

/** The ticket for the CSV of all customers that match. */
export function exportRoutes(routes: Routes): void {
  routes.add(contract.exportCustomers, async ({ actor, body, work }) => {
    await resolveCustomConditions(work.db, {
      workspaceId: actor.workspaceId,
      recordType: 'customer',
      filter: body.filter,
    });
    await resolveOrder(work.db, customerSorting, { workspaceId: actor.workspaceId, sort: body.sort });
    work.audit({ sort: body.sort });
    return {
      ticket: await issueTicket(work, actor, {
        action: exportAction,
        subject: { ...body, filter: asSent(body.filter) },
      }),
    };
  });
}

/** What that ticket answers with, within the scope that its holder has by then. */
export function exportTicketActions(): Record<string, TicketAction> {
  return {
    [exportAction]: async ({ member, subject, work, request, reply }) => {
      const { success, data } = safeParse(contract.exportCustomers.body, subject);
      if (!success || member.level < roleLevels.STAFF || !isOpenTo(member, 'users')) throw notFound('export');
      await recordAudit(work.db, {
        workspaceId: member.workspaceId,
        actorId: member.userId,
        action: 'downloadExport',
        subjectId: null,
        detail: {},
        ipAddress: request.ip,
        requestId: request.id,
        now: work.now,
      });
      const { sort, ...selection } = data;
      const { workspaceId } = member;
      const custom = await resolveCustomConditions(work.db, {
        workspaceId,
        recordType: 'customer',
        filter: selection.filter,
      });
      const order = await resolveOrder(work.db, customerSorting, { workspaceId, sort });
      const fields = await listActiveFields(work.db, { workspaceId, recordType: 'customer' });
      const bytes = Readable.from(
        customersToCsv(work.db, member, { order, filter: selection, now: work.now, custom, fields }),
        { objectMode: false },
      );
      sendDownload(reply, {
        name: `Customers ${dateIn(member.timeZone, work.now)}.csv`,
        contentType: 'text/csv; charset=utf-8',
        bytes,
      });
    },
  };
}

/** Flags travel as text, in a body as in an address. */
function asSent(filter: CustomerFilter): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filter).map(([field, value]) => [
      field,
      typeof value === 'boolean' ? String(value) : value,
    ]),
  );
}
