import type { listAgreements } from '@handover/contract/agreements/agreements.ts';
import {
  type CustomerGrowth,
  type FirstSteps,
  getCustomerGrowth,
  getFirstSteps,
  getStageTotals,
  getUrgentBusinesses,
  listUnansweredMail,
  listUndeliveredMail,
  type MonthCount,
  type StageTotal,
} from '@handover/contract/dashboard.ts';
import type { listDeals } from '@handover/contract/deals/deals.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import type { License, listLicenses } from '@handover/contract/settings/licenses.ts';
import { addDays } from '@handover/domain/calendar-dates.ts';
import { openTaskStatuses } from '@handover/contract/tasks/task-rules.ts';
import { listTasks } from '@handover/contract/tasks/tasks.ts';
import { listTriage } from '@handover/contract/conversations/triage.ts';
import type { BusinessStage } from '@handover/contract/businesses/business-stages.ts';
import { send, type CallOf } from '#shared/api/client.ts';
import { oneQuery, type PagesFor, pagesQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** Few enough to read at a glance; the linked list shows all. */
const shownTasks = 6;
const shownMails = 5;
export const shownRecords = 4;

/** An open deal is stalled after this many days in one stage. */
export const stalledDays = 30;
export const licenseNoticeDays = 60;

// Only the type is imported, so that the dashboard does not load the contracts.
const listDealsCall: CallOf<typeof listDeals> = { method: 'GET', path: '/deals' };
const listAgreementsCall: CallOf<typeof listAgreements> = { method: 'GET', path: '/agreements' };
const listLicensesCall: CallOf<typeof listLicenses> = { method: 'GET', path: '/licenses' };

/** The first open tasks of a user that are due by a day. */
export const dueTasksQuery = (userId: string, today: string): QueryFor<ResponseOf<typeof listTasks>> =>
  oneQuery({
    queryKey: ['task', 'all', 'due', userId, today],
    queryFn: ({ signal }) =>
      send(
        listTasks,
        { query: { assigneeId: userId, status: [...openTaskStatuses], dueTo: today, limit: shownTasks } },
        { signal },
      ),
  });

/** The first open client tasks that are due by a day. */
export const clientTasksDueQuery = (dueTo: string): QueryFor<ResponseOf<typeof listTasks>> =>
  oneQuery({
    queryKey: ['task', 'all', 'clients-due', dueTo],
    queryFn: ({ signal }) =>
      send(
        listTasks,
        { query: { audience: 'client', status: [...openTaskStatuses], dueTo, limit: shownTasks } },
        { signal },
      ),
  });

export const unansweredQuery = (): PagesFor<ResponseOf<typeof listUnansweredMail>> =>
  pagesQuery({
    queryKey: ['message', 'all', 'unanswered'],
    fetchPage: ({ cursor, signal }) =>
      send(listUnansweredMail, { query: { cursor, limit: shownMails } }, { signal }),
  });

export const undeliveredQuery = (): PagesFor<ResponseOf<typeof listUndeliveredMail>> =>
  pagesQuery({
    queryKey: ['message', 'all', 'undelivered'],
    fetchPage: ({ cursor, signal }) =>
      send(listUndeliveredMail, { query: { cursor, limit: shownMails } }, { signal }),
  });

/** The number of unhandled emails from unknown senders. */
export const unknownSendersQuery = (): QueryFor<number> =>
  oneQuery({
    queryKey: ['triage', 'all', 'dashboard'],
    queryFn: async ({ signal }) => (await send(listTriage, { query: { limit: 1 } }, { signal })).total,
  });

export const urgentQuery = (): QueryFor<ResponseOf<typeof getUrgentBusinesses>['urgent']> =>
  oneQuery({
    queryKey: ['business', 'all', 'urgent'],
    queryFn: async ({ signal }) => (await send(getUrgentBusinesses, {}, { signal })).urgent,
  });

export const growthQuery = (): QueryFor<CustomerGrowth> =>
  oneQuery({
    queryKey: ['customer', 'all', 'growth'],
    queryFn: async ({ signal }) => (await send(getCustomerGrowth, {}, { signal })).growth,
  });

export const stagesQuery = (): QueryFor<StageTotal[]> =>
  oneQuery({
    queryKey: ['business', 'all', 'stages'],
    queryFn: async ({ signal }) => (await send(getStageTotals, {}, { signal })).stages,
  });

export const firstStepsQuery = (): QueryFor<FirstSteps> =>
  oneQuery({
    queryKey: ['customer', 'all', 'first-steps'],
    queryFn: async ({ signal }) => (await send(getFirstSteps, {}, { signal })).steps,
  });

/** The open deals that have been in one stage for the longest. */
export const stalledDealsQuery = (today: string): QueryFor<ResponseOf<typeof listDeals>> =>
  oneQuery({
    queryKey: ['deal', 'all', 'stalled', today],
    queryFn: ({ signal }) =>
      send(
        listDealsCall,
        {
          query: {
            isOpen: true,
            stageBefore: addDays(today, -stalledDays),
            sort: 'stageEnteredAt',
            limit: shownRecords,
          },
        },
        { signal },
      ),
  });

/** The NDAs in force that end first. */
export const expiringNdasQuery = (): QueryFor<ResponseOf<typeof listAgreements>> =>
  oneQuery({
    queryKey: ['agreement', 'all', 'expiring'],
    queryFn: ({ signal }) =>
      send(
        listAgreementsCall,
        { query: { isExpiring: true, sort: 'expiresOn', limit: shownRecords } },
        { signal },
      ),
  });

/** The licenses that end soon, earliest first. */
export const expiringLicensesQuery = (today: string): QueryFor<License[]> =>
  oneQuery({
    queryKey: ['business', 'all', 'expiring-licenses', today],
    queryFn: async ({ signal }) => {
      const query = { expiresBefore: addDays(today, licenseNoticeDays) };
      return (await send(listLicensesCall, { query }, { signal })).licenses;
    },
  });

const businesses = '/admin/business-center';

/** The list of stalled deals. */
export function getStalledDealsPath(today: string): string {
  const filter = { isOpen: 'true', stageBefore: addDays(today, -stalledDays), sort: 'stageEnteredAt' };
  return `${businesses}/deals?${new URLSearchParams(filter).toString()}`;
}

/** Anchor of the unanswered email, which is shown only here. */
export const unansweredId = 'unanswered';

/** Neither sold, withdrawn, nor expired. */
export const openBusinesses = `${businesses}?isOpen=true`;

/** The businesses in a stage. */
export function getStagePath(stage: BusinessStage): string {
  return `${businesses}?stage=${stage}`;
}

/** Open businesses that match a filter of the list. */
export function openBusinessesWith(filter: Readonly<Record<string, string>>): string {
  return `${businesses}?${new URLSearchParams({ isOpen: 'true', ...filter }).toString()}`;
}

/** A user's open due tasks. */
export function getDueTasksPath({ id, today }: { id: string; today: string }): string {
  return `/admin/tasks?${new URLSearchParams({ assigneeId: id, dueTo: today }).toString()}`;
}

/** Open client tasks that are due by a day. */
export function getClientTasksPath(dueTo: string): string {
  return `/admin/tasks?${new URLSearchParams({ audience: 'client', dueTo }).toString()}`;
}

/** The customers added in a month. */
export function getCustomersPath({ from, to }: Pick<MonthCount, 'from' | 'to'>): string {
  return `/admin/users?${new URLSearchParams({ createdFrom: from, createdTo: to }).toString()}`;
}
