import { useState, type ReactElement } from 'react';
import { BrokerOptions } from '../../../../shared/members/broker-options.tsx';
import type { ListFilter } from '../search/list-search.ts';
import styles from './more-filters.module.css';

/** The filters used most, as fields of the panel: on a phone there is no room for them beside the search. */
export function PromotedFields({ filter }: { filter: ListFilter }): ReactElement {
  return (
    <>
      <label className={styles['field']}>
        Status
        <select name="status" defaultValue={filter.status ?? ''}>
          <option value="">Any</option>
          <option value="active">Active</option>
          <option value="banned">Banned</option>
        </select>
      </label>
      <label className={styles['field']}>
        Type
        <select name="accountType" defaultValue={filter.accountType ?? ''}>
          <option value="">Any</option>
          <option value="Individual">Individual</option>
          <option value="Corporate">Corporate</option>
        </select>
      </label>
      <BrokerField chosen={filter.brokerId ?? ''} />
    </>
  );
}

/** Held by its own state: the brokers may come after the choice has been made. */
function BrokerField({ chosen }: { chosen: string }): ReactElement {
  const [brokerId, setBrokerId] = useState(chosen);
  return (
    <label className={styles['field']}>
      Broker
      <select name="brokerId" value={brokerId} onChange={(event) => setBrokerId(event.target.value)}>
        <option value="">Any</option>
        <BrokerOptions mine="me" value={brokerId} />
      </select>
    </label>
  );
}
