import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { membersQuery } from '../../../../shared/members/members.queries.ts';
import { useUser } from '../../../../shared/session/session-context.tsx';
import styles from './list-toolbar.module.css';
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
      <FilterSelect name="Broker" value={filter.brokerId} onChange={(brokerId) => setFilter({ brokerId })}>
        <BrokerOptions />
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
      <option value="me">Mine</option>
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
