import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { TriageLink } from '#features/conversations/triage/triage-link.tsx';
import { triageCountQuery } from '#features/conversations/triage/triage.queries.ts';
import { DuplicatesLink } from '#features/customers/duplicates/duplicates-link.tsx';
import { duplicateCountQuery } from '#features/customers/duplicates/duplicates.queries.ts';
import { CustomerList } from '#features/customers/list/customer-list.tsx';
import { ImportButton } from '#features/imports/import-button.tsx';
import { useFirstWait } from '#shared/page/use-first-wait.ts';

/** admin/users */
export default function UsersList(): ReactElement {
  const waiting = [useQuery(triageCountQuery()), useQuery(duplicateCountQuery())];
  // On a phone the ways to what waits take a line of their own, which would push the list down.
  if (useFirstWait(waiting.some(({ isLoading }) => isLoading))) return <Spinner isPage />;
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
