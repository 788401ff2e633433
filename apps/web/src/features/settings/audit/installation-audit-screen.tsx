import type { ReactElement } from 'react';
import { AuditLog } from './audit-log.tsx';

/** Every write that belongs to no workspace, for superadmins. */
export default function InstallationAuditScreen(): ReactElement {
  return <AuditLog scope="installation" />;
}
