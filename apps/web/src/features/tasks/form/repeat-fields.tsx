import type { ReactElement } from 'react';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { WeekdayChoice } from '#shared/forms/weekday-choice.tsx';
import { weekdayOf } from '../calendar-days.ts';
import { monthDay, weekdays } from '../task-labels.ts';
import { repeatKinds, repeatPartsOf, type RepeatKind, type TaskDraft } from './task-draft.ts';
import styles from './task-fields.module.css';

interface RepeatFieldsProps {
  values: TaskDraft;
  change: (change: Partial<TaskDraft>) => void;
  errors: Readonly<Record<string, string>>;
}

/** How the task comes back. A new rule begins with the due date: its weekday, its day of the month. */
export function RepeatFields({ values, change, errors }: RepeatFieldsProps): ReactElement {
  const { repeats } = values;
  return (
    <div className={styles['pair']}>
      <LabelledSelect
        label="Repeats"
        value={repeats}
        onChange={(event) => change(startRule(event.target.value, values))}
        error={errors['recurrence']}
        hint={repeats === 'none' ? undefined : 'The next one is made when this one is done.'}
      >
        {repeatKinds.map((kind) => (
          <option key={kind} value={kind}>
            {repeatName(kind, values)}
          </option>
        ))}
      </LabelledSelect>
      {repeats === 'weekly' && (
        <WeekdayChoice
          days={weekdays}
          chosen={values.repeatDays}
          onChange={(repeatDays) => change({ repeatDays })}
        />
      )}
      {repeats === 'monthly' && (
        <LabelledInput
          type="number"
          label="Day of the month"
          value={values.repeatDay === 0 ? '' : values.repeatDay}
          hint="Shorter months take their last day."
          inputProps={{ min: 1, max: 31 }}
          onChange={(event) => change({ repeatDay: Number(event.target.value) })}
        />
      )}
    </div>
  );
}

function startRule(chosen: string, { dueDate, repeatDays }: TaskDraft): Partial<TaskDraft> {
  const repeats = repeatKinds.find((kind) => kind === chosen) ?? 'none';
  const weekday = dueDate === '' ? undefined : weekdays[weekdayOf(dueDate)];
  return {
    repeats,
    ...(dueDate !== '' && repeatPartsOf(dueDate)),
    ...(repeats === 'weekly' &&
      repeatDays.length === 0 &&
      weekday !== undefined && { repeatDays: [weekday] }),
  };
}

function repeatName(kind: RepeatKind, { dueDate, repeats, repeatDay, repeatMonth }: TaskDraft): string {
  if (kind !== 'yearly') return repeatNames[kind];
  const isOwn = repeats === 'yearly' && repeatDay > 0 && repeatMonth > 0;
  if (!isOwn && dueDate === '') return 'Every year';
  const parts = isOwn ? { repeatDay, repeatMonth } : repeatPartsOf(dueDate);
  return `Every year on ${monthDay(parts.repeatMonth, parts.repeatDay)}`;
}

const repeatNames: Readonly<Record<Exclude<RepeatKind, 'yearly'>, string>> = {
  none: 'Does not repeat',
  daily: 'Every day',
  weekdays: 'Every weekday, Monday to Friday',
  weekly: 'Every week on …',
  monthly: 'Every month on a day',
  monthlyLast: 'Every month on its last day',
};
