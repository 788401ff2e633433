import type {
  DealReport,
  ForecastMonth,
  getDealReport,
  getForecast,
} from '@handover/contract/deals/deal-reports.ts';
import type { BoardColumn, getDealBoard } from '@handover/contract/deals/deals.ts';
import { send, type CallOf } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

// Only the type is imported, so that the dashboard does not load the contracts.
const forecastCall: CallOf<typeof getForecast> = { method: 'GET', path: '/deal-reports/forecast' };
const reportCall: CallOf<typeof getDealReport> = { method: 'GET', path: '/deal-reports' };
const boardCall: CallOf<typeof getDealBoard> = { method: 'GET', path: '/deals/board' };

export const forecastQuery = (): QueryFor<ForecastMonth[]> =>
  oneQuery({
    queryKey: ['commission', 'all', 'forecast'],
    queryFn: async ({ signal }) => (await send(forecastCall, {}, { signal })).months,
  });

/** Open deals by stage. */
export const funnelQuery = (): QueryFor<BoardColumn[]> =>
  oneQuery({
    queryKey: ['deal', 'all', 'funnel'],
    queryFn: async ({ signal }) => (await send(boardCall, { query: { isOpen: true } }, { signal })).columns,
  });

export const reportQuery = (period: { from: string; before: string }): QueryFor<DealReport> =>
  oneQuery({
    queryKey: ['deal', 'all', 'report', period],
    queryFn: async ({ signal }) => (await send(reportCall, { query: period }, { signal })).report,
  });

/** The list of deals with a filter. */
export function getDealsPath(filter: Readonly<Record<string, string>>): string {
  return `/admin/business-center/deals?${new URLSearchParams(filter).toString()}`;
}
