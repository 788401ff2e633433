import type { ReactElement } from 'react';
import { AuditLog } from './audit-log.tsx';

/** Every write of the workspace. */
export default function AuditScreen(): ReactElement {
  return <AuditLog scope="workspace" />;
}
