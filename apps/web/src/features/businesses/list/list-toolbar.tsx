import { businessTypes } from '@handover/contract/business-list.ts';
import { businessStages } from '@handover/contract/business-stages.ts';
import type { ReactElement } from 'react';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { useStageNames } from '#shared/businesses/stage-names.ts';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { densities, useDensity, type Density } from '#shared/lists/density.ts';
import { SearchBox } from '#shared/lists/search-box.tsx';
import { FilterSelect } from '#shared/lists/toolbar/filter-select.tsx';
import { ViewOptionSelect } from '#shared/lists/toolbar/look-select.tsx';
import { ClearButton, Toolbar, Total } from '#shared/lists/toolbar/toolbar.tsx';
import { BrokerOptions } from '#shared/members/member-options.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { useChips } from './search/filter-chips.ts';
import { businessSorts, type BusinessSort } from './search/list-search.ts';
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
    <Toolbar
      search={
        <SearchBox
          noun="businesses"
          fields="name, public title, city or listing number"
          value={search.filter.q ?? ''}
          onSearch={(q) => setFilter({ q }, { isTyping: true })}
        />
      }
      filters={<Filters list={list} />}
    >
      <Total count={total} nouns={['business', 'businesses']} />
      {chips.map(({ name, label }) => (
        <RemovableChip key={name} label={label} onRemove={() => setFilter({ [name]: undefined })} />
      ))}
      {chips.length > 0 && <ClearButton onClear={list.clear} />}
      {isPhone ? <SortSelect list={list} /> : <DensitySelect />}
    </Toolbar>
  );
}

function Filters({ list: { search, setFilter } }: { list: ListNavigation }): ReactElement {
  const user = useUser();
  const stageNames = useStageNames();
  const { stage, type, brokerId, marketLabel } = search.filter;
  return (
    <>
      <FilterSelect name="Stage" value={stage} onChange={(value) => setFilter({ stage: value })}>
        {businessStages.map((name) => (
          <option key={name} value={name}>
            {stageNames[name]}
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
      <FilterSelect
        hasLateOptions
        name="Broker"
        value={brokerId}
        onChange={(value) => setFilter({ brokerId: value })}
      >
        <BrokerOptions mine={user.id} value={brokerId} />
      </FilterSelect>
      <FilterSelect name="Label" value={marketLabel} onChange={(value) => setFilter({ marketLabel: value })}>
        <option value="sale">Sale</option>
        <option value="new">New</option>
        <option value="none">Without a label</option>
      </FilterSelect>
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
    <ViewOptionSelect
      label="Order"
      value={search.sort ?? '-createdAt'}
      names={sortNames}
      onChange={(value) => setSort(businessSorts.find((name) => name === value) ?? null)}
    />
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
    <ViewOptionSelect
      label="Row height"
      value={density}
      names={densityNames}
      onChange={(value) => setDensity(densities.find((name) => name === value) ?? density)}
    />
  );
}
