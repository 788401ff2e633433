import type { ReactElement, ReactNode } from 'react';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { SearchBox } from '#shared/lists/search-box.tsx';
import { ViewOptionSelect } from '#shared/lists/toolbar/look-select.tsx';
import { ClearButton, Toolbar, Total } from '#shared/lists/toolbar/toolbar.tsx';
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
  /** What changes how the rows or cards look. */
  display: ReactNode;
  /** The way to select cards; rows have their boxes in sight. */
  selectButton: ReactNode;
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
  selectButton,
}: ListToolbarProps): ReactElement {
  return (
    <Toolbar
      search={
        <SearchBox
          noun="customers"
          fields="name, e-mail, phone, company or NPI"
          value={search.filter.q ?? ''}
          onSearch={(q) => setFilter({ q }, { isTyping: true })}
        />
      }
      filters={
        <>
          {!isPhone && <PromotedFilters search={search} setFilter={setFilter} />}
          <MoreFilters isWhole={isPhone} search={search} setFilter={setFilter} />
          {isPhone ? <SortSelect sort={search.sort} setSort={setSort} /> : display}
        </>
      }
    >
      <QuickFilters search={search} setFilter={setFilter} />
      {chips
        .filter(({ key }) => !isQuick(key, search.filter))
        .map(({ key, label, without }) => (
          <RemovableChip key={key} label={label} onRemove={() => setFilter(without)} />
        ))}
      {chips.length > 0 && <ClearButton onClear={onClear} />}
      <div className={styles['summary']}>
        <Total count={total} nouns={['customer', 'customers']} />
        {isPhone && (
          <div className={styles['looks']}>
            {selectButton}
            {display}
          </div>
        )}
      </div>
    </Toolbar>
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
    <ViewOptionSelect
      label="Order"
      value={current}
      names={sortNames[current] === undefined ? { [current]: 'By several columns', ...sortNames } : sortNames}
      onChange={setSort}
    />
  );
}
