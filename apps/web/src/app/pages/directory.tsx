import { levelOf } from '@handover/contract/roles.ts';
import type { ReactElement } from 'react';
import { Directory } from '#features/workspaces/directory.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import NoAccess from '#app/errors/no-access.tsx';

/** user */
export default function DirectoryPage(): ReactElement {
  const { role } = useUser();
  return levelOf(role) >= levelOf('STAFF') ? <Directory /> : <NoAccess />;
}
