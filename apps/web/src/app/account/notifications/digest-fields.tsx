import type { DigestChoice } from '@handover/contract/notification-choices.ts';
import { roleLevels } from '@handover/contract/roles.ts';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { fullTime } from '@handover/ui/parts/time-text.ts';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import type { ReactElement } from 'react';
import { useUser } from '../../../shared/session/session-context.tsx';
import styles from './notifications.module.css';

interface DigestFieldsProps {
  digest: DigestChoice;
  timeZone: string;
  /** Null while something is not saved yet. */
  nextAt: string | null;
  onChange: (part: Partial<DigestChoice>) => void;
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
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
        <Weekdays chosen={digest.weekdays} onChange={(days) => onChange({ weekdays: days })} />
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

function Weekdays({
  chosen,
  onChange,
}: {
  chosen: readonly number[];
  onChange: (weekdays: number[]) => void;
}): ReactElement {
  const numbers = weekdays.map((_, index) => index + 1);
  return (
    <fieldset className={styles['weekdays']}>
      <legend>On</legend>
      {weekdays.map((name, index) => (
        <label key={name} className={styles['weekday']}>
          <input
            type="checkbox"
            aria-label={name}
            checked={chosen.includes(index + 1)}
            onChange={({ target: { checked } }) =>
              onChange(numbers.filter((day) => (day === index + 1 ? checked : chosen.includes(day))))
            }
          />
          <span aria-hidden="true">{name.slice(0, 2)}</span>
        </label>
      ))}
      {chosen.length === 0 && (
        <FormHelperText error role="alert" className={styles['error']}>
          Choose at least one day
        </FormHelperText>
      )}
    </fieldset>
  );
}

function hourText(hour: number): string {
  const format = { hour: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-US', format).format(new Date(Date.UTC(2000, 0, 1, hour)));
}
