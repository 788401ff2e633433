import type { ReactElement } from 'react';
import { customerSorts } from '@handover/contract/customers.ts';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { densities, useDensity, type Density } from '../rows/density.ts';
import type { FilterChip as Chip } from './filter-chips.ts';
import styles from './list-toolbar.module.css';
import { MoreFilters } from './more-filters.tsx';
import { PromotedFilters } from './promoted-filters.tsx';
import { SearchBox } from './search-box.tsx';
import type { CustomerSort } from '../search/list-search.ts';
import type { ListNavigation } from '../search/use-list-search.ts';

const densityNames = {
  compact: 'Compact',
  standard: 'Standard',
  comfortable: 'Comfortable',
} as const satisfies Record<Density, string>;

interface ListToolbarProps extends Pick<ListNavigation, 'search' | 'setFilter' | 'setSort'> {
  chips: readonly Chip[];
  /** How many match; null until it is known. */
  total: number | null;
  onClear: () => void;
  /** Cards have no headers to sort by and no rows to be dense. */
  isPhone: boolean;
}

/** Search and filters above the list; below them how many match, the filters in force, and how the rows look or are ordered. */
export function ListToolbar({
  search,
  setFilter,
  setSort,
  chips,
  total,
  onClear,
  isPhone,
}: ListToolbarProps): ReactElement {
  return (
    <div className={styles['toolbar']}>
      <div className={styles['row']}>
        <SearchBox value={search.filter.q ?? ''} onSearch={(q) => setFilter({ q }, { isTyping: true })} />
        <div className={styles['filters']}>
          <PromotedFilters search={search} setFilter={setFilter} />
          <MoreFilters search={search} setFilter={setFilter} />
        </div>
      </div>
      <div className={styles['chips']}>
        <p role="status" className={styles['total']}>
          {total !== null && `${total.toLocaleString('en')} ${total === 1 ? 'customer' : 'customers'}`}
        </p>
        {chips.map(({ key, label, without }) => (
          <RemovableChip key={key} label={label} onRemove={() => setFilter(without)} />
        ))}
        {chips.length > 0 && (
          <button type="button" className={styles['clear']} onClick={onClear}>
            Clear all
          </button>
        )}
        {isPhone ? <SortSelect sort={search.sort} setSort={setSort} /> : <DensitySelect />}
      </div>
    </div>
  );
}

const sortNames: Readonly<Record<CustomerSort, string>> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  company: 'Company, A to Z',
  '-lastActivityAt': 'Last active first',
  lastActivityAt: 'Longest quiet first',
  '-joiningDate': 'Last joined first',
  joiningDate: 'First joined first',
  '-company': 'Company, Z to A',
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
};

function SortSelect({
  sort,
  setSort,
}: {
  sort: CustomerSort | null;
  setSort: ListNavigation['setSort'];
}): ReactElement {
  return (
    <select
      className={classNames(styles['select'], styles['density'])}
      aria-label="Order"
      value={sort ?? '-createdAt'}
      onChange={(event) => setSort(customerSorts.find((name) => name === event.target.value) ?? null)}
    >
      {Object.entries(sortNames).map(([name, label]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  );
}

function DensitySelect(): ReactElement {
  const [density, setDensity] = useDensity();
  const choose = (value: string): void => setDensity(densities.find((name) => name === value) ?? density);
  return (
    <select
      className={classNames(styles['select'], styles['density'])}
      aria-label="Row height"
      value={density}
      onChange={(event) => choose(event.target.value)}
    >
      {densities.map((name) => (
        <option key={name} value={name}>
          {densityNames[name]}
        </option>
      ))}
    </select>
  );
}
