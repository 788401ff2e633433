import type { ReactElement } from 'react';
import { DuplicateList } from '#features/customers/duplicates/duplicate-list.tsx';

/** admin/users/duplicates */
export default function UsersDuplicates(): ReactElement {
  return <DuplicateList />;
}
