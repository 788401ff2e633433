import { dealStageNames, isDealEnded } from '@handover/contract/deals/deal-stages.ts';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { CountLink, ReportState, ReportTable } from './report-table.tsx';
import { getDealsPath, funnelQuery } from './reports.queries.ts';
import styles from './reports.module.css';

/** Open deals by stage with their value, separately for each currency. */
export default function DealFunnel(): ReactElement {
  const query = useQuery(funnelQuery());
  return (
    <ReportState query={query} rows={9}>
      {(columns) => {
        const open = columns.filter(({ stage }) => !isDealEnded(stage));
        const max = Math.max(1, ...open.map(({ count }) => count));
        return (
          <ReportTable
            caption="Open deals by stage"
            columns={['Stage', 'Deals', 'Value']}
            nothing="No open deals yet."
            isEmpty={open.every(({ count }) => count === 0)}
          >
            {open.map(({ stage, count, totals }) => (
              <tr key={stage}>
                <th scope="row">
                  {dealStageNames[stage]}
                  <span className={styles['track']} aria-hidden="true">
                    <span style={{ width: `${String((count / max) * 100)}%` }} />
                  </span>
                </th>
                <td>
                  <CountLink
                    count={count}
                    to={getDealsPath({ stage })}
                    label={`in ${dealStageNames[stage]}`}
                  />
                </td>
                <td>
                  {totals.map(({ currency, cents }) => (
                    <div key={currency}>
                      <MoneyText amountCents={cents} currency={currency} isPrice />
                    </div>
                  ))}
                </td>
              </tr>
            ))}
          </ReportTable>
        );
      }}
    </ReportState>
  );
}
