import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import styles from '../rows.module.css';
import { SettingsCard } from '../settings-card.tsx';
import { backupsQuery, useBackupMutations, type BackupMutations } from './backups.queries.ts';
import {
  maxRetainedBackups,
  type Backup,
  type BackupSchedule,
} from '@handover/contract/installation/backups.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatFullTime } from '@handover/ui/parts/time-text.ts';
import LinearProgress from '@mui/material/LinearProgress';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import { formatSize } from '#shared/files/files.ts';

const pollMs = 1_500;

export function BackupsCard(): ReactElement {
  const query = useQuery({
    ...backupsQuery(),
    refetchInterval: ({ state }) => (state.data?.backups.some(isRunning) === true ? pollMs : false),
  });
  const mutations = useBackupMutations();
  const backups = query.data?.backups ?? [];
  return (
    <SettingsCard
      title="Backups"
      text="Includes the database and all files of every workspace. Later backups copy only new files. You can keep working while it runs."
      actions={
        <Button
          loading={mutations.make.isPending || backups.some(isRunning)}
          onClick={() => mutations.make.mutate()}
        >
          Back up now
        </Button>
      }
    >
      <p className={styles['note']}>
        Keep the secret key somewhere else. Backups do not include it and cannot be opened without it. Backups
        are saved in the data folder under “backups”.
      </p>
      {query.data !== undefined && <ScheduleForm schedule={query.data.schedule} plan={mutations.plan} />}
      <PagedPanel
        query={query}
        count={backups.length}
        empty={{
          icon: 'solar:archive-bold-duotone',
          title: 'No backups yet',
          text: 'Back up now, or schedule a backup every night.',
        }}
        failed="The backups could not be loaded"
      >
        <ul className={styles['list']} aria-label="Backups">
          {backups.map((backup) => (
            <BackupRow key={backup.id} backup={backup} mutations={mutations} />
          ))}
        </ul>
      </PagedPanel>
    </SettingsCard>
  );
}

function isRunning({ status }: { status: string }): boolean {
  return status === 'running';
}

interface BackupRowProps {
  backup: Backup;
  mutations: BackupMutations;
}

function BackupRow({ backup, mutations: { download, remove } }: BackupRowProps): ReactElement {
  const { id, status, startedAt, isHere } = backup;
  const [isAsking, setAsking] = useState(false);
  const name = formatFullTime(new Date(startedAt));
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
              aria-label={`Download the backup from ${name}`}
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
            aria-label={`Delete the backup from ${name}`}
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
          {isHere || status === 'failed'
            ? `The backup from ${name} will be deleted from the server. This cannot be undone. Downloaded copies are not affected.`
            : `The backup from ${name} will no longer be listed. Its archive is not on this server and is not deleted.`}
        </ConfirmDialog>
      )}
    </li>
  );
}

function Facts({ backup }: { backup: Backup }): ReactElement {
  const { status, percent, sizeBytes, addedBytes, error, lostFiles, isHere } = backup;
  if (status === 'running')
    return (
      <>
        <p className={styles['note']} role="status">
          {getMaker(backup)} · {String(percent)}%
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
        <p className={styles['note']}>{getMaker(backup)}</p>
        <p className={styles['facts']}>{error}</p>
      </>
    );
  return (
    <>
      <p className={styles['note']}>
        {formatSize(sizeBytes ?? 0)}
        {addedBytes !== sizeBytes && ` (${formatSize(addedBytes ?? 0)} new)`} · {getMaker(backup)}
      </p>
      {lostFiles > 0 && (
        <p className={styles['facts']}>
          {lostFiles === 1 ? '1 file is' : `${lostFiles.toLocaleString('en')} files are`} missing or damaged
          in storage.
        </p>
      )}
      {!isHere && <p className={styles['facts']}>The archive is not on this server.</p>}
    </>
  );
}

function getMaker({ madeBy, isNightly }: Backup): string {
  if (isNightly) return 'Scheduled';
  return madeBy === null ? 'Created by a former member' : madeBy.displayName;
}

const usual = [3, 7, 14, 30, maxRetainedBackups];

interface ScheduleFormProps {
  schedule: BackupSchedule;
  plan: BackupMutations['plan'];
}

/** The nightly schedule and how many of its backups to keep; saved on change. */
function ScheduleForm({ schedule, plan }: ScheduleFormProps): ReactElement {
  const { isNightly, keptCount } = plan.isPending ? plan.variables : schedule;
  const counts = [...new Set([...usual, keptCount])].sort((one, other) => one - other);
  return (
    <Stack
      direction={{ xs: 'column', sm: 'row' }}
      spacing={2}
      useFlexGap
      sx={{ alignItems: { sm: 'flex-end' } }}
    >
      <FormControlLabel
        sx={{ flex: 1, minHeight: 40 }}
        control={
          <Checkbox
            checked={isNightly}
            disabled={plan.isPending}
            onChange={(_, isOn) => plan.mutate({ isNightly: isOn, keptCount })}
          />
        }
        label="Back up every night after 2:00 AM"
        slotProps={{ typography: { variant: 'body2' } }}
      />
      {isNightly && (
        <LabeledSelect
          label="Backups to keep"
          value={keptCount}
          disabled={plan.isPending}
          sx={{ maxWidth: { sm: 180 } }}
          onChange={({ target }) => plan.mutate({ isNightly, keptCount: Number(target.value) })}
        >
          {counts.map((count) => (
            <option key={count} value={count}>
              the last {count}
            </option>
          ))}
        </LabeledSelect>
      )}
    </Stack>
  );
}
