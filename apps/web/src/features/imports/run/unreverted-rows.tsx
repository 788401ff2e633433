import type { ImportRun } from '@handover/contract/imports.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { LoadMore } from '#shared/lists/load-more.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { activeQuery } from '../imports.queries.ts';
import styles from './run.module.css';

/** The customers that an undo left as they are, and why. */
export function UnrevertedRows({ run }: { run: ImportRun }): ReactElement {
  const query = useInfiniteQuery(activeQuery(run.id));
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <section aria-label="Customers kept">
      <h3 className={styles['title']}>Kept as they are</h3>
      <PagedPanel
        query={query}
        count={rows.length}
        empty={{ icon: 'solar:check-circle-bold-duotone', title: 'Nothing was kept' }}
        failed="The rows could not be loaded"
      >
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Customer</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, customerId, name, reason }) => (
              <tr key={row}>
                <td>{row}</td>
                <td>{name === null ? '' : <Link to={`/admin/users/view/${customerId}`}>{name}</Link>}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <LoadMore query={query} shown={rows.length} total={query.data?.pages[0]?.total ?? rows.length} />
      </PagedPanel>
    </section>
  );
}
