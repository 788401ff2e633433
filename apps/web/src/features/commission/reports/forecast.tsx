import type { ForecastMonth } from '@handover/contract/deals/deal-reports.ts';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useUser } from '#shared/session/session-context.tsx';
import { forecastQuery } from './reports.queries.ts';
import { CountLink, ReportState, ReportTable } from './report-table.tsx';
import styles from './reports.module.css';

const monthText = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Value and weighted commission of open deals by the month of their expected close, separately for each currency. */
export default function Forecast({ isShort = false }: { isShort?: boolean }): ReactElement {
  const query = useQuery(forecastQuery());
  return (
    <ReportState query={query}>
      {(months) => (
        <ReportTable
          caption="Open deals by expected close"
          columns={['Month', 'Deals', 'Value', ...(isShort ? [] : ['Commission']), 'Weighted commission']}
          nothing="No open deals yet."
          isEmpty={months.length === 0}
        >
          {months.map((month) => (
            <MonthRow key={`${month.from ?? ''} ${month.currency}`} month={month} isShort={isShort} />
          ))}
        </ReportTable>
      )}
    </ReportState>
  );
}

function MonthRow({ month, isShort }: { month: ForecastMonth; isShort: boolean }): ReactElement {
  const { today } = useUser();
  const { from, before, currency, count } = month;
  const name = from === null ? 'No date' : monthText.format(new Date(from));
  const filter = new URLSearchParams({ status: 'expected', currency });
  if (from === null || before === null) filter.set('hasExpectedClose', 'false');
  else {
    filter.set('expectedFrom', from);
    filter.set('expectedBefore', before);
  }
  const money = (amountCents: number) => (
    <MoneyText amountCents={amountCents} currency={currency} isEstimate />
  );
  return (
    <tr>
      <th scope="row">
        {name}
        {before !== null && before <= today && <small className={styles['late']}>Overdue</small>}
      </th>
      <td>
        <CountLink
          count={count}
          to={`/admin/business-center/commission?${filter.toString()}`}
          label={`deals, ${name}, ${currency}`}
        />
      </td>
      <td>{money(month.valueCents)}</td>
      {!isShort && <td>{money(month.commissionCents)}</td>}
      <td>{money(month.weightedCents)}</td>
    </tr>
  );
}
