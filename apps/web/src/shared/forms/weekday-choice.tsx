import type { ReactElement, ReactNode } from 'react';
import styles from './weekday-choice.module.css';

const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

interface WeekdayChoiceProps<Day> {
  /** The value of each day, from Monday. */
  days: readonly Day[];
  chosen: readonly Day[];
  /** Told in the order of the week. */
  onChange: (chosen: Day[]) => void;
  /** Text below the days. */
  children?: ReactNode;
}

/** Chooses days of the week: a round box each. */
export function WeekdayChoice<Day extends string | number>({
  days,
  chosen,
  onChange,
  children,
}: WeekdayChoiceProps<Day>): ReactElement {
  return (
    <fieldset className={styles['weekdays']}>
      <legend>On</legend>
      {days.map((day, index) => (
        <label key={day} className={styles['weekday']}>
          <input
            type="checkbox"
            aria-label={names[index]}
            checked={chosen.includes(day)}
            onChange={({ target: { checked } }) =>
              onChange(days.filter((other) => (other === day ? checked : chosen.includes(other))))
            }
          />
          <span aria-hidden="true">{names[index]?.slice(0, 2)}</span>
        </label>
      ))}
      {children}
    </fieldset>
  );
}
