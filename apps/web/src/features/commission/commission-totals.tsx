import { formatCount } from '@handover/domain/format-count.ts';
import { commissionFilter, type CommissionStatus } from '@handover/contract/commission/commission-list.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { useListSearch } from '#shared/records/list/list-search.ts';
import { parseInput } from '#shared/records/list/record-list.ts';
import { commissionList } from './commissions.record.tsx';
import { totalsQuery } from './commissions.queries.ts';
import styles from './commission.module.css';

/** The totals of the commissions in the list, per currency. */
export function CommissionTotals(): ReactElement | null {
  const { search } = useListSearch(commissionList);
  const { data, error } = useQuery(totalsQuery(parseInput(commissionFilter, search.filter)));
  if (data === undefined) return error === null ? null : <p role="alert">{getErrorMessage(error)}</p>;
  const currencies = [...new Set(data.map(({ currency }) => currency))];
  return (
    <>
      {currencies.map((currency) => {
        const totalOf = (status: CommissionStatus) =>
          data.find((total) => total.currency === currency && total.status === status);
        const [expected, closed, due, paid] = [
          totalOf('expected'),
          totalOf('to_finalize'),
          totalOf('due'),
          totalOf('paid'),
        ];
        const openCents = due === undefined ? 0 : due.dueCents - due.paidCents;
        const paidCents = (due?.paidCents ?? 0) + (paid?.paidCents ?? 0);
        return (
          <dl key={currency} className={styles['totals']} aria-label={`Totals in ${currency}`}>
            <Figure name="Expected" note={formatCount(expected?.count ?? 0, 'deal')}>
              <MoneyText amountCents={expected?.dueCents ?? 0} currency={currency} isPrice />
            </Figure>
            <Figure name="Weighted commission" note={formatCount(expected?.count ?? 0, 'deal')}>
              <MoneyText amountCents={expected?.weightedCents ?? 0} currency={currency} isEstimate />
            </Figure>
            <Figure name="To finalize" note={formatCount(closed?.count ?? 0, 'deal')}>
              <MoneyText amountCents={closed?.dueCents ?? 0} currency={currency} isPrice />
            </Figure>
            <Figure name="Due" note={formatCount(due?.count ?? 0, 'deal')}>
              <MoneyText amountCents={openCents} currency={currency} isPrice />
            </Figure>
            <Figure name="Paid out">
              <MoneyText amountCents={paidCents} currency={currency} isPrice />
            </Figure>
          </dl>
        );
      })}
    </>
  );
}

function Figure({
  name,
  note,
  children,
}: {
  name: string;
  note?: string;
  children: ReactNode;
}): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {note !== undefined && <small>{note}</small>}
      </dd>
    </div>
  );
}
