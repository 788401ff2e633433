import type { ReactElement, ReactNode } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { SearchBox } from '../../../../shared/lists/search-box.tsx';
import type { ListNavigation } from '../search/use-list-search.ts';
import type { FilterChip as Chip } from './filter-chips.ts';
import styles from './list-toolbar.module.css';
import { MoreFilters } from './more-filters.tsx';
import { PromotedFilters } from './promoted-filters.tsx';
import { isQuick, QuickFilters } from './quick-filters.tsx';

interface ListToolbarProps extends Pick<ListNavigation, 'search' | 'setFilter' | 'setSort'> {
  chips: readonly Chip[];
  /** How many match; null until it is known. */
  total: number | null;
  onClear: () => void;
  /** Cards have no headers to sort by. */
  isPhone: boolean;
  /** What changes how the rows look. */
  display: ReactNode;
}

/** Search and filters above the list; below them the quick filters, the filters in force, and how many match. */
export function ListToolbar({
  search,
  setFilter,
  setSort,
  chips,
  total,
  onClear,
  isPhone,
  display,
}: ListToolbarProps): ReactElement {
  return (
    <div className={styles['toolbar']}>
      <div className={styles['row']}>
        <SearchBox
          noun="customers"
          fields="name, e-mail, phone, company or NPI"
          value={search.filter.q ?? ''}
          onSearch={(q) => setFilter({ q }, { isTyping: true })}
        />
        <div className={styles['filters']}>
          <PromotedFilters search={search} setFilter={setFilter} />
          <MoreFilters search={search} setFilter={setFilter} />
          {!isPhone && display}
        </div>
      </div>
      <div className={styles['chips']}>
        <QuickFilters search={search} setFilter={setFilter} />
        {chips
          .filter(({ key }) => !isQuick(key, search.filter))
          .map(({ key, label, without }) => (
            <RemovableChip key={key} label={label} onRemove={() => setFilter(without)} />
          ))}
        {chips.length > 0 && (
          <button type="button" className={styles['clear']} onClick={onClear}>
            Clear all
          </button>
        )}
        <div className={styles['summary']}>
          <p role="status" className={styles['total']}>
            {total !== null && `${total.toLocaleString('en')} ${total === 1 ? 'customer' : 'customers'}`}
          </p>
          {isPhone && <SortSelect sort={search.sort} setSort={setSort} />}
        </div>
      </div>
    </div>
  );
}

const sortNames: Readonly<Record<string, string>> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  company: 'Company, A to Z',
  '-company': 'Company, Z to A',
  '-lastActivityAt': 'Last active first',
  lastActivityAt: 'Longest quiet first',
  '-joiningDate': 'Last joined first',
  joiningDate: 'First joined first',
};

function SortSelect({
  sort,
  setSort,
}: {
  sort: string | null;
  setSort: ListNavigation['setSort'];
}): ReactElement {
  const current = sort ?? '-createdAt';
  return (
    <select
      className={classNames(styles['select'], styles['order'])}
      aria-label="Order"
      value={current}
      onChange={(event) => setSort(event.target.value)}
    >
      {sortNames[current] === undefined && <option value={current}>By several columns</option>}
      {Object.entries(sortNames).map(([name, label]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  );
}
