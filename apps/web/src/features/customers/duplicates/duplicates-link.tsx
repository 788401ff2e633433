import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PendingLink } from '#shared/lists/pending-link.tsx';
import { duplicateCountQuery } from './duplicates.queries.ts';

/** The way to customers that may be one, while there are any. */
export function DuplicatesLink(): ReactNode {
  const { data: count = 0 } = useQuery(duplicateCountQuery());
  if (count === 0) return null;
  return (
    <PendingLink to="/admin/users/duplicates">
      {count === 1 ? '1 possible duplicate' : `${count.toLocaleString('en')} possible duplicates`}
    </PendingLink>
  );
}
