import { formatCount } from '@handover/domain/format-count.ts';
import { businessFilter } from '@handover/contract/businesses/business-list.ts';
import { getBusinessMap, type BusinessRegion } from '@handover/contract/businesses/business-overview.ts';
import { usStates } from '@handover/domain/us-states.ts';
import useMediaQuery from '@mui/material/useMediaQuery';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { EmptyState, FailedState, NoMatch } from '@handover/ui/states/state-panel.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { FilterBar } from '#shared/records/list/filters/filter-bar.tsx';
import {
  plainSearch,
  withFilter,
  writeSearch,
  type ListNavigation,
} from '#shared/records/list/list-search.ts';
import { parseInput, type ListFilter } from '#shared/records/list/record-list.ts';
import { businessList, mapList } from '../businesses.record.tsx';
import styles from './business-map.module.css';
import { tiles } from './us-tiles.ts';

const mapQuery = (filter: ListFilter): QueryFor<BusinessRegion[]> =>
  oneQuery({
    queryKey: ['business', 'all', 'map', filter],
    queryFn: async ({ signal }) =>
      (await send(getBusinessMap, { query: parseInput(businessFilter, filter) }, { signal })).regions,
  });

/** The number of matching businesses in each state; each number links to their list. */
export default function BusinessMap({ navigation }: { navigation: ListNavigation }): ReactElement {
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const { region: _ignored, ...filter } = navigation.search.filter;
  const {
    data: regions,
    error,
    refetch,
  } = useQuery({
    ...mapQuery(filter),
    placeholderData: keepPreviousData,
  });
  return (
    <section className={styles['map']} aria-label="Map">
      <FilterBar list={mapList} navigation={navigation} isPhone={isPhone} />
      {regions === undefined && error !== null && (
        <FailedState
          title="The map could not be loaded"
          text={getErrorMessage(error)}
          onRetry={() => void refetch()}
        />
      )}
      {regions?.length === 0 &&
        (Object.keys(filter).length > 0 ? (
          <NoMatch noun={businessList.nouns[1]} onClear={navigation.clearFilter} />
        ) : (
          <EmptyState {...businessList.empty} />
        ))}
      {regions !== undefined && regions.length > 0 && <Regions regions={regions} filter={filter} />}
    </section>
  );
}

interface RegionsProps {
  regions: readonly BusinessRegion[];
  filter: ListFilter;
}

function Regions({ regions, filter }: RegionsProps): ReactElement {
  const max = Math.max(...regions.map(({ count }) => count));
  const hrefOf = (region: string | null): string => {
    const search = withFilter(businessList, { ...plainSearch, filter }, { region: region ?? 'none' });
    return `?${writeSearch(businessList, new URLSearchParams(), search).toString()}`;
  };
  const elsewhere = regions.filter(({ region }) => !tiles.some(({ state }) => state === region));
  return (
    <>
      <ul className={styles['tiles']} aria-label="Businesses by state">
        {tiles.map(({ state, row, column }) => {
          const count = regions.find(({ region }) => region === state)?.count ?? 0;
          const place = { gridRow: row, gridColumn: column };
          const name = usStates[state] ?? state;
          return count === 0 ? (
            <li key={state} style={place} className={styles['tile']} aria-hidden="true" title={name}>
              <span>{state}</span>
            </li>
          ) : (
            <li key={state} style={place}>
              <Link
                to={hrefOf(state)}
                title={name}
                aria-label={`${name}: ${formatCount(count, 'business', 'businesses')}`}
                className={classNames(styles['tile'], styles['filled'], styles[getShade(count, max)])}
              >
                <span>{state}</span>
                <strong>{count}</strong>
              </Link>
            </li>
          );
        })}
      </ul>
      {elsewhere.length > 0 && (
        <section aria-label="Elsewhere" className={styles['elsewhere']}>
          <h2>Elsewhere</h2>
          <ul>
            {elsewhere.map(({ region, count }) => (
              <li key={region ?? ''}>
                <Link to={hrefOf(region)} dir="auto">
                  {region === null ? 'No state' : (usStates[region] ?? region)}
                </Link>{' '}
                {formatCount(count, 'business', 'businesses')}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Darker for higher counts, in three steps up to the maximum. */
function getShade(count: number, max: number): string {
  const part = count / max;
  return part > 2 / 3 ? 'most' : part > 1 / 3 ? 'some' : 'few';
}
