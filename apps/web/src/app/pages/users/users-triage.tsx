import type { ReactElement } from 'react';
import { TriageList } from '#features/conversations/triage/triage-list.tsx';

/** admin/users/triage */
export default function UsersTriage(): ReactElement {
  return <TriageList />;
}
