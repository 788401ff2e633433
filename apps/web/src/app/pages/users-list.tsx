import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { TriageLink } from '#features/conversations/triage/triage-link.tsx';
import { triageCountQuery } from '#features/conversations/triage/triage.queries.ts';
import { DuplicatesLink } from '#features/customers/duplicates/duplicates-link.tsx';
import { duplicateCountQuery } from '#features/customers/duplicates/duplicates.queries.ts';
import { customerList } from '#features/customers/customers.record.tsx';
import { ImportButton } from '#features/imports/import-button.tsx';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';
import { useFirstWait } from '#shared/page/loading.ts';

/** admin/users */
export default function UsersList(): ReactElement {
  const navigate = useNavigate();
  const waiting = [useQuery(triageCountQuery()), useQuery(duplicateCountQuery())];
  // On a phone the links are on a separate line, which would push the list down.
  if (useFirstWait(waiting.some(({ isLoading }) => isLoading))) return <Spinner isPage />;
  return (
    <RecordListPage
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
          <TriageLink />
          <DuplicatesLink />
          <ImportButton recordType="customer" />
        </>
      }
    />
  );
}
