import { roleLevels, levelOf } from '@handover/contract/roles.ts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useUser } from '../../../shared/session/session-context.tsx';
import { writeSearch, type ListFilter, type ListSearch } from './search/list-search.ts';
import styles from './view-tabs.module.css';

interface View {
  readonly name: string;
  readonly filter: ListFilter;
}

/** The fixed views, as links: each is a filter in the address. */
export function ViewTabs({ search }: { search: ListSearch }): ReactElement {
  const user = useUser();
  const views: readonly View[] = [
    { name: 'All', filter: {} },
    { name: 'Mine', filter: { brokerId: user.id } },
    { name: 'Banned', filter: { status: 'banned' } },
    // The bin is for those who may take something out of it.
    ...(levelOf(user.role) >= roleLevels.ADMIN
      ? [{ name: 'Bin', filter: { deleted: 'true' } as const }]
      : []),
  ];
  const current = currentView(views, search.filter);
  return (
    <nav aria-label="Views" className={styles['tabs']}>
      {views.map((view) => (
        <Link
          key={view.name}
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

/** The last view whose filters are all in force: more filters narrow a view, they do not leave it. */
function currentView(views: readonly View[], filter: ListFilter): View | undefined {
  const inForce = new Map(Object.entries(filter));
  return views.findLast((view) =>
    Object.entries(view.filter).every(([name, value]) => inForce.get(name) === value),
  );
}
