import { lowerFirst } from '@handover/domain/text/letter-case.ts';
import {
  createContext,
  lazy,
  Suspense,
  use,
  useEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { FormRecord, RecordForm } from '../form/record-form.ts';
import styles from './editable-fact.module.css';

const FactEditor = lazy(() => import('./fact-editor.tsx'));

/** Editing functions for the facts below. */
export interface FactEditing {
  readonly record: FormRecord;
  /** The label of the record. */
  readonly name: string;
  /** Loads the form of the record type. Must be a stable function. */
  readonly form: () => Promise<RecordForm>;
}

const EditingContext = createContext<FactEditing | null>(null);

/** Makes the facts below editable in place; null for users who cannot change the record. */
export function FactEditingProvider({
  editing,
  children,
}: {
  editing: FactEditing | null;
  children: ReactNode;
}): ReactElement {
  return <EditingContext value={editing}>{children}</EditingContext>;
}

/** The editing functions for the facts; null if they are read-only. */
export function useFactEditing(): FactEditing | null {
  return use(EditingContext);
}

interface EditableFactProps {
  /** The name of the form field. */
  field: string;
  label: string;
  /** Null if there is no value yet. */
  children: ReactNode;
}

/** A value that opens an editor on click, if the facts are editable. */
export function EditableFact({ field, label, children }: EditableFactProps): ReactElement {
  const editing = use(EditingContext);
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  // Set when the editor closes while it has the focus, which then moves to a fact. After a click elsewhere, the focus
  // stays there.
  const step = useRef<number | null>(null);
  useEffect(() => {
    if (isOpen || step.current === null) return;
    focusNear(box.current, step.current);
    step.current = null;
  }, [isOpen]);
  if (editing === null) return <>{children}</>;
  if (isOpen)
    return (
      <div ref={box} className={styles['open']}>
        <Suspense fallback={children}>
          <FactEditor
            editing={editing}
            fieldKey={field}
            label={label}
            onEnd={(by) => {
              const isLeft =
                box.current?.contains(document.activeElement) === false &&
                document.activeElement !== document.body;
              step.current = isLeft ? null : by;
              setOpen(false);
            }}
          />
        </Suspense>
      </div>
    );
  const openByValue = ({ target }: MouseEvent): void => {
    const isControl = target instanceof Element && target.closest('a, button') !== null;
    if (!isControl && window.getSelection()?.toString() === '') setOpen(true);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- a shortcut for the button inside
    <div ref={box} className={styles['fact']} onClick={openByValue}>
      {children !== null && <span className={styles['value']}>{children}</span>}
      <button
        type="button"
        data-edit-fact
        className={children === null ? styles['add'] : styles['edit']}
        {...(children !== null && { 'aria-label': `Edit ${lowerFirst(label)}` })}
        onClick={() => setOpen(true)}
      >
        {children === null && `Add ${lowerFirst(label)}`}
      </button>
    </div>
  );
}

/** Focuses the button of a fact, or of the previous or next one. */
function focusNear(box: HTMLElement | null, by: number): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-edit-fact]')];
  const own = buttons.findIndex((button) => box?.contains(button) === true);
  (buttons[own + by] ?? buttons[own])?.focus();
}
