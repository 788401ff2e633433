import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { MergeRecord } from '#features/customers/merge/merge-record.tsx';

/** admin/users/merges/:id */
export default function UsersMerge(): ReactElement {
  const { id = '' } = useParams();
  return <MergeRecord id={id} />;
}
