import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { MergeScreen } from '#features/customers/merge/merge-screen.tsx';

/** admin/users/duplicates/:id/:otherId */
export default function UsersCompare(): ReactElement {
  const { id = '', otherId = '' } = useParams();
  return <MergeScreen id={id} otherId={otherId} />;
}
