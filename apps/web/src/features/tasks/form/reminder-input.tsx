import type { ReactElement } from 'react';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import type { OwnInputProps } from '#shared/records/form/record-form.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './task-inputs.module.css';
import { remindKinds, parseReminderValue, type ReminderValue } from './task-rules.ts';

const remindNames: Readonly<Record<ReminderValue['reminds'], string>> = {
  none: 'No reminder',
  dueDay: 'On the due date',
  at: 'At a date and time',
};

/** When the assignee is reminded, in the time zone of the workspace. */
export default function ReminderInput({ label, value, error, onChange }: OwnInputProps): ReactElement {
  const { timeZone } = useUser();
  const reminder = parseReminderValue(value);
  const change = (part: Partial<ReminderValue>): void => onChange({ ...reminder, ...part });
  const isAt = reminder.reminds === 'at';
  return (
    <div className={styles['row']}>
      <LabeledSelect
        label={label}
        value={reminder.reminds}
        onChange={(event) =>
          change({ reminds: remindKinds.find((kind) => kind === event.target.value) ?? 'none' })
        }
      >
        {remindKinds.map((kind) => (
          <option key={kind} value={kind}>
            {remindNames[kind]}
          </option>
        ))}
      </LabeledSelect>
      {reminder.reminds !== 'none' && (
        <>
          <LabeledInput
            type={isAt ? 'datetime-local' : 'time'}
            label={isAt ? 'Remind at' : 'Remind at time'}
            value={isAt ? reminder.at : reminder.time}
            error={error}
            hint={`Time in ${timeZone.replaceAll('_', ' ')}`}
            onChange={(event) => change({ [isAt ? 'at' : 'time']: event.target.value })}
          />
          <label className={styles['byEmail']}>
            <input
              type="checkbox"
              checked={reminder.byEmail}
              onChange={(event) => change({ byEmail: event.target.checked })}
            />
            Also by email
          </label>
        </>
      )}
    </div>
  );
}
