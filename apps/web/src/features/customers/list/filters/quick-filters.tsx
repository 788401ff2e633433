import type { ReactElement } from 'react';
import type { ListFilter } from '../search/list-search.ts';
import type { ListNavigation } from '../search/use-list-search.ts';
import styles from './list-toolbar.module.css';

const quickFilters = [
  { label: 'Mine', name: 'brokerId', value: 'me' },
  { label: 'No broker', name: 'brokerId', value: 'none' },
  { label: 'Not contacted for 90 days', name: 'uncontactedDays', value: '90' },
  { label: 'New this month', name: 'created', value: 'month' },
  { label: 'Unsubscribed', name: 'isUnsubscribed', value: 'true' },
] as const satisfies readonly { label: string; name: keyof ListFilter; value: string }[];

/** The questions asked most, one press each. */
export function QuickFilters({
  search,
  setFilter,
}: Pick<ListNavigation, 'search' | 'setFilter'>): ReactElement {
  return (
    <div role="group" aria-label="Quick filters" className={styles['quick']}>
      {quickFilters.map(({ label, name, value }) => {
        const isOn = search.filter[name] === value;
        return (
          <button
            key={label}
            type="button"
            aria-pressed={isOn}
            className={styles['toggle']}
            onClick={() => setFilter({ [name]: isOn ? undefined : value })}
          >
            {label}
          </button>
        );
      })}
    </div>
  );
}

/** Whether a quick filter shows this part of the filter already. */
export function isQuick(name: string, filter: ListFilter): boolean {
  return quickFilters.some((quick) => quick.name === name && filter[quick.name] === quick.value);
}
