import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { useLayoutEffect, useRef, type ReactElement, type RefObject } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { moved, type Column, type ListColumn } from './columns.ts';
import styles from './display-panel.module.css';

interface ColumnChooserProps {
  title: string;
  hint: string;
  /** In their order. */
  shown: readonly ListColumn[];
  /** All that can be chosen. */
  available: readonly ListColumn[];
  onChange: (keys: readonly string[]) => void;
  /** What is shown until somebody chooses, and what the way back to it is called. */
  usual: { readonly keys: readonly string[]; readonly label: string };
  /** For fingers: larger, and moved by a tap too. */
  isTouched?: boolean;
}

/** Which columns are shown, and in which order: by drag, or with Space and the arrow keys on a handle. */
export function ColumnChooser(props: ColumnChooserProps): ReactElement {
  const { title, hint, shown, available, onChange, usual, isTouched = false } = props;
  const keys = shown.map(({ key }): string => key);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const group = useRef<HTMLFieldSetElement>(null);
  const restoreFocusTo = useFocusThatMoves(group, keys);
  const hidden = available.filter(({ key }) => !keys.includes(key));
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    if (over === null || over.id === active.id) return;
    onChange(arrayMove(keys, keys.indexOf(String(active.id)), keys.indexOf(String(over.id))));
  };
  return (
    <fieldset ref={group} className={styles['group']} data-touched={isTouched}>
      <legend>{title}</legend>
      <p className={styles['hint']}>{hint}</p>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ul className={styles['columns']}>
            {shown.map((column, index) => (
              <ShownColumn
                key={column.key}
                column={column}
                onHide={() => {
                  restoreFocusTo(column.key);
                  onChange(keys.filter((key) => key !== column.key));
                }}
                onUp={isTouched && index > 0 ? () => onChange(moved(keys, column.key, -1)) : null}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <ul className={styles['columns']}>
        {hidden.map(({ key, title: name }) => (
          <li key={key} className={styles['column']}>
            <label className={styles['option']}>
              <input
                type="checkbox"
                value={key}
                checked={false}
                onChange={() => {
                  restoreFocusTo(key);
                  onChange([...keys, key]);
                }}
              />
              {name}
            </label>
          </li>
        ))}
      </ul>
      <button type="button" className={styles['reset']} onClick={() => onChange(usual.keys)}>
        {usual.label}
      </button>
    </fieldset>
  );
}

/** A ticked column goes from one list to the other, and its box is made anew there: the focus goes along. */
function useFocusThatMoves(
  group: RefObject<HTMLFieldSetElement | null>,
  shown: readonly string[],
): (key: string) => void {
  const ticked = useRef<string | null>(null);
  const order = shown.join();
  useLayoutEffect(() => {
    const boxes = [...(group.current?.querySelectorAll('input') ?? [])];
    boxes.find(({ value }) => value === ticked.current)?.focus();
    ticked.current = null;
  }, [group, order]);
  return (key) => {
    ticked.current = key;
  };
}

interface ShownColumnProps {
  column: Column;
  onHide: () => void;
  /** Moves it one up; null where nothing does. */
  onUp: (() => void) | null;
}

function ShownColumn({ column, onHide, onUp }: ShownColumnProps): ReactElement {
  const { key, title } = column;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: key });
  return (
    <li
      ref={setNodeRef}
      className={styles['column']}
      data-dragging={isDragging}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <label className={styles['option']}>
        <input type="checkbox" value={key} checked onChange={onHide} />
        {title}
      </label>
      {onUp !== null && (
        <button type="button" className={styles['up']} aria-label={`Move ${title} up`} onClick={onUp}>
          <Icon name="solar:alt-arrow-up-linear" size={18} />
        </button>
      )}
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={styles['handle']}
        {...attributes}
        {...listeners}
        aria-label={`Move ${title}`}
      >
        <Icon name="solar:reorder-linear" size={18} />
      </button>
    </li>
  );
}
