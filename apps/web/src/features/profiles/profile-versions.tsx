import {
  approvalStateNames,
  openProfilePdf,
  type ApprovalState,
  type Profile,
  type ProfileVersion,
} from '@handover/contract/profiles.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel, type StatusTone } from '@handover/ui/parts/status-label.tsx';
import Button from '@mui/material/Button';
import { useState, type ReactElement, lazy, Suspense } from 'react';
import { send } from '#shared/api/client.ts';
import { downloadTicket } from '#shared/files/files.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './profiles.module.css';
import { useProfileChange } from './profiles.queries.ts';

const VersionDialog = lazy(() => import('./version-dialog.tsx'));

const tones: Readonly<Record<ApprovalState, StatusTone>> = {
  pending: 'info',
  overdue: 'warning',
  approved: 'success',
  declined: 'error',
  replaced: 'neutral',
};

/** The texts that were sent to the seller, newest first. */
export function ProfileVersions({ profile }: { profile: Profile }): ReactElement | null {
  const [shown, setShown] = useState<number | null>(null);
  const download = useProfileChange({
    act: (number: number) => send(openProfilePdf, { params: { id: profile.id, number } }),
    onDone: ({ ticket }) => downloadTicket(ticket),
  });
  if (profile.versions.length === 0) return null;
  return (
    <section className={styles['versions']} aria-label="Versions">
      <h3 className={styles['subtitle']}>Versions</h3>
      <ul className={styles['list']}>
        {profile.versions.map((version) => (
          <li key={version.number} className={styles['version']}>
            <VersionFacts version={version} isReleased={profile.released?.number === version.number} />
            <div className={styles['actions']}>
              <Button variant="text" size="small" onClick={() => setShown(version.number)}>
                Read
              </Button>
              <Button variant="text" size="small" onClick={() => download.run(version.number)}>
                PDF
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <Suspense>
          <VersionDialog profileId={profile.id} number={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </section>
  );
}

function VersionFacts({
  version: { number, createdBy, createdAt, approval },
  isReleased,
}: {
  version: ProfileVersion;
  isReleased: boolean;
}): ReactElement {
  const { timeZone } = useUser();
  return (
    <div className={styles['facts']}>
      <p className={styles['name']}>
        Version {number}{' '}
        {approval !== null && (
          <StatusLabel tone={tones[approval.state]}>{approvalStateNames[approval.state]}</StatusLabel>
        )}{' '}
        {isReleased && <StatusLabel tone="success">Released</StatusLabel>}
      </p>
      <p className={styles['note']}>
        {createdBy.displayName}, <RelativeTime time={createdAt} timeZone={timeZone} />
        {approval !== null && approval.decidedAt !== null && (
          <>
            {' · '}
            {approval.state === 'declined' ? 'declined' : 'approved'} by {approval.deciderName},{' '}
            <RelativeTime time={approval.decidedAt} timeZone={timeZone} />
          </>
        )}
        {approval !== null && approval.decidedAt === null && approval.sentTo !== null && (
          <> · sent to {approval.sentTo}</>
        )}
      </p>
      {approval !== null && approval.reason !== null && (
        <p className={styles['reason']}>“{approval.reason}”</p>
      )}
    </div>
  );
}
