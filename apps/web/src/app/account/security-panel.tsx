import type { AccountSecurity } from '@handover/contract/account-security.ts';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { messageOf } from '#shared/api/api-error.ts';
import { securityQuery } from './account-queries.ts';

interface SecurityPanelProps {
  rows: number;
  children: (security: AccountSecurity) => ReactNode;
}

export function SecurityPanel({ rows, children }: SecurityPanelProps): ReactElement {
  const security = useQuery(securityQuery());
  if (security.data !== undefined) return <>{children(security.data)}</>;
  if (security.isPending) return <ListSkeleton columns={['60%', '40%']} rows={rows} rowHeight={64} />;
  return (
    <FailedState
      title="The security settings could not be loaded"
      text={messageOf(security.error)}
      onRetry={() => void security.refetch()}
    />
  );
}
