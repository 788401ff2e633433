import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { messageOf } from '#shared/api/api-error.ts';
import { BackupsCard } from './backups/backups-card.tsx';
import { BrandCard } from './brand-card.tsx';
import { installationQuery } from './installation.queries.ts';

/** The brokerage itself and the backups of everything, for superadmins. */
export default function InstallationScreen(): ReactElement {
  return (
    <>
      <Brand />
      <BackupsCard />
    </>
  );
}

function Brand(): ReactElement {
  const installation = useQuery(installationQuery());
  if (installation.isPending) return <ListSkeleton columns={['40%', '60%']} rows={6} rowHeight={72} />;
  if (installation.data === undefined)
    return (
      <FailedState
        title="The installation’s settings could not be loaded"
        text={messageOf(installation.error)}
        onRetry={() => void installation.refetch()}
      />
    );
  return <BrandCard installation={installation.data} />;
}
