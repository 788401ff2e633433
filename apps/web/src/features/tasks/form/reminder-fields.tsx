import type { ReactElement } from 'react';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { remindKinds, type TaskDraft } from './task-draft.ts';
import styles from './task-fields.module.css';

interface ReminderFieldsProps {
  values: TaskDraft;
  change: (change: Partial<TaskDraft>) => void;
  errors: Readonly<Record<string, string>>;
}

const remindNames: Readonly<Record<TaskDraft['reminds'], string>> = {
  none: 'No reminder',
  dueDay: 'On the due day',
  at: 'At a date and time',
};

/** When the assignee is reminded, in the time zone of the workspace. */
export function ReminderFields({ values, change, errors }: ReminderFieldsProps): ReactElement {
  const { timeZone } = useUser();
  const zone = `Time in ${timeZone.replaceAll('_', ' ')}`;
  return (
    <div className={styles['pair']}>
      <LabelledSelect
        label="Reminder"
        value={values.reminds}
        onChange={(event) =>
          change({ reminds: remindKinds.find((kind) => kind === event.target.value) ?? 'none' })
        }
      >
        {remindKinds.map((kind) => (
          <option key={kind} value={kind}>
            {remindNames[kind]}
          </option>
        ))}
      </LabelledSelect>
      {values.reminds !== 'none' && (
        <LabelledInput
          type={values.reminds === 'at' ? 'datetime-local' : 'time'}
          label={values.reminds === 'at' ? 'Remind at' : 'Remind at time'}
          value={values.reminds === 'at' ? values.remindAt : values.remindTime}
          error={errors['reminder']}
          hint={zone}
          onChange={({ target: { value } }) =>
            change(values.reminds === 'at' ? { remindAt: value } : { remindTime: value })
          }
        />
      )}
      {values.reminds !== 'none' && (
        <label className={styles['byEmail']}>
          <input
            type="checkbox"
            checked={values.remindByEmail}
            onChange={(event) => change({ remindByEmail: event.target.checked })}
          />
          Also by email
        </label>
      )}
    </div>
  );
}
