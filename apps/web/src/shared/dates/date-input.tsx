import Popover from '@mui/material/Popover';
import { parseSpokenDate, type SpokenDate } from '@handover/domain/spoken-dates.ts';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
  type ReactElement,
  type Ref,
} from 'react';
import { getDateFormat } from '@handover/ui/parts/formats.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import type { DateInputProps } from '@handover/ui/forms/date-inputs.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './date-input.module.css';
import { DayGrid } from './day-grid.tsx';

const defaultTime = '09:00';

/**
 * A date, with or without a time, that is typed in everyday words (“Fri”, “tomorrow 3pm”) or selected in a calendar. A
 * hidden native input holds the value and sends the change events.
 */
export default function DateInput({
  ref,
  type,
  name,
  value,
  defaultValue = '',
  onChange,
  onBlur,
  onKeyDown,
  className,
  ...input
}: DateInputProps & { ref?: Ref<HTMLInputElement> }): ReactElement {
  const { today } = useUser();
  const native = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLSpanElement>(null);
  /** Used if the caller does not control the value. */
  const [own, setOwn] = useState(String(defaultValue));
  const iso = value === undefined ? own : String(value);
  const [draft, setDraft] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const noteId = useId();
  const hasTime = type === 'datetime-local';
  const current = parseSpokenDate(iso, today);
  const typed = draft === null ? null : parseSpokenDate(draft, today);
  const isUnknown = draft !== null && draft.trim() !== '' && typed === null;

  // Blocks submitting, because the form would be sent without the date.
  useEffect(() => {
    const form = root.current?.closest('form');
    if (!isUnknown || !form) return undefined;
    const refuse = (event: SubmitEvent): void => {
      event.preventDefault();
      event.stopPropagation();
      root.current?.querySelector('input')?.focus();
    };
    form.addEventListener('submit', refuse, { capture: true });
    return () => form.removeEventListener('submit', refuse, { capture: true });
  }, [isUnknown]);

  const change = (next: string): void => {
    if (native.current !== null && native.current.value !== next) setNative(native.current, next);
  };
  const valueOf = ({ date, time }: SpokenDate): string =>
    hasTime ? `${date}T${time ?? current?.time ?? defaultTime}` : date;
  const take = (text: string): void => {
    setDraft(text);
    const read = parseSpokenDate(text, today);
    if (text.trim() === '') change('');
    else if (read !== null) change(valueOf(read));
  };
  const finish = (): void => {
    // Clears the value, because otherwise the form would submit the previous date.
    if (isUnknown) change('');
    else setDraft(null);
  };
  // Callers that save on blur read the native input's value, so it must report exactly one blur.
  const leave = (): void => void native.current?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  const note = isUnknown ? formatExample(hasTime) : typed === null ? null : formatTyped(typed, hasTime);

  return (
    <span
      ref={root}
      className={styles['root']}
      onBlur={(event) => {
        if (event.target === native.current) return;
        event.stopPropagation();
        const isLeft = !isOpen && !root.current?.contains(event.relatedTarget);
        // An unreadable date must not be saved as no date.
        if (isLeft && !isUnknown) leave();
      }}
    >
      <input
        {...input}
        ref={ref}
        type="text"
        className={classNames(className, styles['text'])}
        value={draft ?? (current === null ? '' : formatSpokenDate(current, hasTime))}
        placeholder={input.placeholder ?? (hasTime ? 'Tomorrow 3pm' : 'Fri or Nov 27')}
        autoComplete="off"
        aria-invalid={isUnknown || input['aria-invalid']}
        aria-describedby={classNames(input['aria-describedby'], note !== null && noteId) || undefined}
        onChange={(event: ChangeEvent<HTMLInputElement>) => take(event.target.value)}
        onBlur={finish}
        onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
          if (event.key === 'Enter') finish();
          onKeyDown?.(event);
        }}
      />
      <input
        ref={native}
        type={type}
        name={name}
        hidden
        value={iso}
        onChange={(event) => {
          setOwn(event.target.value);
          onChange?.(event);
        }}
        onBlur={onBlur}
      />
      <button
        type="button"
        className={styles['button']}
        aria-label="Choose a date"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabled={input.disabled}
        onClick={() => setOpen(true)}
        onKeyDown={stopEnter}
      >
        <Icon name="solar:calendar-linear" size={18} />
      </button>
      {note !== null && draft !== null && (
        <span id={noteId} role="status" className={classNames(styles['note'], isUnknown && styles['wrong'])}>
          {note}
        </span>
      )}
      <Popover
        open={isOpen}
        anchorEl={() => root.current}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        disableAutoFocus
        onClose={() => setOpen(false)}
        onKeyDown={(event) => event.stopPropagation()}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': 'Choose a date' },
          transition: {
            onEntered: (paper: HTMLElement) =>
              paper.querySelector<HTMLElement>('[role="gridcell"] [tabindex="0"]')?.focus(),
          },
        }}
      >
        <DayGrid
          chosen={current?.date ?? null}
          onChoose={(date) => {
            setDraft(null);
            change(valueOf({ date, time: null }));
            leave();
            setOpen(false);
          }}
        />
      </Popover>
    </span>
  );
}

/** Enter opens the calendar here, even inside a field that saves on Enter. */
function stopEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.stopPropagation();
}

/** Simulates typing, so that React notices the change. */
function setNative(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

function formatExample(hasTime: boolean): string {
  return hasTime ? 'Enter a date and time, such as tomorrow 3pm' : 'Enter a date, such as Fri or Nov 27';
}

function formatSpokenDate({ date, time }: SpokenDate, hasTime: boolean): string {
  return getDateFormat({
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(hasTime && { hour: 'numeric', minute: '2-digit' }),
  }).format(new Date(`${date}T${time ?? defaultTime}Z`));
}

/** What is understood, and that a time is dropped where only a date is kept. */
function formatTyped(typed: SpokenDate, hasTime: boolean): string {
  const text = formatSpokenDate(typed, hasTime);
  return hasTime || typed.time === null ? text : `${text}, without a time`;
}
