import {
  openProfilePdf,
  profileKindNames,
  releaseProfile,
  withdrawProfile,
  type Profile,
} from '@handover/contract/profiles.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { StatusLabel, type StatusTone } from '@handover/ui/parts/status-label.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { downloadTicket } from '#shared/files/files.ts';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { ProfileText } from './profile-text.tsx';
import styles from './profiles.module.css';
import { useProfileChange } from './profiles.queries.ts';
import { ProfileVersions } from './profile-versions.tsx';

const ProfileEditor = lazy(() => import('./profile-editor.tsx'));
const ApprovalDialog = lazy(() => import('./approval-dialog.tsx'));
const ViewsDialog = lazy(() => import('./views-dialog.tsx'));

interface ProfilePanelProps {
  profile: Profile;
  canUpdate: boolean;
}

type Open = 'editor' | 'approval' | 'withdraw' | 'views' | null;

/** The draft with its findings, what can be done next, and the versions. */
export function ProfilePanel({ profile, canUpdate }: ProfilePanelProps): ReactElement {
  const hasDraft = useHasDraft(`profile:${profile.id}`);
  const [open, setOpen] = useState<Open>(hasDraft && canUpdate ? 'editor' : null);
  const close = (): void => setOpen(null);
  if (open === 'editor')
    return (
      <Suspense>
        <ProfileEditor profile={profile} onClose={close} />
      </Suspense>
    );
  return (
    <div className={styles['panel']}>
      <div className={styles['top']}>
        <ProfileStatus profile={profile} />
        <ProfileActions profile={profile} canUpdate={canUpdate} onOpen={setOpen} />
      </div>
      <Findings profile={profile} />
      <div className={styles['paper']}>
        <ProfileText title={profile.title} sections={profile.sections} findings={profile.findings} />
      </div>
      <ProfileVersions profile={profile} />
      <Suspense>
        {open === 'approval' && <ApprovalDialog profile={profile} onClose={close} />}
        {open === 'views' && <ViewsDialog profile={profile} onClose={close} />}
      </Suspense>
      {open === 'withdraw' && <WithdrawDialog profile={profile} onClose={close} />}
    </div>
  );
}

function ProfileStatus({ profile }: { profile: Profile }): ReactElement {
  const [tone, text] = getStatus(profile);
  return (
    <div className={styles['status']}>
      <StatusLabel tone={tone}>{text}</StatusLabel>
      {profile.released !== null && profile.isChanged && (
        <span className={styles['note']}>The draft has changes that only your team can see.</span>
      )}
    </div>
  );
}

function getStatus({ released, versions, isChanged }: Profile): [StatusTone, string] {
  if (released !== null) return ['success', `Version ${String(released.number)} released`];
  const [latest] = versions;
  const state = isChanged ? undefined : latest?.approval?.state;
  if (state === 'approved') return ['success', 'Approved, not released'];
  if (state === 'pending') return ['info', 'Waiting for seller'];
  if (state === 'overdue') return ['warning', 'No response in time'];
  if (state === 'declined') return ['error', 'Declined by seller'];
  return ['neutral', 'Draft'];
}

interface ProfileActionsProps extends ProfilePanelProps {
  onOpen: (open: Open) => void;
}

function ProfileActions({ profile, canUpdate, onOpen }: ProfileActionsProps): ReactElement {
  const { id, versions, released, publicPath, isChanged, findings } = profile;
  const approved = versions.find(({ approval }) => approval?.state === 'approved');
  const canRelease = approved !== undefined && approved.number !== released?.number;
  const [latest] = versions;
  const isApproved = !isChanged && latest?.approval?.state === 'approved';
  const release = useProfileChange({
    act: (number: number) => send(releaseProfile, { params: { id }, body: { number } }),
    done: `${profileKindNames[profile.kind]} released`,
  });
  const download = useProfileChange({
    act: (number: number) => send(openProfilePdf, { params: { id, number } }),
    onDone: ({ ticket }) => downloadTicket(ticket),
  });
  const more: MenuAction[] = [
    ...(latest === undefined
      ? []
      : [
          {
            label: `Download version ${String(latest.number)} as PDF`,
            icon: 'solar:download-linear',
            onSelect: () => download.run(latest.number),
          },
        ]),
    ...(publicPath === null
      ? []
      : [
          {
            label: 'Open public page',
            icon: 'solar:eye-linear',
            onSelect: () => void window.open(publicPath, '_blank', 'noopener'),
          },
        ]),
    {
      label: `View log (${profile.viewCount.toLocaleString('en')})`,
      icon: 'solar:users-group-rounded-linear',
      onSelect: () => onOpen('views'),
    },
    ...(canUpdate && released !== null
      ? [
          {
            label: 'Withdraw',
            icon: 'solar:undo-left-linear',
            isDangerous: true,
            onSelect: () => onOpen('withdraw'),
          },
        ]
      : []),
  ];
  return (
    <div className={styles['actions']}>
      {canUpdate && (
        <Button variant="outlined" color="inherit" onClick={() => onOpen('editor')}>
          Edit
        </Button>
      )}
      {canUpdate && canRelease && (
        <Button loading={release.isPending} onClick={() => release.run(approved.number)}>
          Release version {approved.number}
        </Button>
      )}
      {canUpdate && !isApproved && (
        <Button
          variant={canRelease ? 'outlined' : 'contained'}
          disabled={findings.length > 0}
          onClick={() => onOpen('approval')}
        >
          Request approval
        </Button>
      )}
      <MenuButton label="More actions" isIconOnly actions={more} />
    </div>
  );
}

function Findings({ profile: { findings } }: { profile: Profile }): ReactElement | null {
  const leaks = findings.filter(({ kind }) => kind !== 'placeholder').length;
  const placeholders = findings.length - leaks;
  if (findings.length === 0) return null;
  const texts = [
    ...(leaks === 0
      ? []
      : [`${count(leaks, 'passage identifies', 'passages identify')} the business and must be changed`]),
    ...(placeholders === 0
      ? []
      : [`${count(placeholders, 'placeholder', 'placeholders')} in brackets must be replaced`]),
  ];
  return (
    <Alert severity={leaks > 0 ? 'error' : 'warning'}>
      {texts.join('; ')} before the seller can approve.
    </Alert>
  );
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

function WithdrawDialog({ profile, onClose }: { profile: Profile; onClose: () => void }): ReactElement {
  const { run, isPending } = useProfileChange({
    act: () => send(withdrawProfile, { params: { id: profile.id } }),
    done: `${profileKindNames[profile.kind]} withdrawn`,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Withdraw the ${profileKindNames[profile.kind] === 'CIM' ? 'CIM' : 'teaser'}?`}
      confirmLabel="Withdraw"
      isDangerous
      isPending={isPending}
      onConfirm={() => run(undefined)}
      onClose={onClose}
    >
      {profile.kind === 'teaser'
        ? 'Its public page is taken down immediately. You can release it again.'
        : 'Buyers can no longer open it. You can release it again.'}
    </ConfirmDialog>
  );
}
