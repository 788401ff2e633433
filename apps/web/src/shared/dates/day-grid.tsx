import { getFirstWeekday } from '@handover/domain/week-start.ts';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { Button, IconButton } from '@handover/ui-lite/parts/button.tsx';
import { getDateFormat } from '@handover/ui/parts/formats.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { addMonths, findDayByKey, listWeekdays, listWeeks } from './month.ts';
import styles from './date-input.module.css';

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

interface DayGridProps {
  chosen: string | null;
  onChoose: (day: string) => void;
}

/** A month of days that can be selected by click, or with the arrow keys, Home, End, the page keys, and Enter. */
export function DayGrid({ chosen, onChoose }: DayGridProps): ReactElement {
  const { today, timeZone } = useUser();
  const firstDay = getFirstWeekday(timeZone);
  const [day, setDay] = useState(chosen ?? today);
  const [month, setMonth] = useState(day.slice(0, 7));
  const grid = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  useEffect(() => {
    if (hasMoved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    hasMoved.current = false;
  }, [day]);

  const turn = (months: number): void => {
    const next = addMonths(month, months);
    setMonth(next);
    setDay(today.startsWith(next) ? today : `${next}-01`);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = findDayByKey(event.key, day, firstDay);
    if (next === null) return;
    event.preventDefault();
    hasMoved.current = true;
    setDay(next);
    setMonth(next.slice(0, 7));
  };
  const title = format(`${month}-01`, { month: 'long', year: 'numeric' });
  return (
    <div className={styles['calendar']}>
      <div className={styles['bar']}>
        <IconButton icon="solar:alt-arrow-left-linear" label="Previous month" onClick={() => turn(-1)} />
        <strong aria-live="polite">{title}</strong>
        <IconButton icon="solar:alt-arrow-right-linear" label="Next month" onClick={() => turn(1)} />
      </div>
      <div ref={grid} role="grid" aria-label={title} tabIndex={-1} onKeyDown={onKeyDown}>
        <div role="row" className={styles['week']}>
          {listWeekdays(firstDay).map((weekday) => {
            const name = weekdayNames[weekday - 1] ?? '';
            return (
              <span key={name} role="columnheader" aria-label={name} className={styles['weekday']}>
                {name.slice(0, 2)}
              </span>
            );
          })}
        </div>
        {listWeeks(month, firstDay).map((week) => (
          <div key={week[0]} role="row" className={styles['week']}>
            {week.map((date) => (
              <span key={date} role="gridcell" aria-selected={date === chosen}>
                <button
                  type="button"
                  className={styles['day']}
                  data-outside={!date.startsWith(month)}
                  aria-current={date === today ? 'date' : undefined}
                  aria-label={format(date, {
                    weekday: 'long',
                    month: 'long',
                    day: 'numeric',
                    year: 'numeric',
                  })}
                  aria-pressed={date === chosen}
                  tabIndex={date === day ? 0 : -1}
                  onClick={() => onChoose(date)}
                >
                  {Number(date.slice(8))}
                </button>
              </span>
            ))}
          </div>
        ))}
      </div>
      <Button variant="text" size="small" onClick={() => onChoose(today)}>
        Today
      </Button>
    </div>
  );
}

function format(date: string, options: Intl.DateTimeFormatOptions): string {
  return getDateFormat({ timeZone: 'UTC', ...options }).format(new Date(`${date}T00:00Z`));
}
