import { useQuery } from '@tanstack/react-query';
import { businessSorts, businessTypes } from '@handover/contract/businesses.ts';
import { businessStages } from '@handover/contract/business-stages.ts';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { businessTypeLabels, stageLabels } from '../../../shared/labels/businesses.ts';
import { densities, useDensity, type Density } from '../../../shared/lists/density.ts';
import { SearchBox } from '../../../shared/lists/search-box.tsx';
import { membersQuery } from '../../../shared/members/members.queries.ts';
import { useUser } from '../../../shared/session/session-context.tsx';
import { useChips } from './search/filter-chips.ts';
import type { BusinessSort } from './search/list-search.ts';
import styles from './list-toolbar.module.css';
import type { ListNavigation } from './search/use-list-search.ts';

interface ListToolbarProps {
  list: ListNavigation;
  /** How many match; null until it is known. */
  total: number | null;
  /** Cards have no headers to sort by and no rows to be dense. */
  isPhone: boolean;
}

/** Search and filters above the list; below them how many match, the filters in force, and how the rows look or are ordered. */
export function ListToolbar({ list, total, isPhone }: ListToolbarProps): ReactElement {
  const { search, setFilter } = list;
  const chips = useChips(search.filter);
  return (
    <div className={styles['toolbar']}>
      <div className={styles['row']}>
        <SearchBox
          noun="businesses"
          fields="name, public title, city or listing number"
          value={search.filter.q ?? ''}
          onSearch={(q) => setFilter({ q }, { isTyping: true })}
        />
        <div className={styles['filters']}>
          <Filters list={list} />
        </div>
      </div>
      <div className={styles['chips']}>
        <p role="status" className={styles['total']}>
          {total !== null && `${total.toLocaleString('en')} ${total === 1 ? 'business' : 'businesses'}`}
        </p>
        {chips.map(({ name, label }) => (
          <RemovableChip key={name} label={label} onRemove={() => setFilter({ [name]: undefined })} />
        ))}
        {chips.length > 0 && (
          <button type="button" className={styles['clear']} onClick={list.clear}>
            Clear all
          </button>
        )}
        {isPhone ? <SortSelect list={list} /> : <DensitySelect />}
      </div>
    </div>
  );
}

function Filters({ list: { search, setFilter } }: { list: ListNavigation }): ReactElement {
  const { stage, type, brokerId, marketLabel } = search.filter;
  return (
    <>
      <FilterSelect name="Stage" value={stage} onChange={(value) => setFilter({ stage: value })}>
        {businessStages.map((name) => (
          <option key={name} value={name}>
            {stageLabels[name]}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="Type" value={type} onChange={(value) => setFilter({ type: value })}>
        {businessTypes.map((name) => (
          <option key={name} value={name}>
            {businessTypeLabels[name]}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="Broker" value={brokerId} onChange={(value) => setFilter({ brokerId: value })}>
        <BrokerOptions />
      </FilterSelect>
      <FilterSelect name="Label" value={marketLabel} onChange={(value) => setFilter({ marketLabel: value })}>
        <option value="sale">Sale</option>
        <option value="new">New</option>
        <option value="none">Without a label</option>
      </FilterSelect>
    </>
  );
}

interface FilterSelectProps {
  name: string;
  value: string | undefined;
  onChange: (value: string) => void;
  children: ReactNode;
}

function FilterSelect({ name, value = '', onChange, children }: FilterSelectProps): ReactElement {
  return (
    <select
      className={styles['select']}
      aria-label={name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{name}: any</option>
      {children}
    </select>
  );
}

function BrokerOptions(): ReactElement {
  const user = useUser();
  const { data: members = [] } = useQuery(membersQuery());
  return (
    <>
      <option value={user.id}>Mine</option>
      <option value="none">Without a broker</option>
      {members
        .filter(({ id }) => id !== user.id)
        .map(({ id, displayName }) => (
          <option key={id} value={id}>
            {displayName}
          </option>
        ))}
    </>
  );
}

const sortNames: Readonly<Record<BusinessSort, string>> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  stage: 'Stage, first to last',
  '-stage': 'Stage, last to first',
  '-askingPrice': 'Highest price first',
  askingPrice: 'Lowest price first',
  '-sde': 'Highest SDE first',
  sde: 'Lowest SDE first',
};

function SortSelect({ list: { search, setSort } }: { list: ListNavigation }): ReactElement {
  return (
    <select
      className={classNames(styles['select'], styles['density'])}
      aria-label="Order"
      value={search.sort ?? '-createdAt'}
      onChange={(event) => setSort(businessSorts.find((name) => name === event.target.value) ?? null)}
    >
      {Object.entries(sortNames).map(([name, label]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  );
}

const densityNames: Readonly<Record<Density, string>> = {
  compact: 'Compact',
  standard: 'Standard',
  comfortable: 'Comfortable',
};

function DensitySelect(): ReactElement {
  const [density, setDensity] = useDensity();
  return (
    <select
      className={classNames(styles['select'], styles['density'])}
      aria-label="Row height"
      value={density}
      onChange={(event) => setDensity(densities.find((name) => name === event.target.value) ?? density)}
    >
      {densities.map((name) => (
        <option key={name} value={name}>
          {densityNames[name]}
        </option>
      ))}
    </select>
  );
}
