import type { ReactElement } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { densities, useDensity, type Density } from '../rows/density.ts';
import type { FilterChip as Chip } from './filter-chips.ts';
import styles from './list-toolbar.module.css';
import { MoreFilters } from './more-filters.tsx';
import { PromotedFilters } from './promoted-filters.tsx';
import { SearchBox } from './search-box.tsx';
import type { ListNavigation } from '../search/use-list-search.ts';

const densityNames = {
  compact: 'Compact',
  standard: 'Standard',
  comfortable: 'Comfortable',
} as const satisfies Record<Density, string>;

interface ListToolbarProps extends Pick<ListNavigation, 'search' | 'setFilter'> {
  chips: readonly Chip[];
  /** How many match; null until it is known. */
  total: number | null;
  onClear: () => void;
  /** Cards have no rows to be dense. */
  hasDensity: boolean;
}

/** Search, filters and density above the table; below them how many match and the filters in force. */
export function ListToolbar({
  search,
  setFilter,
  chips,
  total,
  onClear,
  hasDensity,
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
        {hasDensity && <DensitySelect />}
      </div>
    </div>
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
