import type { ReactElement, ReactNode } from 'react';
import { getFirstWeekday } from '@handover/domain/week-start.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './weekday-choice.module.css';

const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

interface WeekdayChoiceProps<Day> {
  /** The value of each day, starting with Monday. */
  days: readonly Day[];
  chosen: readonly Day[];
  /** Called with the selected days in the order of the week. */
  onChange: (chosen: Day[]) => void;
  /** Text below the days. */
  children?: ReactNode;
}

/** Selects days of the week with round buttons. */
export function WeekdayChoice<Day extends string | number>({
  days,
  chosen,
  onChange,
  children,
}: WeekdayChoiceProps<Day>): ReactElement {
  const first = getFirstWeekday(useUser().timeZone) - 1;
  const named = days.map((day, index) => ({ day, name: names[index] ?? '' }));
  const inOrder = [...named.slice(first), ...named.slice(0, first)];
  return (
    <fieldset className={styles['weekdays']}>
      <legend>On</legend>
      {inOrder.map(({ day, name }) => (
        <label key={day} className={styles['weekday']}>
          <input
            type="checkbox"
            aria-label={name}
            checked={chosen.includes(day)}
            onChange={({ target: { checked } }) =>
              onChange(days.filter((other) => (other === day ? checked : chosen.includes(other))))
            }
          />
          <span aria-hidden="true">{name.slice(0, 2)}</span>
        </label>
      ))}
      {children}
    </fieldset>
  );
}
