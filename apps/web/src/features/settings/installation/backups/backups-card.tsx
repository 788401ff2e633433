import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import styles from '../../rows.module.css';
import { SettingsCard } from '../../settings-card.tsx';
import { BackupRow } from './backup-row.tsx';
import { backupsQuery, useBackupMutations } from './backups.queries.ts';
import { ScheduleForm } from './schedule-form.tsx';

const pollMs = 1_500;

/** Archives of the whole installation: made now or each night, downloaded, deleted. */
export function BackupsCard(): ReactElement {
  const query = useQuery({
    ...backupsQuery(),
    refetchInterval: ({ state }) => (state.data?.backups.some(isRunning) === true ? pollMs : false),
  });
  const acts = useBackupMutations();
  const backups = query.data?.backups ?? [];
  return (
    <SettingsCard
      title="Backups"
      text="One archive with the database and all files of every workspace, as they are at one moment. Work goes on meanwhile."
      actions={
        <Button loading={acts.make.isPending || backups.some(isRunning)} onClick={() => acts.make.mutate()}>
          Back up now
        </Button>
      }
    >
      <p className={styles['note']}>
        The secret key is not in it: keep that apart, or passwords and two-step sign-ins have to be set up
        again after a restore. Archives lie in the data folder; download them to keep them on another machine.
      </p>
      {query.data !== undefined && <ScheduleForm schedule={query.data.schedule} plan={acts.plan} />}
      <PagedPanel
        query={query}
        count={backups.length}
        empty={{
          icon: 'solar:archive-bold-duotone',
          title: 'No backups yet',
          text: 'The first one takes a few seconds for a small office, and minutes for a large one.',
        }}
        failed="The backups could not be loaded"
      >
        <ul className={styles['list']} aria-label="Backups">
          {backups.map((backup) => (
            <BackupRow key={backup.id} backup={backup} acts={acts} />
          ))}
        </ul>
      </PagedPanel>
    </SettingsCard>
  );
}

function isRunning({ status }: { status: string }): boolean {
  return status === 'running';
}
