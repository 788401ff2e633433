import { recordInfo } from '@handover/contract/records/records.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { businessTypeLabels, useStageNames } from '#shared/labels/businesses.ts';
import { LoadMore, PagedPanel } from '#shared/lists/paged-panel.tsx';
import { formatCompactMoney } from '../search-values.ts';
import { MatchRow } from './match-row.tsx';
import styles from './match-row.module.css';
import { matchingBusinessesQuery } from './matches.queries.ts';

/** The open businesses that fit a buyer, for the buyer's page. */
export default function MatchingBusinesses({ buyerId }: { buyerId: string }): ReactElement {
  const query = useInfiniteQuery(matchingBusinessesQuery(buyerId));
  const stageNames = useStageNames();
  const matches = query.data?.pages.flatMap((page) => page.matches) ?? [];
  const total = query.data?.pages[0]?.total ?? null;
  return (
    <section className={styles['card']} aria-labelledby="matching-businesses">
      <div className={styles['head']}>
        <h2 id="matching-businesses">Matching businesses</h2>
      </div>
      <PagedPanel
        query={query}
        count={matches.length}
        empty={{
          icon: 'solar:buildings-bold-duotone',
          title: 'No matching businesses',
          text: 'Open businesses that match the buyer’s type, state, and price will appear here.',
        }}
        failed="The matching businesses could not be loaded"
      >
        <ul className={styles['list']}>
          {matches.map((match) => {
            const { business, currency } = match;
            const { type, state, priceCents, stage } = business;
            return (
              <MatchRow
                key={business.id}
                match={match}
                name={business.name}
                to={`${recordInfo.business.path}${business.id}`}
                second={[
                  businessTypeLabels[type],
                  state,
                  priceCents === null ? null : formatCompactMoney(priceCents, currency),
                  stageNames[stage],
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}
              />
            );
          })}
        </ul>
        <LoadMore query={query} shown={matches.length} total={total} />
      </PagedPanel>
    </section>
  );
}
