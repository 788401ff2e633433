import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import {
  createBusinessProfile,
  profileKindNames,
  profileKinds,
  type ProfileKind,
} from '@handover/contract/profiles.ts';
import { TabList } from '@handover/ui/parts/tab-list.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { EmptyState, FailedState } from '@handover/ui/states/state-panel.tsx';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { ProfilePanel } from './profile-panel.tsx';
import styles from './profiles.module.css';
import { profilesQuery, useProfileChange } from './profiles.queries.ts';

/** Teaser and CIM of a business. For staff only. */
export default function ProfilesSection({ business }: { business: BusinessDetail }): ReactElement {
  const [kind, setKind] = useState<ProfileKind>('teaser');
  const { data, error, refetch } = useQuery(profilesQuery(business.id));
  if (data === undefined)
    return error === null ? (
      <ListSkeleton columns={['40%', '60%']} rows={6} rowHeight={40} />
    ) : (
      <FailedState
        title="The teaser and CIM could not be loaded"
        text={getErrorMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  const profile = data.find((one) => one.kind === kind);
  return (
    <div className={styles['section']}>
      <TabList
        label="Teaser and CIM"
        idPrefix="profile"
        tabs={profileKinds.map((name) => ({ name, label: profileKindNames[name] }))}
        selected={kind}
        onSelect={setKind}
      />
      <div id="profile-panel" role="tabpanel" aria-labelledby={`profile-tab-${kind}`}>
        {profile === undefined ? (
          <NoProfile business={business} kind={kind} />
        ) : (
          <ProfilePanel key={profile.id} profile={profile} canUpdate={business.abilities.canUpdate} />
        )}
      </div>
    </div>
  );
}

const intros: Readonly<Record<ProfileKind, string>> = {
  teaser: 'A blind profile for the public. A leak check flags anything that identifies the business.',
  cim: 'The confidential information memorandum, for seller-approved buyers with a signed NDA.',
};

function NoProfile({ business, kind }: { business: BusinessDetail; kind: ProfileKind }): ReactElement {
  const { run, isPending } = useProfileChange({
    act: () => send(createBusinessProfile, { params: { id: business.id }, body: { kind } }),
  });
  return (
    <EmptyState
      icon="solar:document-text-bold-duotone"
      title={`No ${profileKindNames[kind] === 'CIM' ? 'CIM' : 'teaser'} yet`}
      text={intros[kind]}
      action={
        business.abilities.canUpdate && (
          <Button loading={isPending} onClick={() => run(undefined)}>
            Create from record
          </Button>
        )
      }
    />
  );
}
