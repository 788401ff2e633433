import type { ReactElement } from 'react';
import { FilterSelect } from '#shared/lists/toolbar/filter-select.tsx';
import { BrokerOptions } from '#shared/members/broker-options.tsx';
import type { ListNavigation } from '../search/use-list-search.ts';

/** The filters used most, one choice each. */
export function PromotedFilters({
  search,
  setFilter,
}: Pick<ListNavigation, 'search' | 'setFilter'>): ReactElement {
  const { filter } = search;
  return (
    <>
      <FilterSelect name="Status" value={filter.status} onChange={(status) => setFilter({ status })}>
        <option value="active">Active</option>
        <option value="banned">Banned</option>
      </FilterSelect>
      <FilterSelect
        name="Type"
        value={filter.accountType}
        onChange={(accountType) => setFilter({ accountType })}
      >
        <option value="Individual">Individual</option>
        <option value="Corporate">Corporate</option>
      </FilterSelect>
      <FilterSelect
        hasLateOptions
        name="Broker"
        value={filter.brokerId}
        onChange={(brokerId) => setFilter({ brokerId })}
      >
        <BrokerOptions mine="me" value={filter.brokerId} />
      </FilterSelect>
    </>
  );
}
