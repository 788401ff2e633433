import { EmptyState } from '@handover/ui/states/state-panel.tsx';
import { Suspense, type ReactElement } from 'react';
import { OwnDeals } from '#features/deals/own/own-deals.tsx';
import { optionalPart } from '#shared/page/loading.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './client-screen.module.css';

const OwnAgreements = optionalPart(() => import('#features/agreements/own-agreements.tsx'));
const OwnRooms = optionalPart(() => import('#features/documents/rooms/own-rooms.tsx'));
const OwnProfiles = optionalPart(() => import('#features/profiles/client/own-profiles.tsx'));

/** user/deals */
export default function UserDeals(): ReactElement {
  if (useUser().role !== 'CLIENT')
    return (
      <EmptyState
        icon="solar:case-round-bold-duotone"
        title="For clients"
        text="Clients follow their own deals here. Yours are in the Business Center."
      />
    );
  return (
    <div className={styles['page']}>
      <Suspense>
        <OwnProfiles />
        <OwnAgreements />
        <OwnRooms />
      </Suspense>
      <OwnDeals />
    </div>
  );
}
