import { useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import {
  Suspense,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import { PlainDateInput } from '@handover/ui/forms/date-inputs.tsx';
import { ConfirmDialog, LeaveQuestion } from '@handover/ui/feedback/confirm-dialog.tsx';
import styles from './field-editor.module.css';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { lowerFirst } from '@handover/domain/text/letter-case.ts';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { FieldOptions, getInputType, isAmount, isChoice } from './field-input.tsx';
import {
  toBody,
  getErrors,
  isSameIn,
  toItems,
  readField,
  toText,
  formatValue,
  type FormRecord,
  type FormValues,
  type RecordField,
  type RecordForm,
} from './record-form.ts';
import { parse } from 'zod/mini';

/** Which field to edit next: the previous one, none, or the next one. */
export type Step = -1 | 0 | 1;

interface EditedField {
  form: RecordForm;
  field: RecordField;
  record: FormRecord;
  /** The label of the record. */
  name: string;
  /** The label of the field in the editor. */
  label: string;
  /** Shows the saved record if it is not covered by a query. */
  onStored?(saved: FormRecord): void;
}

interface FieldEditorProps extends EditedField {
  /** Ends editing, or moves to the previous or next field. */
  onEnd: (step: Step) => void;
}

/** Edits one field of a record in place: Enter saves, Escape discards, Tab moves to the next field and saves. */
export function FieldEditor({ onEnd, ...edited }: FieldEditorProps): ReactElement {
  const { field, record, name } = edited;
  // The record when editing began, so that live updates are not overwritten unseen.
  const [base] = useState(record);
  const [before] = useState(() => readField(field, base));
  const [value, setValue] = useState(before);
  // A date selected in the calendar is saved before the next render.
  const latest = useRef(value);
  const change = (next: unknown): void => {
    latest.current = next;
    setValue(next);
  };
  const step = useRef<Step>(0);
  const isOver = useRef(false);
  const end = (to: Step): void => {
    if (isOver.current) return;
    isOver.current = true;
    onEnd(to);
  };
  const { save, conflict, isPending } = useFieldSave(edited, {
    // The next field opens at once, so that it gets what is typed meanwhile.
    onSending: () => step.current !== 0 && end(step.current),
    onSaved: () => end(step.current),
  });
  const close = (): void => end(0);
  // A row that is scrolled out of view or removed unmounts its editor, and a removed input sends no blur. An empty
  // value may be an unreadable date.
  useSaveOnRemoval(() => {
    const isChanged = latest.current !== before && latest.current !== '';
    if (isChanged && !isOver.current) save(latest.current, base);
  });
  const label = `${edited.label} for ${name}`;

  if (conflict !== null)
    return (
      <ConfirmDialog
        title="Someone else changed this value"
        confirmLabel="Save mine"
        onConfirm={() => save(conflict.mine, conflict.theirs)}
        onClose={close}
        isPending={isPending}
      >
        {`The current value is “${formatCurrent(field, conflict.theirs)}”. Save yours to replace it, or cancel to keep theirs.`}
      </ConfirmDialog>
    );
  if (field.kind === 'items')
    return (
      <ItemsEditor
        label={label}
        isChanged={value !== before}
        isPending={isPending}
        onSave={() => save(value, base)}
        onClose={close}
      >
        <field.Input label={edited.label} value={toItems(value)} onChange={change} />
      </ItemsEditor>
    );
  return (
    <PlainEditor
      isPending={isPending}
      onSave={(after) => {
        step.current = after;
        save(latest.current, base);
      }}
      onClose={close}
    >
      <PlainInput
        field={field}
        record={base}
        label={label}
        value={toText(value)}
        isReadOnly={isPending}
        onChange={change}
      />
    </PlainEditor>
  );
}

function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

function useSaveOnRemoval(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => () => latest.current(), []);
}

interface PlainEditorProps {
  isPending: boolean;
  onSave: (step: Step) => void;
  onClose: () => void;
  children: ReactNode;
}

function PlainEditor({ isPending, onSave, onClose, children }: PlainEditorProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  // Leaving the field saves, unless it is left with Escape.
  const isDiscarded = useRef(false);
  useEffect(() => box.current?.querySelector<HTMLElement>('input, select')?.focus(), []);
  /** An unreadable date keeps the editor open and shows a message. */
  const finish = (step: Step): void => {
    if (box.current?.querySelector('[aria-invalid="true"]') == null) onSave(step);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key !== 'Enter' && key !== 'Escape' && key !== 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') {
      isDiscarded.current = true;
      onClose();
    } else if (key === 'Enter') finish(0);
    else finish(event.shiftKey ? -1 : 1);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the input inside
    <div
      ref={box}
      aria-busy={isPending}
      onKeyDown={onKeyDown}
      onBlur={() => !isDiscarded.current && finish(0)}
    >
      {children}
    </div>
  );
}

interface PlainInputProps {
  field: RecordField;
  record: FormRecord;
  label: string;
  value: string;
  isReadOnly: boolean;
  onChange: (value: string) => void;
}

function PlainInput({ field, record, label, value, isReadOnly, onChange }: PlainInputProps): ReactElement {
  const common = {
    className: styles['input'],
    'aria-label': label,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  } as const;
  if (isChoice(field))
    return (
      <select {...common}>
        <FieldOptions field={field} value={value} record={record} />
      </select>
    );
  const type = getInputType(field);
  if (type === 'date') return <PlainDateInput {...common} type={type} readOnly={isReadOnly} autoFocus />;
  return (
    <input
      {...common}
      type={type}
      readOnly={isReadOnly}
      inputMode={isAmount(field) ? 'decimal' : undefined}
      maxLength={500}
      autoComplete="off"
      onFocus={(event) => event.target.select()}
    />
  );
}

interface ItemsEditorProps {
  label: string;
  isChanged: boolean;
  isPending: boolean;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Edits several items in a panel below the cell. */
function ItemsEditor(props: ItemsEditorProps): ReactElement {
  const { label, isChanged, isPending, onSave, onClose, children } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isTouched, setTouched] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  return (
    <>
      <span ref={setAnchor} />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={(isChanged || isTouched) && !isPending ? () => setLeaving(true) : onClose}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': label },
          transition: { onEntered: () => focusOn(panel.current?.querySelector('input') ?? null) },
        }}
      >
        <div ref={panel} className={styles['panel']} onChange={() => setTouched(true)}>
          <Suspense>{children}</Suspense>
          <div className={styles['actions']}>
            <Button variant="outlined" color="inherit" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={isPending} onClick={onSave}>
              Save
            </Button>
          </div>
        </div>
        {isLeaving && <LeaveQuestion onLeave={onClose} onStay={() => setLeaving(false)} />}
      </Popover>
    </>
  );
}

function focusOn(input: HTMLInputElement | null): void {
  input?.focus();
}

function formatCurrent(field: RecordField, record: FormRecord): string {
  const person = field.kind === 'member' ? field.current(record) : null;
  return formatValue(field, readField(field, record), person === null ? [] : [person]) || 'no value';
}

interface FieldSave {
  /** Saves a value, based on the record that it was edited from. */
  save: (value: unknown, base: FormRecord) => void;
  /** Both values if someone else has changed the same field. */
  conflict: { readonly mine: unknown; readonly theirs: FormRecord } | null;
  isPending: boolean;
}

/**
 * Saves one field, with an undo. If someone else has changed another field, that does not matter; if they have changed
 * the same field, the user chooses, or is shown both values where the editor has closed.
 */
function useFieldSave(
  { form, field, label, name, onStored }: EditedField,
  { onSending, onSaved }: { onSending: () => void; onSaved: () => void },
): FieldSave {
  const client = useQueryClient();
  const refresh = useRefresh();
  const toasts = useToasts();
  const isSaving = useRef(false);
  const isShown = useIsMounted();
  const [state, setState] = useState<Pick<FieldSave, 'conflict' | 'isPending'>>(idle);
  const valuesOf = (value: unknown): FormValues => ({ [field.key]: value });
  const isStored = (value: unknown, record: FormRecord): boolean =>
    isSameIn(field, valuesOf(value), valuesOf(readField(field, record)));
  const describeUnsaved = (value: unknown): string =>
    `Could not change ${lowerFirst(label)} to “${formatValue(field, value, [])}” for ${name}`;
  const fetchCurrent = (id: string): Promise<FormRecord> =>
    client.fetchQuery({ ...form.query(id), staleTime: 0 });

  const store = async (value: unknown, { id, version }: FormRecord): Promise<FormRecord> => {
    const change = { version, ...toBody([field], valuesOf(value)) };
    const saved = await form.update(id, parse(form.updateSchema, change));
    client.setQueryData(form.query(id).queryKey, saved);
    onStored?.(saved);
    for (const each of form.changesOf(saved)) refresh(each);
    return saved;
  };

  const undo = async (before: unknown, saved: FormRecord): Promise<void> => {
    try {
      const current = await fetchCurrent(saved.id);
      if (isStored(readField(field, saved), current)) await store(before, current);
      else toasts.failed('Someone else has changed this value since. Nothing was undone.');
    } catch (error) {
      toasts.failed(getErrorMessage(error));
    }
  };

  const write = async (value: unknown, base: FormRecord): Promise<void> => {
    const saved = await store(value, base);
    setState(idle);
    toasts.undoable(
      `Changed ${lowerFirst(label)} for ${name}`,
      () => void undo(readField(field, base), saved),
    );
    onSaved();
  };

  const writeOrAsk = async (value: unknown, base: FormRecord): Promise<void> => {
    try {
      await write(value, base);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') throw error;
      const theirs = await fetchCurrent(base.id);
      if (isStored(readField(field, base), theirs)) return write(value, theirs);
      if (isShown.current) setState({ conflict: { mine: value, theirs }, isPending: false });
      else
        toasts.failed(
          `${describeUnsaved(value)}: someone else changed it to “${formatCurrent(field, theirs)}”.`,
        );
    }
  };

  const run = async (value: unknown, base: FormRecord): Promise<void> => {
    if (isSaving.current) return;
    if (isStored(value, base)) return onSaved();
    const problem = getErrors(form.updateSchema, [field], valuesOf(value))[field.key];
    if (problem !== undefined) {
      toasts.failed(field.kind === 'custom' ? `${field.field.name}: ${problem}` : problem);
      return;
    }
    isSaving.current = true;
    onSending();
    setState((last) => ({ ...last, isPending: true }));
    try {
      await writeOrAsk(value, base);
    } catch (error) {
      const message = getErrorMessage(error);
      toasts.failed(isShown.current ? message : `${describeUnsaved(value)}. ${message}`);
      setState(idle);
    } finally {
      isSaving.current = false;
    }
  };

  return { ...state, save: (value, base) => void run(value, base) };
}

const idle = { conflict: null, isPending: false } as const;
