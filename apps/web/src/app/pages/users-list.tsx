import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { triageCountQuery } from '#features/conversations/triage/triage.queries.ts';
import { duplicateCountQuery } from '#features/customers/duplicates/duplicates.queries.ts';
import { customerList } from '#features/customers/customers.record.tsx';
import { ImportButton } from '#features/imports/import-button.tsx';
import { quarantineCountQuery } from '#shared/quarantines/quarantines.queries.ts';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';
import { useInitialLoading } from '#shared/page/loading.ts';
import styles from './users-list.module.css';

const LatestEntries = lazy(() => import('#features/activities/latest-entries.tsx'));
/** admin/users */
export default function UsersList(): ReactElement {
  const navigate = useNavigate();
  const counts = [
    useQuery(triageCountQuery()),
    useQuery(duplicateCountQuery()),
    useQuery(quarantineCountQuery()),
  ];
  // On a phone the links are on a separate line, which would push the list down.
  if (useInitialLoading(counts.some(({ isLoading }) => isLoading))) return <Spinner isPage />;
  return (
    <RecordListPage
      Latest={LatestEntries}
      list={customerList}
      create={{ label: 'Add customer', to: '/admin/users/create' }}
      menu={[
        {
          label: 'Possible duplicates',
          icon: 'solar:users-group-rounded-linear',
          onSelect: () => void navigate('/admin/users/duplicates'),
        },
      ]}
      actions={
        <>
          <PendingLinks />
          <ImportButton recordType="customer" />
        </>
      }
    />
  );
}

/** Links to email from unknown senders, to quarantined emails, notes, and files, and to possible duplicates while there are any. */
export function PendingLinks(): ReactElement {
  const { data: emails = 0 } = useQuery(triageCountQuery());
  const { data: pairs = 0 } = useQuery(duplicateCountQuery());
  const { data: quarantined = 0 } = useQuery(quarantineCountQuery());
  return (
    <>
      {emails > 0 && (
        <Link to="/admin/users/triage" className={styles['link']}>
          {`${emails.toLocaleString('en')} from unknown senders`}
        </Link>
      )}
      {quarantined > 0 && (
        <Link to="/admin/users/triage?shown=quarantine" className={styles['link']}>
          {`${quarantined.toLocaleString('en')} quarantined`}
        </Link>
      )}
      {pairs > 0 && (
        <Link to="/admin/users/duplicates" className={styles['link']}>
          {pairs === 1 ? '1 possible duplicate' : `${pairs.toLocaleString('en')} possible duplicates`}
        </Link>
      )}
    </>
  );
}
