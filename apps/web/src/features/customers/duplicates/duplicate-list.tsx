import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { PageToolbar } from '@handover/ui/parts/page-toolbar.tsx';
import { PagedPanel, LoadMore } from '#shared/lists/paged-panel.tsx';
import styles from './duplicates.module.css';
import { duplicatePairsQuery, reasonLabels, useDismissal } from './duplicates.queries.ts';
import Button from '@mui/material/Button';
import type { DuplicatePair, DuplicateParty } from '@handover/contract/records/merges.ts';
import { Link } from 'react-router';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';

const pollMs = 5000;

/** Possible duplicate customers. While the server is still comparing, the list refreshes by itself. */
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
          empty={getEmptyState(pendingChecks)}
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

function getEmptyState(pendingChecks: number): { icon: string; title: string; text: string } {
  return pendingChecks > 0
    ? {
        icon: 'solar:history-bold-duotone',
        title: 'Customers are being compared',
        text: 'Possible duplicates will appear here as they are found.',
      }
    : {
        icon: 'solar:check-circle-bold-duotone',
        title: 'No duplicates found',
        text: 'Customers with the same NPI, email or phone, or a similar name, will appear here.',
      };
}

/** Two customers side by side: why they may be duplicates, and the actions. */
export function DuplicatePairItem({ pair }: { pair: DuplicatePair }): ReactElement {
  const { survivor, other, reasons, canMerge } = pair;
  const dismissal = useDismissal(survivor, other);
  return (
    <article className={styles['pair']} aria-label={`${survivor.name} and ${other.name}`}>
      <Party party={survivor} />
      <Party party={other} />
      <div className={styles['foot']}>
        <p className={styles['reasons']}>
          {reasons.map((reason) => (
            <Pill key={reason} tone={reason === 'name' ? 'neutral' : 'info'}>
              {reasonLabels[reason]}
            </Pill>
          ))}
        </p>
        <Button
          variant="outlined"
          color="inherit"
          size="small"
          loading={dismissal.isPending}
          onClick={dismissal.dismiss}
        >
          Not the same
        </Button>
        {canMerge && (
          <Button size="small" component={Link} to={`/admin/users/duplicates/${survivor.id}/${other.id}`}>
            Compare
          </Button>
        )}
      </div>
    </article>
  );
}

function Party({ party }: { party: DuplicateParty }): ReactElement {
  const place = [party.city, party.region].filter(Boolean).join(', ');
  const entries = party.activityCount.toLocaleString('en');
  return (
    <div className={styles['party']}>
      <Avatar name={party.name} size={36} />
      <div className={styles['who']}>
        <Link to={`/admin/users/view/${party.id}`} className={styles['name']}>
          {party.name}
        </Link>
        <p className={styles['details']}>
          {party.email !== null && <span>{party.email}</span>}
          {party.phone !== null && <span>{party.phone}</span>}
          {party.npi !== null && <span>NPI {party.npi}</span>}
        </p>
        <p className={styles['details']}>
          {party.company !== null && <span>{party.company}</span>}
          {place !== '' && <span>{place}</span>}
          <span>{party.accountType}</span>
          <span>{party.activityCount === 1 ? '1 timeline entry' : `${entries} timeline entries`}</span>
        </p>
      </div>
    </div>
  );
}
