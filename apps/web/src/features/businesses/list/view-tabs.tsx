import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useStageNames } from '#shared/businesses/stage-names.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { writeSearch, type ListFilter, type ListSearch } from './search/list-search.ts';
import styles from './view-tabs.module.css';

/** The fixed views, as links: each is a filter in the address. */
export function ViewTabs({ search }: { search: ListSearch }): ReactElement {
  const user = useUser();
  const stageNames = useStageNames();
  const views: readonly { readonly name: string; readonly filter: ListFilter }[] = [
    { name: 'All', filter: {} },
    { name: 'Open', filter: { isOpen: 'true' } },
    { name: 'Mine', filter: { brokerId: user.id } },
    { name: stageNames.on_market, filter: { stage: 'on_market' } },
    { name: 'Bin', filter: { deleted: 'true' } },
  ];
  const inForce = new Map(Object.entries(search.filter));
  // More filters narrow a view, they do not leave it.
  const current = views.findLast(({ filter }) =>
    Object.entries(filter).every(([name, value]) => inForce.get(name) === value),
  );
  return (
    <nav aria-label="Views" className={styles['tabs']}>
      {views.map((view) => (
        <Link
          key={JSON.stringify(view.filter)}
          to={{
            search: writeSearch(new URLSearchParams(), {
              filter: view.filter,
              sort: search.sort,
              cursor: null,
              page: 1,
            }).toString(),
          }}
          aria-current={view === current ? 'true' : undefined}
          className={styles['tab']}
          preventScrollReset
        >
          {view.name}
        </Link>
      ))}
    </nav>
  );
}
