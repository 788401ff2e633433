import type { Customer } from '@handover/contract/customers.ts';
import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { MemberOptions } from '#shared/members/member-options.tsx';
import styles from './cell-editor.module.css';
import { valueIn, type CellValue } from './cell-values.ts';
import type { EditableCell } from './editable.ts';
import { TextEditor } from './text-editor.tsx';
import { useCellSave } from './use-cell-save.ts';

const TagsEditor = lazy(() => import('./tags-editor.tsx'));

/** Where to go on from a cell: one back, nowhere, one on. */
export type Step = -1 | 0 | 1;

interface CellEditorProps {
  customer: Customer;
  cell: EditableCell;
  /** Ends the editing, or goes on with the cell before or behind. */
  onEnd: (step: Step) => void;
}

/** Edits one cell: Enter saves, Escape leaves it as it was, Tab saves and goes on to the next one. */
export default function CellEditor({ customer, cell, onEnd }: CellEditorProps): ReactElement {
  // The record as it was when the editing began: what comes in live meanwhile must not be overwritten unseen.
  const [base] = useState(customer);
  const [value, setValue] = useState<CellValue>(() => valueIn(cell, base));
  const step = useRef<Step>(0);
  const { save, conflict, isPending } = useCellSave(() => onEnd(step.current));
  const close = (): void => onEnd(0);

  if (conflict !== null)
    return (
      <ConfirmDialog
        title="Somebody else changed this first"
        confirmLabel="Save mine"
        onConfirm={() => save(conflict.mine, conflict.theirs)}
        onClose={close}
        isPending={isPending}
      >
        {`${customer.name} now has “${textOf(valueIn(cell, conflict.theirs), conflict.theirs)}”. Save yours over it, or cancel to keep theirs.`}
      </ConfirmDialog>
    );
  if (value.field === 'tags')
    return (
      <Suspense>
        <TagsEditor
          name={base.name}
          tags={value.tags}
          isPending={isPending}
          onChange={(tags) => setValue({ field: 'tags', tags })}
          onSave={() => save(value, base)}
          onClose={close}
        />
      </Suspense>
    );
  return (
    <PlainEditor
      customer={base}
      value={value}
      isPending={isPending}
      onChange={setValue}
      onSave={(after) => {
        step.current = after;
        save(value, base);
      }}
      onClose={close}
    />
  );
}

interface PlainEditorProps {
  customer: Customer;
  value: Exclude<CellValue, { field: 'tags' }>;
  isPending: boolean;
  onChange: (value: CellValue) => void;
  onSave: (step: Step) => void;
  onClose: () => void;
}

function PlainEditor({
  customer,
  value,
  isPending,
  onChange,
  onSave,
  onClose,
}: PlainEditorProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  // Leaving the field saves, but not when Escape is what makes it leave.
  const isAbandoned = useRef(false);
  useEffect(() => box.current?.querySelector<HTMLElement>('input, select')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key !== 'Enter' && key !== 'Escape' && key !== 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') {
      isAbandoned.current = true;
      onClose();
    } else if (key === 'Enter') onSave(0);
    else onSave(event.shiftKey ? -1 : 1);
  };
  const common = {
    className: styles['input'],
    'aria-busy': isPending,
    onKeyDown,
    onBlur: () => !isAbandoned.current && onSave(0),
  } as const;
  return (
    <div ref={box}>
      {value.field === 'broker' ? (
        <select
          {...common}
          aria-label={`Broker of ${customer.name}`}
          value={value.brokerId}
          onChange={(event) => onChange({ field: 'broker', brokerId: event.target.value })}
        >
          <option value="">Nobody</option>
          <MemberOptions current={customer.broker} />
        </select>
      ) : (
        <TextEditor name={customer.name} value={value} onChange={onChange} common={common} />
      )}
    </div>
  );
}

function textOf(value: CellValue, customer: Customer): string {
  if (value.field === 'broker') return customer.broker?.displayName ?? 'no broker';
  if (value.field === 'tags') return value.tags.map(({ name }) => name).join(', ') || 'no tags';
  const text = value.field === 'own' ? shownText(value) : value.text;
  return text === '' ? 'nothing' : text;
}

function shownText({ own, text }: Extract<CellValue, { readonly field: 'own' }>): string {
  return own.kind === 'choice' ? (own.choices.find(({ id }) => id === text)?.label ?? '') : text;
}
