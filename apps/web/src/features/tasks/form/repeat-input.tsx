import type { ReactElement } from 'react';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { WeekdayChoice } from '#shared/forms/weekday-choice.tsx';
import { toText, type OwnInputProps } from '#shared/records/form/record-form.ts';
import { getWeekday } from '@handover/domain/calendar-dates.ts';
import { formatMonthDay, weekdays } from '../task-labels.ts';
import styles from './task-inputs.module.css';
import {
  getDayAndMonth,
  repeatKinds,
  parseRepeatValue,
  type RepeatKind,
  type RepeatValue,
} from './task-rules.ts';

/** How the task repeats. A new rule starts from the due date, with its weekday or its day of the month. */
export default function RepeatInput({ label, value, values, error, onChange }: OwnInputProps): ReactElement {
  const rule = parseRepeatValue(value);
  const dueDate = toText(values['dueDate']);
  const change = (part: Partial<RepeatValue>): void => onChange({ ...rule, ...part });
  return (
    <div className={styles['row']}>
      <LabeledSelect
        label={label}
        value={rule.repeats}
        onChange={(event) => change(startRule(event.target.value, rule, dueDate))}
        error={error}
        hint={rule.repeats === 'none' ? undefined : 'The next one is created when this one is done.'}
      >
        {repeatKinds.map((kind) => (
          <option key={kind} value={kind}>
            {repeatName(kind, rule, dueDate)}
          </option>
        ))}
      </LabeledSelect>
      {rule.repeats === 'weekly' && (
        <WeekdayChoice days={weekdays} chosen={rule.days} onChange={(days) => change({ days })} />
      )}
      {rule.repeats === 'monthly' && (
        <LabeledInput
          type="number"
          label="Day of the month"
          value={rule.day === 0 ? '' : rule.day}
          hint="Shorter months use their last day."
          inputProps={{ min: 1, max: 31 }}
          onChange={(event) => change({ day: Number(event.target.value) })}
        />
      )}
    </div>
  );
}

function startRule(chosen: string, { days }: RepeatValue, dueDate: string): Partial<RepeatValue> {
  const repeats = repeatKinds.find((kind) => kind === chosen) ?? 'none';
  const weekday = dueDate === '' ? undefined : weekdays[getWeekday(dueDate) - 1];
  return {
    repeats,
    ...(dueDate !== '' && getDayAndMonth(dueDate)),
    ...(repeats === 'weekly' && days.length === 0 && weekday !== undefined && { days: [weekday] }),
  };
}

function repeatName(kind: RepeatKind, { repeats, day, month }: RepeatValue, dueDate: string): string {
  if (kind !== 'yearly') return repeatNames[kind];
  const isOwn = repeats === 'yearly' && day > 0 && month > 0;
  if (!isOwn && dueDate === '') return 'Every year';
  const date = isOwn ? { day, month } : getDayAndMonth(dueDate);
  return `Every year on ${formatMonthDay(date.month, date.day)}`;
}

const repeatNames: Readonly<Record<Exclude<RepeatKind, 'yearly'>, string>> = {
  none: 'Does not repeat',
  daily: 'Every day',
  weekdays: 'Every weekday, Monday to Friday',
  weekly: 'Every week on …',
  monthly: 'Every month on a day',
  monthlyLast: 'Every month on its last day',
};
