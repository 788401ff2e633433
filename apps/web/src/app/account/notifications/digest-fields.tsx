import type { DigestChoice } from '@handover/contract/notification-choices.ts';
import { roleLevels } from '@handover/contract/roles.ts';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { fullTime } from '@handover/ui/parts/time-text.ts';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import type { ReactElement } from 'react';
import { WeekdayChoice } from '#shared/forms/weekday-choice.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './notifications.module.css';

interface DigestFieldsProps {
  digest: DigestChoice;
  timeZone: string;
  /** Null while something is not saved yet. */
  nextAt: string | null;
  onChange: (part: Partial<DigestChoice>) => void;
}

/** As ISO counts them. */
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const satisfies readonly number[];
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const small = { typography: { variant: 'body2' } } as const;

/** When the digest comes, and whether it lists tasks. */
export function DigestFields({ digest, timeZone, nextAt, onChange }: DigestFieldsProps): ReactElement {
  const { role } = useUser();
  const isStaff = role !== null && roleLevels[role] >= roleLevels.STAFF;
  return (
    <div role="group" aria-label="Digest" className={styles['digest']}>
      <div className={styles['when']}>
        <LabelledSelect
          label="The digest comes at"
          value={digest.hour}
          onChange={(event) => onChange({ hour: Number(event.target.value) })}
        >
          {hours.map((hour) => (
            <option key={hour} value={hour}>
              {hourText(hour)}
            </option>
          ))}
        </LabelledSelect>
        <WeekdayChoice
          days={weekdays}
          chosen={digest.weekdays}
          onChange={(days) => onChange({ weekdays: days })}
        >
          {digest.weekdays.length === 0 && (
            <FormHelperText error role="alert" className={styles['error']}>
              Choose at least one day
            </FormHelperText>
          )}
        </WeekdayChoice>
      </div>
      {isStaff && (
        <FormControlLabel
          control={
            <Checkbox checked={digest.withTasks} onChange={(_event, withTasks) => onChange({ withTasks })} />
          }
          label="List my tasks that are overdue or due that day"
          slotProps={small}
        />
      )}
      <p className={styles['note']}>
        {nextAt === null ? `In ${timeZone}.` : `Next on ${fullTime(new Date(nextAt), timeZone)}.`} With
        nothing in it, it is not sent.
      </p>
    </div>
  );
}

function hourText(hour: number): string {
  const format = { hour: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-US', format).format(new Date(Date.UTC(2000, 0, 1, hour)));
}
