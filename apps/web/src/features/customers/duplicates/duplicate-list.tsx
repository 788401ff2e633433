import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { PageToolbar } from '@handover/ui/parts/page-toolbar.tsx';
import { LoadMore } from '#shared/lists/load-more.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { DuplicatePairItem } from './duplicate-pair.tsx';
import styles from './duplicates.module.css';
import { duplicatePairsQuery } from './duplicates.queries.ts';

const pollMs = 5000;

/** Pairs of customers that may be one. While the server is still comparing, the list fills by itself. */
export default function DuplicateList(): ReactElement {
  const query = useInfiniteQuery({
    ...duplicatePairsQuery(),
    refetchInterval: ({ state }) => ((state.data?.pages[0]?.pendingChecks ?? 0) > 0 ? pollMs : false),
  });
  const pairs = query.data?.pages.flatMap((page) => page.duplicatePairs) ?? [];
  const { total = 0, pendingChecks = 0 } = query.data?.pages[0] ?? {};
  return (
    <>
      {query.data !== undefined && (total > 0 || pendingChecks > 0) && (
        <PageToolbar>
          <p className={styles['count']} role="status">
            {total > 0 && <strong>{total === 1 ? '1 pair' : `${total.toLocaleString('en')} pairs`}</strong>}
            {pendingChecks > 0 && <span>Comparing {pendingChecks.toLocaleString('en')} customers</span>}
          </p>
        </PageToolbar>
      )}
      <section className={styles['card']} aria-label="Possible duplicates">
        <PagedPanel
          query={query}
          count={pairs.length}
          empty={emptyState(pendingChecks)}
          failed="The duplicates could not be loaded"
        >
          {pairs.map((pair) => (
            <DuplicatePairItem key={`${pair.survivor.id} ${pair.other.id}`} pair={pair} />
          ))}
          <LoadMore query={query} shown={pairs.length} total={total} />
        </PagedPanel>
      </section>
    </>
  );
}

function emptyState(pendingChecks: number): { icon: string; title: string; text: string } {
  return pendingChecks > 0
    ? {
        icon: 'solar:history-bold-duotone',
        title: 'Customers are being compared',
        text: 'Possible duplicates will appear here as they are found.',
      }
    : {
        icon: 'solar:check-circle-bold-duotone',
        title: 'No duplicates found',
        text: 'Customers with the same NPI, email or phone, or a similar name, appear here.',
      };
}
