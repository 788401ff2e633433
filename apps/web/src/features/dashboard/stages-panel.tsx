import { isClosed } from '@handover/contract/businesses/business-stages.ts';
import type { StageTotal } from '@handover/contract/dashboard.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { getStagePath, openBusinesses, stagesQuery } from './dashboard.queries.ts';
import { Loaded, Panel } from './panel.tsx';
import styles from './panels.module.css';
import { useStageNames } from '#shared/labels/businesses.ts';

/** Businesses by stage with their total asking price. */
export function StagesPanel(): ReactElement {
  const query = useQuery(stagesQuery());
  return (
    <Panel title="Businesses by stage">
      <Loaded query={query} failed="The stages could not be loaded" rows={7}>
        {(stages) =>
          stages.every(({ count }) => count === 0) ? (
            <p className={styles['lead']}>
              No businesses yet. <Link to="/admin/business-center?create=true">Add the first one</Link>; it
              begins as a lead.
            </p>
          ) : (
            <Stages stages={stages} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function Stages({ stages }: { stages: readonly StageTotal[] }): ReactElement {
  const closed = stages.filter(({ stage }) => isClosed(stage));
  const open = stages.filter(({ stage }) => !isClosed(stage));
  const most = Math.max(1, ...stages.map(({ count }) => count));
  const sum = sumStages(open);
  return (
    <>
      <table className={styles['table']}>
        <caption className="sr-only">Businesses and asking value by stage</caption>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              Stage
            </th>
            <th scope="col" className={styles['number']}>
              Businesses
            </th>
            <th scope="col" className={styles['money']}>
              Asking value
            </th>
          </tr>
        </thead>
        <tbody>
          {open.map((total) => (
            <StageRow key={total.stage} total={total} most={most} />
          ))}
        </tbody>
        <tbody className={styles['sum']}>
          <tr>
            <th scope="row" colSpan={2}>
              All open
            </th>
            <td className={styles['number']}>
              <Link
                to={openBusinesses}
                aria-label={`${String(sum.count)} open ${sum.count === 1 ? 'business' : 'businesses'}`}
              >
                {sum.count.toLocaleString('en')}
              </Link>
            </td>
            <Asking amounts={sum.asking} />
          </tr>
        </tbody>
        <tbody className={styles['closed']}>
          {closed.map((total) => (
            <StageRow key={total.stage} total={total} most={most} />
          ))}
        </tbody>
      </table>
      {sum.unpricedCount > 0 && (
        <p className={styles['remark']}>
          Excludes{' '}
          {sum.unpricedCount === 1 ? '1 business' : `${sum.unpricedCount.toLocaleString('en')} businesses`}{' '}
          without a price.
        </p>
      )}
    </>
  );
}

function StageRow({ total, most }: { total: StageTotal; most: number }): ReactElement {
  const { stage, count, asking } = total;
  const names = useStageNames();
  return (
    <tr>
      <th scope="row">{names[stage]}</th>
      <td className={styles['bar']}>
        <Bar share={count / most} />
      </td>
      <td className={styles['number']}>
        <Link to={getStagePath(stage)} aria-label={`${String(count)} in ${names[stage]}`}>
          {count.toLocaleString('en')}
        </Link>
      </td>
      <Asking amounts={asking} />
    </tr>
  );
}

function Asking({ amounts }: { amounts: StageTotal['asking'] }): ReactElement {
  return (
    <td className={styles['money']}>
      {amounts.map(({ currency, cents }) => (
        <div key={currency}>
          <MoneyText amountCents={cents} currency={currency} isPrice />
        </div>
      ))}
    </td>
  );
}

/** Several stages as one; amounts of different currencies are kept separate, sorted by currency. */
export function sumStages(totals: readonly StageTotal[]): Omit<StageTotal, 'stage'> {
  const cents = new Map<string, number>();
  for (const { currency, cents: amount } of totals.flatMap(({ asking }) => asking))
    cents.set(currency, (cents.get(currency) ?? 0) + amount);
  return {
    count: totals.reduce((sum, { count }) => sum + count, 0),
    unpricedCount: totals.reduce((sum, { unpricedCount }) => sum + unpricedCount, 0),
    asking: [...cents]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, amount]) => ({ currency, cents: amount })),
  };
}

/** A bar for a share from 0 to 1. The number is next to it. */
export function Bar({ share }: { share: number }): ReactElement {
  return (
    <span className={styles['track']} aria-hidden="true">
      <span className={styles['fill']} style={{ width: `${String(100 * share)}%` }} />
    </span>
  );
}
