import type { ReactElement } from 'react';
import { TriageLink } from '../../../features/conversations/triage/triage-link.tsx';
import { DuplicatesLink } from '../../../features/customers/duplicates/duplicates-link.tsx';
import { CustomerList } from '../../../features/customers/list/customer-list.tsx';
import { ImportButton } from '../../../features/imports/import-button.tsx';

/** admin/users */
export default function UsersList(): ReactElement {
  return (
    <CustomerList
      actions={
        <>
          <TriageLink />
          <DuplicatesLink />
          <ImportButton />
        </>
      }
    />
  );
}
