import { useQueryClient, type QueryClient } from '@tanstack/react-query';
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
} from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import styles from './cell-editor.module.css';
import type { AnyColumn } from './display-settings.ts';
import { pageKeyOf } from './list-page.ts';
import type { AnyList, CellEdit, ListPage, ListRow, Named } from './record-list.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { ApiError, messageOf } from '#shared/api/api-error.ts';
import { refresh } from '#shared/live/live-updates.tsx';

/** The cell to go on to: the one before, none, the next. */
export type Step = -1 | 0 | 1;

interface CellEditorProps {
  list: AnyList;
  row: ListRow;
  column: AnyColumn;
  edit: CellEdit<ListRow>;
  /** Ends the editing, or goes on to the cell before or behind. */
  onEnd: (step: Step) => void;
}

/** Edits one cell: Enter saves, Escape discards, Tab saves and goes on to the next one. */
export default function CellEditor({ list, row, column, edit, onEnd }: CellEditorProps): ReactElement {
  // The record as it was when the editing began: live changes since then must not be overwritten unseen.
  const [base] = useState(row);
  const [value, setValue] = useState<CellValue>(() => edit.value(base));
  const step = useRef<Step>(0);
  const { save, conflict, isPending } = useCellSave({ list, edit, onSaved: () => onEnd(step.current) });
  const close = (): void => onEnd(0);
  const label = `${column.header} of ${list.nameOf(base)}`;

  if (conflict !== null)
    return (
      <ConfirmDialog
        title="Somebody else changed this first"
        confirmLabel="Save mine"
        onConfirm={() => save(conflict.mine, conflict.theirs)}
        onClose={close}
        isPending={isPending}
      >
        {`${list.nameOf(base)} now has “${wordsOf(edit, conflict.theirs)}”. Save yours over it, or cancel to keep theirs.`}
      </ConfirmDialog>
    );
  if (edit.kind === 'several')
    return (
      <ItemsEditor label={label} isPending={isPending} onSave={() => save(value, base)} onClose={close}>
        <edit.Input
          inputRef={focusOn}
          label={column.header}
          items={typeof value === 'string' ? [] : value}
          onChange={setValue}
        />
      </ItemsEditor>
    );
  return (
    <PlainEditor
      isPending={isPending}
      onSave={(after) => {
        step.current = after;
        save(value, base);
      }}
      onClose={close}
    >
      <PlainInput
        edit={edit}
        row={base}
        label={label}
        value={typeof value === 'string' ? value : ''}
        onChange={setValue}
      />
    </PlainEditor>
  );
}

interface PlainEditorProps {
  isPending: boolean;
  onSave: (step: Step) => void;
  onClose: () => void;
  children: ReactNode;
}

function PlainEditor({ isPending, onSave, onClose, children }: PlainEditorProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  // Leaving the field saves, but not when it is left by Escape.
  const isDiscarded = useRef(false);
  useEffect(() => box.current?.querySelector<HTMLElement>('input, select')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key !== 'Enter' && key !== 'Escape' && key !== 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') {
      isDiscarded.current = true;
      onClose();
    } else if (key === 'Enter') onSave(0);
    else onSave(event.shiftKey ? -1 : 1);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the input inside
    <div
      ref={box}
      aria-busy={isPending}
      onKeyDown={onKeyDown}
      onBlur={() => !isDiscarded.current && onSave(0)}
    >
      {children}
    </div>
  );
}

interface PlainInputProps {
  edit: Exclude<CellEdit<ListRow>, { kind: 'several' }>;
  row: ListRow;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function PlainInput({ edit, row, label, value, onChange }: PlainInputProps): ReactElement {
  const common = {
    className: styles['input'],
    'aria-label': label,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  } as const;
  if (edit.kind === 'choice' || edit.kind === 'options')
    return (
      <select {...common}>
        {edit.emptyLabel !== undefined && <option value="">{edit.emptyLabel}</option>}
        {edit.kind === 'options'
          ? edit.options(row, value)
          : Object.entries(edit.choices).map(([key, text]) => (
              <option key={key} value={key}>
                {text}
              </option>
            ))}
      </select>
    );
  return (
    <input
      {...common}
      type={edit.kind === 'date' ? 'date' : 'text'}
      inputMode={edit.kind === 'amount' ? 'decimal' : undefined}
      maxLength={edit.maxLength}
      autoComplete="off"
      onFocus={(event) => event.target.select()}
    />
  );
}

interface ItemsEditorProps {
  label: string;
  isPending: boolean;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Edits several items in a panel below the cell. */
function ItemsEditor({ label, isPending, onSave, onClose, children }: ItemsEditorProps): ReactElement {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  return (
    <>
      <span ref={setAnchor} />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={onClose}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': label },
          transition: { onEntered: () => focusOn(panel.current?.querySelector('input') ?? null) },
        }}
      >
        <div ref={panel} className={styles['panel']}>
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
      </Popover>
    </>
  );
}

function focusOn(input: HTMLInputElement | null): void {
  input?.focus();
}

function wordsOf(edit: CellEdit<ListRow>, row: ListRow): string {
  const none = 'no value';
  if (edit.kind === 'several') return namesOf(edit.value(row)) || none;
  if (edit.kind === 'options') return edit.words(row) || none;
  const value = edit.value(row);
  return (edit.kind === 'choice' ? (edit.choices[value] ?? '') : value) || none;
}

function namesOf(items: readonly Named[]): string {
  return items.map(({ name }) => name).join(', ');
}

type CellValue = string | readonly Named[];

interface CellSave {
  /** Saves a value over the record that it was made from. */
  save: (value: CellValue, base: ListRow) => void;
  /** What both wrote when somebody else has changed the same cell. */
  conflict: { readonly mine: CellValue; readonly theirs: ListRow } | null;
  isPending: boolean;
}

interface SavedCell {
  list: AnyList;
  edit: CellEdit<ListRow>;
  onSaved: () => void;
}

/** Saves one cell. A change of another field by somebody else does not matter; one of the same field asks. */
function useCellSave({ list, edit, onSaved }: SavedCell): CellSave {
  const client = useQueryClient();
  const toasts = useToasts();
  const isSaving = useRef(false);
  const [state, setState] = useState<Pick<CellSave, 'conflict' | 'isPending'>>(idle);

  const write = async (value: CellValue, base: ListRow): Promise<void> => {
    const saved = await saveCell(edit, base, value);
    showInLists(client, list, saved);
    void refresh(client, list.changeOf(saved));
    setState(idle);
    onSaved();
  };

  const writeOrAsk = async (value: CellValue, base: ListRow): Promise<void> => {
    try {
      await write(value, base);
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'STALE_VERSION';
      if (!isStale || list.fetchOne === undefined) throw error;
      const theirs = await list.fetchOne(base.id);
      if (isSameValue(edit.value(base), edit.value(theirs))) return write(value, theirs);
      setState({ conflict: { mine: value, theirs }, isPending: false });
    }
  };

  const run = async (value: CellValue, base: ListRow): Promise<void> => {
    if (isSaving.current) return;
    if (isSameValue(value, edit.value(base))) return onSaved();
    const problem = problemOf(edit, value);
    if (problem !== null) {
      toasts.failed(problem);
      return;
    }
    isSaving.current = true;
    setState((last) => ({ ...last, isPending: true }));
    try {
      await writeOrAsk(value, base);
    } catch (error) {
      toasts.failed(messageOf(error));
      setState(idle);
    } finally {
      isSaving.current = false;
    }
  };

  return { ...state, save: (value, base) => void run(value, base) };
}

const idle = { conflict: null, isPending: false } as const;

function saveCell(edit: CellEdit<ListRow>, base: ListRow, value: CellValue): Promise<ListRow> {
  if (edit.kind === 'several') return edit.save(base, typeof value === 'string' ? [] : value);
  return edit.save(base, typeof value === 'string' ? value.trim() : '');
}

function problemOf(edit: CellEdit<ListRow>, value: CellValue): string | null {
  const isTyped = edit.kind === 'text' || edit.kind === 'date' || edit.kind === 'amount';
  return isTyped && typeof value === 'string' ? (edit.problem?.(value) ?? null) : null;
}

/** Whether two values of a cell are the same; the order of several items does not matter. */
function isSameValue(one: CellValue, other: CellValue): boolean {
  const keyOf = (value: CellValue): string =>
    typeof value === 'string'
      ? value.trim()
      : value
          .map(({ id }) => id)
          .toSorted((a, b) => a.localeCompare(b))
          .join();
  return keyOf(one) === keyOf(other);
}

/** Replaces the record on the loaded pages, so that the cell does not jump back. */
function showInLists(client: QueryClient, list: AnyList, saved: ListRow): void {
  client.setQueriesData<ListPage<ListRow>>({ queryKey: pageKeyOf(list) }, (page) =>
    page === undefined
      ? page
      : { ...page, rows: page.rows.map((row) => (row.id === saved.id ? saved : row)) },
  );
}
