import { getDateFormat } from '@handover/ui/parts/formats.ts';
import type { CustomerGrowth, MonthCount } from '@handover/contract/dashboard.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { getCustomersPath, growthQuery } from './dashboard.queries.ts';
import { Loaded, Panel } from './panel.tsx';
import styles from './panels.module.css';

/** The number of new customers this month and in earlier months. */
export function GrowthPanel(): ReactElement {
  const query = useQuery(growthQuery());
  return (
    <Panel
      title="New customers"
      {...(query.data !== undefined &&
        query.data.total > 0 && {
          to: { href: '/admin/users', label: `${query.data.total.toLocaleString('en')} total` },
        })}
    >
      <Loaded query={query} failed="New customers could not be loaded" rows={6}>
        {(growth) => (growth.total === 0 ? <NoCustomers /> : <Months growth={growth} />)}
      </Loaded>
    </Panel>
  );
}

function NoCustomers(): ReactElement {
  return (
    <p className={styles['none']}>
      No customers yet. <Link to="/admin/users?import=new">Import them from a file</Link> or{' '}
      <Link to="/admin/users/create">add one</Link>.
    </p>
  );
}

/** A table drawn as a column chart. */
function Months({ growth: { months } }: { growth: CustomerGrowth }): ReactElement {
  const most = Math.max(1, ...months.map(({ count }) => count));
  return (
    <>
      <p className={styles['growthLead']}>{describe(months, months.length - 1)}.</p>
      <table className={styles['chart']}>
        <caption className="sr-only">Customers by the month they were added</caption>
        <thead>
          <tr>
            {months.map(({ from }) => (
              <th key={from} scope="col" aria-label={formatMonth(from)}>
                {formatMonth(from, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {months.map((month, index) => (
              <td key={month.from}>
                <Link
                  to={getCustomersPath(month)}
                  className={styles['column']}
                  aria-label={describe(months, index)}
                >
                  {month.count.toLocaleString('en')}
                  <span
                    className={styles['growthBar']}
                    style={{ height: `${String((88 * month.count) / most)}px` }}
                  />
                  <span className={styles['tip']} aria-hidden="true">
                    {describe(months, index)}
                  </span>
                </Link>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </>
  );
}

/**
 * “5 added in October, 2 more than in September”; for the current month “3 added in November so far, after 5 in
 * October”.
 */
function describe(months: readonly MonthCount[], index: number): string {
  const [last, month] = [months[index - 1], months[index]];
  if (month === undefined) return '';
  const added = `${month.count.toLocaleString('en')} added in ${formatMonth(month.from)}`;
  if (last === undefined) return added;
  const before = `in ${formatMonth(last.from)}`;
  if (index === months.length - 1)
    return `${added} so far, after ${last.count.toLocaleString('en')} ${before}`;
  const more = month.count - last.count;
  if (more === 0) return `${added}, as many as ${before}`;
  return `${added}, ${Math.abs(more).toLocaleString('en')} ${more > 0 ? 'more' : 'fewer'} than ${before}`;
}

function formatMonth(date: string, width: 'long' | 'short' = 'long'): string {
  return getDateFormat({ timeZone: 'UTC', month: width }).format(new Date(`${date}T00:00:00Z`));
}
