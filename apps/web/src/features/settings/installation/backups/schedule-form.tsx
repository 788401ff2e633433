import { maxRetainedBackups, type BackupSchedule } from '@handover/contract/backups.ts';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import type { ReactElement } from 'react';
import type { BackupMutations } from './backups.queries.ts';

const usual = [3, 7, 14, 30, maxRetainedBackups];

interface ScheduleFormProps {
  schedule: BackupSchedule;
  plan: BackupMutations['plan'];
}

/** Whether one is made each night, and how many of those stay; saved as it is chosen. */
export function ScheduleForm({ schedule, plan }: ScheduleFormProps): ReactElement {
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
        label="Make one every night after 2:00"
        slotProps={{ typography: { variant: 'body2' } }}
      />
      {isNightly && (
        <LabelledSelect
          label="Kept of those"
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
        </LabelledSelect>
      )}
    </Stack>
  );
}
