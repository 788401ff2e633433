import type { Backup } from '@handover/contract/backups.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { fullTime } from '@handover/ui/parts/time-text.ts';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useState, type ReactElement } from 'react';
import { sizeText } from '#shared/files/size-text.ts';
import styles from '../../rows.module.css';
import type { BackupMutations } from './backups.queries.ts';

interface BackupRowProps {
  backup: Backup;
  acts: BackupMutations;
}

/** One backup: how far it is, what it came to, or why it failed. */
export function BackupRow({ backup, acts: { download, remove } }: BackupRowProps): ReactElement {
  const { id, status, startedAt, isHere } = backup;
  const [isAsking, setAsking] = useState(false);
  const name = fullTime(new Date(startedAt));
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <p className={styles['name']}>
          {name}
          {status === 'failed' && <StatusLabel tone="error">Failed</StatusLabel>}
          {status === 'running' && <StatusLabel tone="info">Running</StatusLabel>}
          {backup.lostFiles > 0 && <StatusLabel tone="warning">Files missing</StatusLabel>}
        </p>
        <Facts backup={backup} />
      </div>
      {status !== 'running' && (
        <div className={styles['side']}>
          {isHere && (
            <Button
              variant="outlined"
              color="inherit"
              size="small"
              aria-label={`Download the backup of ${name}`}
              loading={download.isPending && download.variables === id}
              onClick={() => download.mutate(id)}
            >
              Download
            </Button>
          )}
          <Button
            variant="outlined"
            color="error"
            size="small"
            aria-label={`Delete the backup of ${name}`}
            onClick={() => setAsking(true)}
          >
            Delete
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Delete this backup?"
          confirmLabel="Delete"
          isDangerous
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(id, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          The archive of {name} is removed from the server. It cannot be undone; copies that were downloaded
          stay.
        </ConfirmDialog>
      )}
    </li>
  );
}

function Facts({ backup }: { backup: Backup }): ReactElement {
  const { status, percent, sizeBytes, error, lostFiles, isHere } = backup;
  if (status === 'running')
    return (
      <>
        <p className={styles['note']} role="status">
          {makerOf(backup)} · {String(percent)} %
        </p>
        <LinearProgress
          variant={percent === 0 ? 'indeterminate' : 'determinate'}
          value={percent}
          aria-label="Backup"
        />
      </>
    );
  if (status === 'failed')
    return (
      <>
        <p className={styles['note']}>{makerOf(backup)}</p>
        <p className={styles['facts']}>{error}</p>
      </>
    );
  return (
    <>
      <p className={styles['note']}>
        {sizeText(sizeBytes ?? 0)} · {makerOf(backup)}
      </p>
      {lostFiles > 0 && (
        <p className={styles['facts']}>
          {lostFiles === 1 ? '1 file is' : `${lostFiles.toLocaleString('en')} files are`} not in it: the file
          store had lost or changed {lostFiles === 1 ? 'it' : 'them'}.
        </p>
      )}
      {!isHere && <p className={styles['facts']}>The archive lies with another server, or was taken away.</p>}
    </>
  );
}

function makerOf({ madeBy, isNightly }: Backup): string {
  if (isNightly) return 'Made by the schedule';
  return madeBy === null ? 'Made by somebody who is gone' : madeBy.displayName;
}
